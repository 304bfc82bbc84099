import Columns
import Expressions
import Model
import Planning
import Storage

/// Windows, and limits of groups.
extension Executor {
  /// The records of a plan with the values of windows.
  func windows(_ windows: [Window], of input: Plan) throws -> DerivedRows {
    let references = try references(of: input, first: nil)
    let rows = WindowRows(references: references, entity: input.entity, environment: environment)
    var columns: [ColumnSource: Column] = [
      .toOne(Windows.recordName): .reference(FixedColumn(values: references))
    ]
    for (index, window) in windows.enumerated() {
      columns[.attribute(AttributePath([Windows.name(index)]))] = try rows.column(of: window)
    }
    return DerivedRows(
      over: environment.snapshot,
      entity: Windows.entity,
      count: references.count,
      columns: columns
    )
  }

  /// The first records of each group, in the order of the input.
  func firstOfGroups(
    _ keys: [TypedExpression],
    offset: Int,
    limit: Int?,
    of input: Plan
  ) throws -> [Int64] {
    let last = limit.map { Self.end(of: $0, from: offset) } ?? .max
    if case .sort(let sort, _, let rows) = input,
      GroupFirstRows.canFind(keys, sort, first: last)
    {
      return try environment.measured(input, rows: \.count) {
        let first = try collect(rows, reading: keys + sort.map(\.expression)) {
          GroupFirstRows(keys, sort, first: last, $0)
        }
        return try first.references(offset: offset, environment, entity: rows.entity)
      }
    }
    let references = try references(of: input, first: nil)
    var counts = GroupPlaces(offset..<max(offset, last))
    return zip(references, try groups(keys, of: references, input.entity).numbers)
      .compactMap { counts.takes($1) ? $0 : nil }
  }

  private func groups(
    _ keys: [TypedExpression],
    of references: [Int64],
    _ entity: String
  ) throws -> RowGroups {
    func numbered(_ references: [Int64]) throws -> RowGroups {
      try WindowRows(references: references, entity: entity, environment: environment)
        .groups(of: keys)
    }
    do { return try numbered(references) } catch let failure as ExecutionError {
      // Errors name the first record by identity.
      _ = try numbered(references.sorted())
      throw failure
    }
  }

  private static func end(of limit: Int, from offset: Int) -> Int {
    let (end, overflow) = offset.addingReportingOverflow(limit)
    return overflow ? .max : end
  }
}

/// Counts the rows of groups and selects those at some places.
struct GroupPlaces {
  private let places: Range<Int>
  private var counts: [Int] = []

  init(_ places: Range<Int>) { self.places = places }

  /// Whether the next row of a group is selected.
  mutating func takes(_ group: UInt32) -> Bool {
    let group = Int(group)
    if group >= counts.count { counts.grow(to: group + 1, filler: 0) }
    defer { counts[group] += 1 }
    return places.contains(counts[group])
  }
}
