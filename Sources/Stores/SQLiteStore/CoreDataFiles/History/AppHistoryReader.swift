import Foundation
import GRDB
import Model
import SQLGeneration
import Storage

/// Reads the persistent history of a Core Data store, transaction by transaction.
///
/// The history contains the inserted, deleted and changed records and the changed members, but no
/// values, which are nil. For deleted records it may contain some values, without the names of
/// their members.
struct AppHistoryReader {
  private let db: Database
  private let filter: HistoryFilter
  private let tracked: TrackedEntities
  private let statement: AppHistoryStatement

  init(_ db: Database, _ filter: HistoryFilter, _ tracked: TrackedEntities) {
    self.db = db
    self.filter = filter
    self.tracked = tracked
    statement = AppHistoryStatement(filter, tracked)
  }

  /// Passes the saved transactions to `body`, oldest first. Unreadable rows are skipped.
  func read(_ body: (HistoryEvent) throws -> Void) throws {
    let rows = try db.makeStatement(sql: statement.sql)
    try rows.setArguments(statement.arguments)
    let row = rows.sqliteStatement
    var transaction = AppTransaction()
    while try rows.step(db) {
      guard let number = cell(row, .transaction).integer,
        let time = DateCodec.coreData.microseconds(cell(row, .time)).map({
          Timestamp(microseconds: $0)
        }),
        filter.includes(time)
      else { continue }
      if number != transaction.number {
        try transaction.finish(body)
        transaction = AppTransaction(
          number: number,
          time: time,
          author: cell(row, .author).text,
          title: cell(row, .context).text ?? ""
        )
      }
      if transaction.isFull {
        try transaction.finish(body)
        transaction = transaction.continued
      }
      if let (id, action) = change(row) { add(row, id, action, to: &transaction) }
    }
    try transaction.finish(body)
  }

  private func cell(_ row: OpaquePointer, _ place: AppHistoryStatement.Place) -> SQLiteCell {
    SQLiteCell(row: row, place: place.rawValue)
  }

  /// The record and the action of a row, if the filter includes it.
  private func change(_ row: OpaquePointer) -> (RecordID, RecordChange.Action)? {
    guard let entity = cell(row, .entity).integer.flatMap(tracked.entity),
      let key = cell(row, .key).integer, key > 0, key < .max,
      let action = cell(row, .action).integer.flatMap(Self.action)
    else { return nil }
    let record = RecordID(entity: entity.root, key: .number(key))
    return filter.includes(record) ? (record, action) : nil
  }

  private static func action(_ number: Int64) -> RecordChange.Action? {
    switch number {
    case 0: .inserted
    case 1: .updated
    case 2: .deleted
    default: nil
    }
  }

  private func add(
    _ row: OpaquePointer,
    _ record: RecordID,
    _ action: RecordChange.Action,
    to transaction: inout AppTransaction
  ) {
    switch action {
    case .inserted: transaction.addInsert(record)
    case .updated: transaction.add(record, action, updatedMembers(row))
    case .deleted: transaction.add(record, action, tombstone(row))
    }
  }

  private func updatedMembers(_ row: OpaquePointer) -> [RecordChange.ValueChange] {
    guard let entity = cell(row, .entity).integer.flatMap(tracked.entity),
      let bits = cell(row, .bits).data
    else { return [] }
    return (entity.members(in: bits) ?? []).map {
      RecordChange.ValueChange(property: AttributePath([$0]), old: .null, new: .null)
    }
  }

  /// The values that the app preserves of deleted records.
  private func tombstone(_ row: OpaquePointer) -> [RecordChange.ValueChange] {
    statement.tombstones.enumerated().compactMap { place, name in
      let first = AppHistoryStatement.Place.allCases.count
      let value = SQLiteCell(row: row, place: Int32(clamping: first + place)).value
      if value.isNull { return nil }
      let path = AttributePath([String(name.dropFirst()).lowercased()])
      return RecordChange.ValueChange(property: path, old: value, new: .null)
    }
  }
}

/// A transaction that is being read.
private struct AppTransaction {
  var number: Int64?
  var time = Timestamp(microseconds: 0)
  var author: String?
  var title = ""
  /// The numbers of new records by entity.
  private var inserted: [String: [Int64]] = [:]
  private var records: [RecordChange] = []

  init() {}

  init(number: Int64?, time: Timestamp, author: String?, title: String) {
    self.number = number
    self.time = time
    self.author = author
    self.title = title
  }

  /// Whether it has enough changes to be passed on as a part.
  var isFull: Bool { records.count >= 10_000 }

  /// The same transaction without changes.
  var continued: AppTransaction {
    AppTransaction(number: number, time: time, author: author, title: title)
  }

  mutating func addInsert(_ record: RecordID) {
    if case .number(let number) = record.key { inserted[record.entity, default: []].append(number) }
  }

  mutating func add(
    _ record: RecordID,
    _ action: RecordChange.Action,
    _ values: [RecordChange.ValueChange]
  ) {
    records.append(RecordChange(record: record, action: action, values: values, links: []))
  }

  /// Passes the event to `body` if it has any changes. New records have no values, so they are
  /// combined to runs.
  func finish(_ body: (HistoryEvent) throws -> Void) throws {
    let event = HistoryEvent(
      time: time,
      author: author,
      title: title,
      bulkInserts: inserted.sorted { $0.key < $1.key }.flatMap { entity, numbers in
        RecordSelection.runs(of: numbers.sorted(), entity)
      },
      records: records
    )
    if !event.isEmpty { try body(event) }
  }
}
