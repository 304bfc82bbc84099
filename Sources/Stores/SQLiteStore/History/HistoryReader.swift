import GRDB
import Model
import Storage

/// Reads the history of a native store, statement by statement.
struct HistoryReader {
  let db: Database
  let filter: HistoryFilter

  /// Thrown for unreadable rows.
  struct Damage: Error {
    let statement: Int64
  }

  /// Passes the saved statements to `body`, oldest first; throws ``Damage``.
  func read(_ body: (HistoryEvent) throws -> Void) throws {
    guard try HistoryTables(db: db).size() != nil else { return }
    let statement = try makeStatement()
    let row = statement.sqliteStatement
    var event = PartialEvent()
    while try statement.step(db) {
      let number = statement.number(0)
      if number != event.number {
        try event.finish(body)
        event = PartialEvent(
          number: number,
          time: Timestamp(microseconds: statement.number(1)),
          author: SQLiteCell(row: row, place: 2).text,
          title: SQLiteCell(row: row, place: 3).text ?? ""
        )
      }
      guard try add(row, to: &event) else { throw Damage(statement: number) }
    }
    try event.finish(body)
  }

  /// Adds a row's change to its event if the filter includes it; returns false if it cannot be
  /// read.
  private func add(_ row: OpaquePointer, to event: inout PartialEvent) throws -> Bool {
    guard let action = SQLiteCell(row: row, place: 4).text.flatMap(RecordChange.Action.init),
      let entity = SQLiteCell(row: row, place: 5).text,
      let key = SQLiteCell(row: row, place: 6).integer, key < .max
    else { return false }
    let last = SQLiteCell(row: row, place: 7)
    let fields = SQLiteCell(row: row, place: 8)
    if fields.isNull {
      guard let last = last.isNull ? key : last.integer, key <= last, last < .max else {
        return false
      }
      let run = RecordSelection(entity: entity, keys: .range(key..<last + 1))
      event.bulkInserts += filter.part(of: run)
      return true
    }
    let record = RecordID(entity: entity, key: .number(key))
    guard filter.includes(record) else { return true }
    let links = SQLiteCell(row: row, place: 9)
    guard let values = fields.utf8.flatMap(Self.values(of: action)),
      let links = links.isNull ? [] : links.utf8.flatMap(Self.links)
    else { return false }
    event.records.append(
      RecordChange(record: record, action: action, values: values, links: links)
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

  private func makeStatement() throws -> Statement {
    let (condition, arguments) = condition()
    let statement = try db.makeStatement(
      sql: """
        SELECT h.statement, h.time, h.author, h.title,
          c.action, c.entity, c.key, c.last, c.fields, c.links
        FROM martlet_history AS h CROSS JOIN martlet_changes AS c ON c.statement = h.statement
        \(condition) ORDER BY h.statement, c.place
        """
    )
    try statement.setArguments(arguments)
    return statement
  }

  /// The part of the filter that SQLite applies.
  private func condition() -> (String, StatementArguments) {
    var parts: [String] = []
    var arguments = StatementArguments()
    if let since = filter.since {
      parts.append("h.time >= ?")
      arguments += [since.microseconds]
    }
    switch filter.records {
    case .all: break
    case .entity(let entity):
      parts.append("c.entity = ?")
      arguments += [entity]
    case .list(let list):
      if list.numbers.count == 1, let (entity, numbers) = list.numbers.first,
        let first = numbers.first, let last = numbers.last
      {
        parts.append("c.entity = ? AND c.key <= ? AND ifnull(c.last, c.key) >= ?")
        arguments += [entity, last, first]
      }
    }
    return (parts.isEmpty ? "" : "WHERE " + parts.joined(separator: " AND "), arguments)
  }
}

/// An event that is being read: a saved statement, or a transaction of an app.
struct PartialEvent {
  var number: Int64?
  var time = Timestamp(microseconds: 0)
  var author: String?
  var title = ""
  var bulkInserts: [RecordSelection] = []
  var records: [RecordChange] = []

  /// Passes the event to `body` if it has any changes.
  func finish(_ body: (HistoryEvent) throws -> Void) throws {
    let event = HistoryEvent(
      time: time,
      author: author,
      title: title,
      bulkInserts: bulkInserts,
      records: records
    )
    if !event.isEmpty { try body(event) }
  }
}
