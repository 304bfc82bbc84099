import Foundation
package import Model
import SQLGeneration
package import Storage

/// Reads the history of a native store, statement by statement.
package struct HistoryReader<Database: NativeDatabase> {
  private let db: Database
  private let filter: HistoryFilter

  package init(db: Database, filter: HistoryFilter) { (self.db, self.filter) = (db, filter) }

  /// Passes the saved statements to `body`, oldest first; throws ``HistoryDamage``.
  package func read(_ body: (HistoryEvent) throws -> Void) throws {
    guard try HistoryTables(db: db).size() != nil else { return }
    var event = PartialEvent()
    try db.read(statement) { row in
      guard row.count == 10, let number = row[0].number else { return }
      if number != event.number {
        try event.finish(body)
        event = PartialEvent(
          number: number,
          time: Timestamp(microseconds: row[1].number ?? 0),
          author: row[2].string.map(db.dialect.original),
          title: db.dialect.original(row[3].string ?? "")
        )
      }
      guard add(row, to: &event) else { throw HistoryDamage(statement: number) }
    }
    try event.finish(body)
  }

  /// Adds a row's change to its event if the filter includes it; returns false if it cannot be
  /// read.
  private func add(_ row: [SQLValue], to event: inout PartialEvent) -> Bool {
    guard let action = row[4].string.flatMap(RecordChange.Action.init), let entity = row[5].string,
      let key = row[6].number, key < .max
    else { return false }
    if row[8] == .null {
      guard let last = row[7] == .null ? key : row[7].number, key <= last, last < .max else {
        return false
      }
      let run = RecordSelection(entity: entity, keys: .range(key..<last + 1))
      event.bulkInserts += filter.part(of: run)
      return true
    }
    let record = RecordID(entity: entity, key: .number(key))
    guard filter.includes(record) else { return true }
    guard let values = row[8].bytes(Self.values(of: action)),
      let links = row[9] == .null ? [] : row[9].bytes(Self.links)
    else { return false }
    event.records.append(
      RecordChange(
        record: record,
        action: action,
        values: values.filter { HistoryEncoder.relationship(ofPosition: $0) == nil },
        links: links,
        positions: values.compactMap(HistoryEncoder.relationship(ofPosition:))
      )
    )
    return true
  }

  private static func values(
    of action: RecordChange.Action
  ) -> (UnsafeBufferPointer<UInt8>) -> [RecordChange.ValueChange]? {
    { text in
      var decoder = HistoryDecoder(text)
      return decoder.values(of: action)
    }
  }

  private static func links(_ text: UnsafeBufferPointer<UInt8>) -> [RecordChange.LinkChange]? {
    var decoder = HistoryDecoder(text)
    return decoder.links()
  }

  // MARK: SQL

  private var statement: SQLFragment {
    let condition = condition
    return """
      SELECT h.statement, h.time, h.author, h.title,
        c.action, c.entity, c.key, c.last, c.fields, c.links
      FROM martlet_history AS h CROSS JOIN martlet_changes AS c WHERE c.statement = h.statement
      """ + condition + " ORDER BY h.statement, c.place"
  }

  /// The part of the filter that the database applies.
  private var condition: SQLFragment {
    var condition = SQLFragment()
    if let after = filter.after {
      condition += SQLFragment(" AND h.statement > ", binding: .integer(after))
    }
    if let since = filter.since {
      condition += SQLFragment(" AND h.time >= ", binding: .integer(since.microseconds))
    }
    switch filter.records {
    case .all: break
    case .entity(let entity):
      condition += SQLFragment(" AND c.entity = ", binding: .text(entity))
    case .list(let list):
      if list.numbers.count == 1, let (entity, numbers) = list.numbers.first,
        let first = numbers.first, let last = numbers.last
      {
        condition += SQLFragment(
          " AND c.entity = ",
          " AND c.key <= ",
          " AND coalesce(c.last, c.key) >= ",
          binding: .text(entity),
          .integer(last),
          .integer(first)
        )
      }
    }
    return condition
  }
}

/// Thrown for unreadable rows of the history.
package struct HistoryDamage: Error {
  package let statement: Int64

  /// The error for the store at a path.
  package func error(at path: String) -> StoreFileError {
    let reason = "the history of statement \(statement) cannot be read"
    return StoreFileError(path: path, operation: "read", fault: .damaged(reason: reason))
  }
}

extension SQLValue {
  fileprivate var number: Int64? { if case .integer(let number) = self { number } else { nil } }

  fileprivate var string: String? { if case .text(let text) = self { text } else { nil } }

  /// Passes the bytes of a string to `body`.
  fileprivate func bytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result?) -> Result? {
    guard case .text(var text) = self else { return nil }
    return text.withUTF8(body)
  }
}

/// An event that is being read: a saved statement, or a transaction of an app.
package struct PartialEvent {
  package var number: Int64?
  package var time: Timestamp
  package var author: String?
  package var title: String
  package var bulkInserts: [RecordSelection] = []
  package var records: [RecordChange] = []

  package init(
    number: Int64? = nil,
    time: Timestamp = Timestamp(microseconds: 0),
    author: String? = nil,
    title: String = ""
  ) {
    (self.number, self.time, self.author, self.title) = (number, time, author, title)
  }

  /// Passes the event to `body` if it has any changes.
  package func finish(_ body: (HistoryEvent) throws -> Void) throws {
    let event = HistoryEvent(
      number: number,
      time: time,
      author: author,
      title: title,
      bulkInserts: bulkInserts,
      records: records
    )
    if !event.isEmpty { try body(event) }
  }
}
