import Model
import Storage

/// What one statement changed, as it is remembered until it is asked for or saved.
struct HistoryEntry: Sendable {
  /// When the statement ran; once it has waited to be saved, when that was.
  private(set) var time: Timestamp
  let author: String?
  let title: String
  /// The models as they were.
  private let schema: StoredSchema
  /// The new records of which only identities are told.
  private let bulkInserts: [RecordSelection]
  /// Everything else that was done.
  private let forward: ChangeSet
  /// What takes that back: the old values, and whole records that went.
  private let inverse: ChangeSet
  /// The entities that have got other names since, with these.
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

  /// The number of values that are remembered.
  var cellCount: Int { forward.cellCount + inverse.cellCount + bulkInserts.count }

  /// The same statement as one that was saved at `time`.
  func saved(at time: Timestamp) -> HistoryEntry {
    var entry = self
    entry.time = time
    return entry
  }

  /// Tells of entities under the names that they have got.
  mutating func rename(_ renames: [String: String]) {
    names = names.mapValues { renames[$0] ?? $0 }.merging(renames) { first, _ in first }
  }

  /// What the statement did, record by record.
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
