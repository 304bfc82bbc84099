import Columns
import Model

/// The slots of an overlay by the values of a unique key.
struct UniqueSlots: Sendable {
  /// The fields.
  let paths: [AttributePath]
  private let fieldPlaces: [Int]
  private var slots: [[Value]: Int] = [:]

  init(_ paths: [AttributePath], _ layout: EntityLayout) {
    self.paths = paths
    fieldPlaces = paths.compactMap { layout.fieldPlaces[$0] }
  }

  /// The slot with `values` in the order of ``paths``; not one is nil.
  func slot(_ values: [Value]) -> Int? { slots[values] }

  mutating func add(_ added: some Sequence<Int>, _ fields: [any ColumnBuilder]) {
    let columns = fieldPlaces.map { fields[$0].column }
    for slot in added {
      let values = columns.map { $0.value(at: slot) }
      if !values.contains(where: \.isNull) { slots[values] = slot }
    }
  }

  /// Removes slots, which must still have the same values.
  mutating func remove(_ removed: [Int], _ fields: [any ColumnBuilder]) {
    let columns = fieldPlaces.map { fields[$0].column }
    for slot in removed {
      let values = columns.map { $0.value(at: slot) }
      // If a statement exchanges values, another slot may already have them.
      if slots[values] == slot { slots[values] = nil }
    }
  }
}
