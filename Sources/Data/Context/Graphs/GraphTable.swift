import Columns
import Model
import Storage

/// The records of a root entity in a graph, column by column.
final class GraphTable {
  /// The value in ``targets`` for nil; numbers start at 1.
  static let nowhere: Int64 = 0

  let layout: EntityLayout
  private(set) var numbers: [Int64] = []
  /// The model of each record, by its index in the loader.
  private(set) var models: [Int32] = []
  /// The index of each record in the graph.
  private(set) var places: [Int] = []
  /// The references by relationship.
  var targets: [[Int64]]
  /// The positions of records among the members of their owners; empty for unordered relationships.
  var positions: [[Int64]] = []
  private let builders: [any ColumnBuilder]
  private(set) var columns: [Column] = []

  init(_ layout: EntityLayout) {
    self.layout = layout
    builders = layout.emptyColumns.map { makeColumnBuilder(continuing: $0) }
    targets = layout.references.map { _ in [] }
  }

  var count: Int { numbers.count }

  /// Adds a record; returns the index of the first cell that does not fit its column, if there is
  /// one.
  func append(
    number: Int64,
    model: Int32,
    place: Int,
    cells: [Value],
    links: [Int64]
  ) -> Int? {
    for (field, cell) in cells.enumerated() where !builders[field].append(cell) { return field }
    for (reference, target) in links.enumerated() { targets[reference].append(target) }
    numbers.append(number)
    models.append(model)
    places.append(place)
    return nil
  }

  /// Sorts the records by identity; returns the rows of duplicates.
  func sort() -> [Int] {
    columns = builders.map(\.column)
    if !zip(numbers, numbers.dropFirst()).allSatisfy({ $0 < $1 }) {
      let order = numbers.indices.sorted { (numbers[$0], places[$0]) < (numbers[$1], places[$1]) }
      let rows = order.map(Int64.init)
      columns = columns.map { $0.gathered(at: rows) }
      targets = targets.map { column in order.map { column[$0] } }
      (numbers, models, places) = (
        order.map { numbers[$0] }, order.map { models[$0] }, order.map { places[$0] }
      )
    }
    positions = layout.references.map {
      $0.hasPositions ? Array(repeating: 0, count: numbers.count) : []
    }
    return numbers.indices.dropFirst().filter { numbers[$0] == numbers[$0 - 1] }
  }

  /// The row of a record after sorting; nil if there is none.
  func row(of number: Int64) -> Int? {
    guard let first = numbers.first, let last = numbers.last, number >= first, number <= last
    else { return nil }
    if last - first == Int64(numbers.count - 1) { return Int(number - first) }
    return numbers.place(ofRising: number)
  }

  func id(_ row: Int) -> RecordID {
    RecordID(entity: layout.entity.name, key: .number(numbers[row]))
  }

  /// The records as rows of a change set.
  func rows() -> RecordRows {
    var keys = RecordKeys.list([])
    if let first = numbers.first, let last = numbers.last {
      keys =
        last - first == Int64(numbers.count - 1)
        ? .range(first..<(last + 1)) : .list(numbers.map(RecordKey.number))
    }
    var rows = RecordRows(entity: layout.entity.name, keys: keys)
    for (place, field) in layout.fields.enumerated() { rows.columns[field.path] = columns[place] }
    for (place, reference) in layout.references.enumerated() {
      rows.references[reference.relationship.name] = RecordReferences(
        targets: targets[place].map { $0 == Self.nowhere ? nil : .number($0) },
        positions: reference.hasPositions ? positions[place] : nil
      )
    }
    return rows
  }
}
