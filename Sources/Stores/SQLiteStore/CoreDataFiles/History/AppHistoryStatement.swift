import GRDB
import Model
import SQLGeneration
import Storage

/// The SQL that reads the history of a Core Data store.
struct AppHistoryStatement {
  /// The columns of its rows; preserved values of deleted records follow.
  enum Place: Int32, CaseIterable {
    case transaction
    case time
    case author
    case context
    case action
    case entity
    case key
    case bits
  }

  private(set) var sql = ""
  private(set) var arguments = StatementArguments()
  /// The columns with preserved values of deleted records.
  let tombstones: [String]

  private let tracked: TrackedEntities

  /// The maximum number of preserved columns.
  private static let maxTombstones = 200

  init(_ filter: HistoryFilter, _ tracked: TrackedEntities) {
    self.tracked = tracked
    tombstones = Array(
      tracked.columns.changes.filter { $0.hasPrefix("ZTOMBSTONE") }.sorted()
        .prefix(Self.maxTombstones)
    )
    let columns =
      [
        "t.Z_PK", "t.ZTIMESTAMP",
        first(of: text("AUTHOR") + text("BUNDLEID") + text("PROCESSID")),
        first(of: text("CONTEXTNAME")), "c.ZCHANGETYPE", "c.ZENTITY", "c.ZENTITYPK",
        tracked.columns.changes.contains("ZCOLUMNS") ? "c.ZCOLUMNS" : "NULL",
      ] + tombstones.map { "c.\($0.quotedForSQL)" }
    // There are few transactions; an index finds their changes in order.
    sql =
      "SELECT \(columns.joined(separator: ", ")) FROM ATRANSACTION AS t"
      + " CROSS JOIN ACHANGE AS c ON c.ZTRANSACTIONID = t.Z_PK"
      + condition(filter) + " ORDER BY t.Z_PK, c.Z_PK"
  }

  /// The first value that is not NULL; NULL if there is none.
  private func first(of values: [String]) -> String {
    "coalesce(NULL, NULL\(values.map { ", " + $0 }.joined()))"
  }

  /// The strings of a transaction: from the table of shared strings, or its own.
  private func text(_ name: String) -> [String] {
    var texts: [String] = []
    if tracked.hasStrings, tracked.columns.transactions.contains("Z\(name)TS") {
      texts.append(
        "(SELECT nullif(s.ZNAME, '') FROM ATRANSACTIONSTRING AS s WHERE s.Z_PK = t.Z\(name)TS)"
      )
    }
    if tracked.columns.transactions.contains("Z\(name)") { texts.append("nullif(t.Z\(name), '')") }
    return texts
  }

  /// The part of the filter that SQLite applies.
  private mutating func condition(_ filter: HistoryFilter) -> String {
    var parts: [String] = []
    if let since = filter.since {
      // Allow for rounding to microseconds.
      let seconds = Double(since.microseconds) / 1_000_000 - Double(DateCodec.coreDataEpoch) - 0.001
      parts.append("t.ZTIMESTAMP >= ?")
      arguments += [seconds]
    }
    switch filter.records {
    case .all: break
    case .entity(let entity): parts.append(of(entity))
    case .list(let list):
      let each = list.numbers.compactMap { entity, numbers -> String? in
        guard let first = numbers.first, let last = numbers.last else { return nil }
        return "(\(of(entity)) AND c.ZENTITYPK BETWEEN \(first) AND \(last))"
      }
      parts.append("(\((["0"] + each.sorted()).joined(separator: " OR ")))")
    }
    return parts.isEmpty ? "" : " WHERE " + parts.joined(separator: " AND ")
  }

  private func of(_ entity: String) -> String {
    let numbers = tracked.numbers(ofRoot: entity).map(String.init)
    return "c.ZENTITY IN (\(numbers.joined(separator: ", ")))"
  }
}
