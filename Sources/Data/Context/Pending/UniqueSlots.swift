import Columns
import Model

/// The slots of an overlay's records by the values that they have in fields that are unique together.
struct UniqueSlots: Sendable {
  /// The fields.
  let paths: [AttributePath]
  private let fieldPlaces: [Int]
  private var slots: [[Value]: Int] = [:]

  init(_ paths: [AttributePath], _ layout: EntityLayout) {
    self.paths = paths
    fieldPlaces = paths.compactMap { layout.fieldPlaces[$0] }
  }

  /// The slot that has `values`, which stand in the order of ``paths``; none has nil.
  func slot(_ values: [Value]) -> Int? { slots[values] }

  mutating func add(_ added: some Sequence<Int>, _ fields: [any ColumnBuilder]) {
    let columns = fieldPlaces.map { fields[$0].column }
    for slot in added {
      let values = columns.map { $0.value(at: slot) }
      if !values.contains(where: \.isNull) { slots[values] = slot }
    }
  }

  /// Forgets slots, which still have the values that they were added with.
  mutating func remove(_ removed: [Int], _ fields: [any ColumnBuilder]) {
    let columns = fieldPlaces.map { fields[$0].column }
    for slot in removed {
      let values = columns.map { $0.value(at: slot) }
      // While a statement exchanges values another slot may have them already.
      if slots[values] == slot { slots[values] = nil }
    }
  }
}
