import Columns
import Model
import Storage

/// The changes of one statement, until they are saved or requested.
struct HistoryEntry: Sendable {
  /// The number among the saved statements; nil until it is saved.
  private(set) var number: Int64?
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
  private var inverse: ChangeSet
  /// What a merge notes in addition.
  private let notes: [RecordChange]
  /// What was renamed since, in order.
  private var renames: [Rename] = []

  private enum Rename {
    case entities([String: String])
    case properties(PropertyRenames)
  }

  init(
    time: Timestamp,
    author: String?,
    title: String,
    schema: StoredSchema,
    forward: ChangeSet,
    inverse: ChangeSet,
    notes: [RecordChange] = []
  ) {
    self.notes = notes
    self.time = time
    self.author = author
    self.title = title
    self.schema = schema
    let bulk = BulkInserts(forward)
    bulkInserts = bulk.selections
    (self.forward, self.inverse) = bulk.leftOut(of: forward, inverse)
  }

  /// New records without values.
  ///
  /// - Parameter event: A statement that only adds records.
  init(inserting event: HistoryEvent, _ schema: StoredSchema) {
    (time, author, title) = (event.time, event.author, event.title)
    self.schema = schema
    bulkInserts = event.bulkInserts
    (forward, inverse, notes) = (ChangeSet(), ChangeSet(), [])
  }

  /// The number of values.
  var cellCount: Int { notes.count + forward.cellCount + inverse.cellCount + bulkInserts.count }

  /// The entry with the time at which it was saved; a merge is later than what it brings.
  func saved(at time: Timestamp) -> HistoryEntry {
    var entry = self
    entry.time = notes.isEmpty ? time : max(time, self.time)
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

  /// The entry with a number among the saved statements.
  func numbered(_ number: Int64) -> HistoryEntry {
    var entry = self
    entry.number = number
    return entry
  }

  /// The pairs that the statement has linked or unlinked.
  var linkedPairs: [RecordPair] { inverse.linked.map(\.pair) + inverse.unlinked }

  /// The entry without links that other writers have changed in the same way.
  func settled(by links: inout PendingLinks) throws -> HistoryEntry {
    var entry = self
    entry.inverse = try links.settled(inverse, of: forward)
    return entry
  }

  /// Renames entities.
  mutating func rename(_ names: [String: String]) { renames.append(.entities(names)) }

  /// Renames properties.
  mutating func rename(_ names: PropertyRenames) { renames.append(.properties(names)) }

  /// Whether nothing was changed, as by `set limit = limit`.
  var isEmpty: Bool {
    guard notes.isEmpty, bulkInserts.isEmpty, forward.inserted.isEmpty, inverse.inserted.isEmpty,
      forward.deleted.isEmpty, inverse.unlinked.isEmpty
    else { return false }
    let differs = zip(forward.updated, inverse.updated).contains { $0.differs(from: $1) }
    return !differs && ((try? event().isEmpty) ?? false)
  }

  /// The changes record by record.
  func event() throws -> HistoryEvent {
    try renames.reduce(originalEvent()) { event, rename in
      switch rename {
      case .entities(let names): event.renaming(names)
      case .properties(let names): event.renaming(names)
      }
    }
  }

  private func originalEvent() throws -> HistoryEvent {
    HistoryEvent(
      number: number,
      time: time,
      author: author,
      title: title,
      bulkInserts: bulkInserts,
      records: try RecordChanges(schema: schema, limit: .max, keepsPositions: true)
        .changes(forward, inverse) + notes
    )
  }
}

extension RecordRows {
  /// Whether a field has another value than in the same rows before.
  fileprivate func differs(from previous: RecordRows) -> Bool {
    columns.contains { path, column in
      guard let before = previous.columns[path], before.count == column.count else { return true }
      return (0..<column.count).contains { column.value(at: $0) != before.value(at: $0) }
    }
  }
}
