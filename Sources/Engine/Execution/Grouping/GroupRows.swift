import Columns
import Expressions
import Model
import Planning
import Storage

/// Rows of groups.
extension ExecutionEnvironment {
  /// The rows of groups by their keys, rising.
  ///
  /// - Parameter columns: One for each key, then one for each aggregate.
  func groups(_ grouping: Grouping, _ columns: [Column]) throws -> DerivedRows {
    let sources = grouping.keys.enumerated().map { place, key in
      Self.source(Grouping.keyName(place), isRecord: key.isRecord)
    }
    let aggregateSources = grouping.aggregates.enumerated().map { place, aggregate in
      Self.source(Grouping.aggregateName(place), isRecord: aggregate.type.isRecord)
    }
    let unordered = DerivedRows(
      over: snapshot,
      entity: Grouping.entity,
      keys: grouping.keys.enumerated().map { Grouping.key($0, $1.type) },
      count: columns.first?.count ?? 1,
      columns: Dictionary(zip(sources + aggregateSources, columns)) { first, _ in first }
    )
    return unordered.reordered(try order(of: unordered))
  }

  private static func source(_ name: String, isRecord: Bool) -> ColumnSource {
    isRecord ? .toOne(name) : .attribute(AttributePath([name]))
  }

  /// The rows in the order of the keys.
  private func order(of rows: DerivedRows) throws -> [Int64] {
    let keys = rows.keys.map { key in
      SortKey(
        expression: key.ordered,
        isDescending: false,
        nullsFirst: true,
        order: .standard
      )
    }
    let scan = Plan.scan(entity: Grouping.entity)
    return try Executor(environment: over(rows))
      .references(of: keys.isEmpty ? scan : .sort(keys, keep: nil, scan), first: nil)
  }
}
