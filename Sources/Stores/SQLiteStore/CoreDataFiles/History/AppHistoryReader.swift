import Foundation
import GRDB
import Model
import NativeStores
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
    var transaction = PartialEvent()
    while try rows.step(db) {
      guard let number = cell(row, .transaction).integer,
        let time = DateCodec.coreData.microseconds(cell(row, .time)).map({
          Timestamp(microseconds: $0)
        }),
        filter.includes(time)
      else { continue }
      // Large transactions are passed on in parts.
      if number != transaction.number || transaction.records.count >= 10_000 {
        try finish(&transaction, body)
        transaction = PartialEvent(
          number: number,
          time: time,
          author: cell(row, .author).text,
          title: cell(row, .context).text ?? ""
        )
      }
      if let (id, action) = change(row) { add(row, id, action, to: &transaction) }
    }
    try finish(&transaction, body)
  }

  /// Passes on the transaction with its new records, which have no values, combined to runs.
  private func finish(
    _ transaction: inout PartialEvent,
    _ body: (HistoryEvent) throws -> Void
  ) throws {
    let inserted = Dictionary(grouping: transaction.records.filter { $0.action == .inserted }) {
      $0.record.entity
    }
    transaction.records.removeAll { $0.action == .inserted }
    transaction.bulkInserts = inserted.sorted { $0.key < $1.key }.flatMap { entity, changes in
      let numbers = changes.compactMap { change -> Int64? in
        if case .number(let number) = change.record.key { number } else { nil }
      }
      return RecordSelection.runs(of: numbers.sorted(), entity)
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
    to transaction: inout PartialEvent
  ) {
    let values: [RecordChange.ValueChange] =
      switch action {
      case .inserted: []
      case .updated: updatedMembers(row)
      case .deleted: tombstone(row)
      }
    transaction.records.append(
      RecordChange(record: record, action: action, values: values, links: [])
    )
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
