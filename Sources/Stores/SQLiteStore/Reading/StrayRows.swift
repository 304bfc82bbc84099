import GRDB
import SQLGeneration
import Synchronization

/// Information about rows of other entities in an entity's table, for one state of a file.
///
/// Stores that an app wrote have no such rows; damaged ones and those with an incomplete model may.
/// The condition that excludes them has to read every row even if an index covers the rest of the
/// query.
final class StrayRows: Sendable {
  private struct Known {
    /// Whether there are no such rows, by entity.
    var areAbsent: [String: Bool] = [:]
    /// Entities whose tables have no suitable index.
    var unindexed: Set<String> = []
  }

  private let known = Mutex(Known())

  /// The method for finding out.
  enum Method {
    /// Some index lookups, if there is an index.
    case index
    /// Read all rows, once for each state of the file.
    case scan
  }

  /// Whether the table is known to contain only rows of the entity.
  func areAbsent(_ mapping: EntityMapping, _ method: Method, _ db: Database) throws -> Bool {
    guard let filter = mapping.filter else { return true }
    let (answered, isUnindexed) = known.withLock {
      ($0.areAbsent[mapping.entity], $0.unindexed.contains(mapping.entity))
    }
    if let answered { return answered }
    let index = isUnindexed ? nil : try Self.index(of: filter.column, mapping.table, db)
    if index == nil { known.withLock { _ = $0.unindexed.insert(mapping.entity) } }
    guard index != nil || method == .scan else { return false }
    let answer = try Self.conditions(filter, index).allSatisfy { condition in
      let source =
        mapping.table.quotedForSQL + (index.map { " INDEXED BY \($0.quotedForSQL)" } ?? "")
      return try db.number("SELECT EXISTS (SELECT 1 FROM \(source) WHERE \(condition))") == 0
    }
    known.withLock { $0.areAbsent[mapping.entity] = answer }
    return answer
  }

  /// Conditions, one of them true for every row that `filter` excludes; each can use the index.
  private static func conditions(_ filter: RowFilter, _ index: String?) -> [String] {
    let column = filter.column.quotedForSQL
    let values = filter.values.sorted()
    guard index != nil, let first = values.first, let last = values.last else {
      let list = values.map(String.init).joined(separator: ", ")
      return ["\(column) IS NULL OR \(column) NOT IN (\(list))"]
    }
    let between = zip(values, values.dropFirst()).map { "\(column) > \($0) AND \(column) < \($1)" }
    return ["\(column) IS NULL", "\(column) < \(first)", "\(column) > \(last)"] + between
  }

  /// An index on all rows of `table` that begins with `column`.
  private static func index(of column: String, _ table: String, _ db: Database) throws -> String? {
    let sql = """
      SELECT l.name FROM pragma_index_list(?1) AS l, pragma_index_info(l.name) AS i
      WHERE NOT l.partial AND i.seqno = 0 AND i.name = ?2 LIMIT 1
      """
    return try String.fetchOne(db.cachedStatement(sql: sql), arguments: [table, column])
  }
}
