import Model
import Storage

/// The changes of one statement, until they are saved or requested.
struct HistoryEntry: Sendable {
  /// When the statement ran, or when it was saved.
  private(set) var time: Timestamp
  let author: String?
  let title: String
  /// The models at that time.
  private let schema: StoredSchema
  /// New records without values.
  private let bulkInserts: [RecordSelection]
  /// All other changes.
  private var forward: ChangeSet
  /// The inverse changes: old values and deleted records.
  private let inverse: ChangeSet
  /// The new names of entities renamed since.
  private var names: [String: String] = [:]

  init(
    time: Timestamp,
    author: String?,
    title: String,
    schema: StoredSchema,
    forward: ChangeSet,
    inverse: ChangeSet
  ) {
    self.time = time
    self.author = author
    self.title = title
    self.schema = schema
    let bulk = BulkInserts(forward)
    bulkInserts = bulk.selections
    (self.forward, self.inverse) = bulk.leftOut(of: forward, inverse)
  }

  /// The number of values.
  var cellCount: Int { forward.cellCount + inverse.cellCount + bulkInserts.count }

  /// The entry with the time at which it was saved.
  func saved(at time: Timestamp) -> HistoryEntry {
    var entry = self
    entry.time = time
    return entry
  }

  /// The entry with the values that the store has instead of the written ones, and without what
  /// triggers have skipped.
  func revised(_ revisions: StoreRevisions) -> HistoryEntry {
    if revisions.values.isEmpty, revisions.skippedCount == 0 { return self }
    var entry = self
    entry.forward.revise(revisions)
    entry.forward.leaveOut(
      inserted: revisions.notInserted,
      updated: revisions.notUpdated,
      deleted: revisions.notDeleted
    )
    return entry
  }

  /// Renames entities.
  mutating func rename(_ renames: [String: String]) {
    names = names.mapValues { renames[$0] ?? $0 }.merging(renames) { first, _ in first }
  }

  /// The changes record by record.
  func event() throws -> HistoryEvent {
    let event = try originalEvent()
    return names.isEmpty ? event : event.renaming(names)
  }

  private func originalEvent() throws -> HistoryEvent {
    HistoryEvent(
      time: time,
      author: author,
      title: title,
      bulkInserts: bulkInserts,
      records: try RecordChanges(schema: schema, limit: .max).changes(forward, inverse)
    )
  }
}
