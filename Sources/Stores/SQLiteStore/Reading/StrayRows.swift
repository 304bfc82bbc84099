import GRDB
import SQLGeneration
import Synchronization

/// What is known of rows that a table has besides those of its entity, in one state of a file.
///
/// A file that an app wrote has none. Damage may leave some, and a model that lacks entities does; the
/// condition that keeps them out has to look up each row, also where an index says all else that is
/// asked of it.
final class StrayRows: Sendable {
  private struct Known {
    /// Whether there are none, by entity.
    var areAbsent: [String: Bool] = [:]
    /// Entities whose tables have no index of the numbers.
    var unindexed: Set<String> = []
  }

  private let known = Mutex(Known())

  /// How much is done to find out.
  enum Effort {
    /// A few looks into an index of the numbers, if there is one.
    case index
    /// All rows are looked at, once for each state of the file.
    case scan
  }

  /// Whether the table is known to have rows of the entity alone; false where that is not known.
  func areAbsent(_ mapping: EntityMapping, _ effort: Effort, _ db: Database) throws -> Bool {
    guard let filter = mapping.filter else { return true }
    let (answered, isUnindexed) = known.withLock {
      ($0.areAbsent[mapping.entity], $0.unindexed.contains(mapping.entity))
    }
    if let answered { return answered }
    let index = isUnindexed ? nil : try Self.index(of: filter.column, mapping.table, db)
    if index == nil { known.withLock { _ = $0.unindexed.insert(mapping.entity) } }
    guard index != nil || effort == .scan else { return false }
    let answer = try Self.conditions(filter, index).allSatisfy { condition in
      let source =
        mapping.table.quotedForSQL + (index.map { " INDEXED BY \($0.quotedForSQL)" } ?? "")
      return try db.number("SELECT EXISTS (SELECT 1 FROM \(source) WHERE \(condition))") == 0
    }
    known.withLock { $0.areAbsent[mapping.entity] = answer }
    return answer
  }

  /// Conditions one of which holds for every row that `filter` keeps out; an index serves each.
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

  /// An index of all rows of `table` that begins with `column`.
  private static func index(of column: String, _ table: String, _ db: Database) throws -> String? {
    let sql = """
      SELECT l.name FROM pragma_index_list(?1) AS l, pragma_index_info(l.name) AS i
      WHERE NOT l.partial AND i.seqno = 0 AND i.name = ?2 LIMIT 1
      """
    return try String.fetchOne(db.cachedStatement(sql: sql), arguments: [table, column])
  }
}
