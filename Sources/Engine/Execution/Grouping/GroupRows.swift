import Columns
import Expressions
import Model
import Planning
import Storage

/// Rows of groups.
extension ExecutionEnvironment {
  /// The rows of groups in ascending order of their keys.
  ///
  /// - Parameter columns: A column for each key, then for each aggregate, then for the totals of
  ///   each key if there are any.
  func groups(_ grouping: Grouping, _ columns: [Column]) throws -> DerivedRows {
    let sources = grouping.keys.enumerated().map { place, key in
      Self.source(Grouping.keyName(place), isRecord: key.isRecord)
    }
    let aggregateSources = grouping.aggregates.enumerated().map { place, aggregate in
      Self.source(Grouping.aggregateName(place), isRecord: aggregate.type.isRecord)
    }
    let totalSources = grouping.keys.indices.map {
      Self.source(Grouping.totalName($0), isRecord: false)
    }
    let unordered = DerivedRows(
      over: snapshot,
      entity: Grouping.entity,
      keys: grouping.identity,
      count: columns.first?.count ?? 1,
      columns: Dictionary(
        keepingFirst: zip(sources + aggregateSources + totalSources, columns)
      )
    )
    return unordered.reordered(try order(of: unordered))
  }

  private static func source(_ name: String, isRecord: Bool) -> ColumnSource {
    isRecord ? .toOne(name) : .attribute(AttributePath([name]))
  }

  /// The row numbers in the order of the keys.
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
