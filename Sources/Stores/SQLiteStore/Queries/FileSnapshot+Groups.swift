import Columns
import GRDB
import Model
import SQLGeneration
import Storage

/// Groups that SQLite computes.
extension FileSnapshot {
  func groups(of query: StoreQuery) throws -> [Column] {
    guard let groups = try translator(for: query).groups(query) else { throw UnsupportedPushdown() }
    let decoders: [any ColumnDecoder] = try groups.columns.map { column in
      guard case .value(let codec, let type) = column else { throw UnsupportedPushdown() }
      guard let codec else { return ReferenceDecoder() }
      guard let decoder = makeColumnDecoder(codec, type) else { throw UnsupportedPushdown() }
      return decoder
    }
    return try connection.perform { db in
      let statement = try db.makeStatement(sql: groups.sql.text)
      try statement.setArguments(groups.sql.arguments)
      while try statement.step(db) {
        for place in decoders.indices {
          decoders[place].append(statement.sqliteStatement, Int32(place))
        }
      }
      return decoders.map { $0.takeColumn() }
    }
  }

  /// Whether SQLite computes the groups of a query's records faster than the engine. Measurements
  /// show that its sorting takes longer than reading all records, so a covering index must return
  /// them in order. Without keys, SQLite is always faster.
  func makesGroups(_ grouping: Grouping?, _ query: StoreQuery) -> Bool {
    guard let grouping else { return false }
    var query = query
    query.grouping = grouping
    query.sort = []
    // SQLite rejects statements that are too large.
    guard let groups = try? translator(for: query).groups(query),
      let steps = try? queryPlan(groups.sql)
    else { return false }
    if grouping.keys.isEmpty { return true }
    return steps.contains { $0.text.contains("COVERING INDEX") }
      && !steps.contains { $0.text.contains("TEMP B-TREE") }
  }
}
