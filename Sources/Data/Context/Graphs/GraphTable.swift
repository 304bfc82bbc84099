import Columns
import Model
import Storage

/// The records of a graph that one root entity keeps, column by column.
final class GraphTable {
  /// What stands in ``targets`` for a record that leads nowhere; numbers begin with 1.
  static let nowhere: Int64 = 0

  let layout: EntityLayout
  private(set) var numbers: [Int64] = []
  /// The model of each record, by its place among the loader's.
  private(set) var models: [Int32] = []
  /// The place of each record among those of the graph.
  private(set) var places: [Int] = []
  /// What the layout's references lead to.
  var targets: [[Int64]]
  /// Where records stand among the members of what they lead to; empty where no order is kept.
  var positions: [[Int64]] = []
  private let builders: [any ColumnBuilder]
  private(set) var columns: [Column] = []

  init(_ layout: EntityLayout) {
    self.layout = layout
    builders = layout.emptyColumns.map { makeColumnBuilder(continuing: $0) }
    targets = layout.references.map { _ in [] }
  }

  var count: Int { numbers.count }

  /// Adds a record; the place of the first cell that does not fit its column, if there is one.
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

  /// Puts the records in identity order; the rows of those that repeat the one before.
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

  /// The row of a record, once they are sorted; nil where there is none.
  func row(of number: Int64) -> Int? {
    guard let first = numbers.first, let last = numbers.last, number >= first, number <= last
    else { return nil }
    if last - first == Int64(numbers.count - 1) { return Int(number - first) }
    return numbers.place(ofRising: number)
  }

  /// The identity of the record in a row.
  func id(_ row: Int) -> RecordID {
    RecordID(entity: layout.entity.name, key: .number(numbers[row]))
  }

  /// The records as a store takes them.
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
