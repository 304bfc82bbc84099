public import Model
public import Storage

/// The effects of a statement.
public struct ChangeSummary: Hashable, Sendable {
  /// The number of records of a model.
  public struct ModelCount: Hashable, Sendable {
    /// The most specific model of the records.
    public var kind: String
    /// The number of records.
    public var count: Int

    /// Creates a count.
    public init(kind: String, count: Int) {
      self.kind = kind
      self.count = count
    }
  }

  /// Inserted records.
  public var inserted: [ModelCount] = []
  /// Records that an update found or an upsert changed.
  public var updated: [ModelCount] = []
  /// Explicitly deleted records.
  public var deleted: [ModelCount] = []
  /// Records deleted by cascades.
  public var cascaded: [ModelCount] = []
  /// Records whose relationship to a deleted record was set to nil.
  public var nullified: [ModelCount] = []
  /// Records that keep a reference to a deleted record by the rule `no action`; it reads as nil.
  public var dangling: [ModelCount] = []
  /// The values that an upsert replaced.
  public var overwritten: [OverwrittenValue] = []
  /// The number of records that triggers of the database have skipped.
  public var skippedCount = 0
  /// Why the statement cannot be undone; nil if it can.
  public var undoLossReason: TransactionError.UndoLossReason?
  /// The inserted records in the order of the statement, without nested ones.
  public var identities: [RecordID] = []

  /// Creates an empty summary.
  public init() {}

  /// The total number of affected records.
  public var total: Int {
    [inserted, updated, deleted, cascaded, nullified].joined().reduce(0) { $0 + $1.count }
  }
}

extension ChangeSummary {
  /// Counts only what triggers have not skipped.
  mutating func leaveOutSkipped(_ revisions: StoreRevisions) {
    guard revisions.skippedCount > 0 else { return }
    skippedCount += revisions.skippedCount
    for selection in revisions.notInserted {
      inserted.remove(selection.keys.count, of: selection.entity)
      let skipped = Set(selection.keys.all)
      identities.removeAll { $0.entity == selection.entity && skipped.contains($0.key) }
    }
    for selection in revisions.notUpdated {
      let rest = updated.remove(selection.keys.count, of: selection.entity)
      nullified.remove(rest, of: selection.entity)
    }
    for selection in revisions.notDeleted {
      let rest = deleted.remove(selection.keys.count, of: selection.entity)
      cascaded.remove(rest, of: selection.entity)
    }
  }
}

/// A value that an upsert replaced.
public struct OverwrittenValue: Hashable, Sendable {
  /// The record.
  public var record: RecordID
  /// The property.
  public var property: AttributePath
  /// The old value.
  public var old: Value
  /// The new value.
  public var new: Value

  /// Creates a value.
  public init(record: RecordID, property: AttributePath, old: Value, new: Value) {
    self.record = record
    self.property = property
    self.old = old
    self.new = new
  }
}

extension [ChangeSummary.ModelCount] {
  /// Adds records of a model, after the existing models if it is new.
  mutating func add(_ count: Int, of kind: String) {
    guard count > 0 else { return }
    if let place = firstIndex(where: { $0.kind == kind }) {
      self[place].count += count
    } else {
      append(ChangeSummary.ModelCount(kind: kind, count: count))
    }
  }

  /// Removes at most `count` records of a model. Returns how many are left to remove.
  @discardableResult
  fileprivate mutating func remove(_ count: Int, of kind: String) -> Int {
    guard let place = firstIndex(where: { $0.kind == kind }) else { return count }
    let removed = Swift.min(count, self[place].count)
    self[place].count -= removed
    if self[place].count == 0 { remove(at: place) }
    return count - removed
  }

  /// Adds the counts of several models.
  mutating func add(_ counts: [ChangeSummary.ModelCount]) {
    for counted in counts { add(counted.count, of: counted.kind) }
  }
}

/// The effects of a statement.
public struct ChangePreview: Sendable {
  /// The numbers of affected records.
  public let summary: ChangeSummary
  /// Why the statement would fail: the first problems; empty if it would succeed.
  public let problems: [ChangeProblem]
  /// The total number of problems.
  public let problemCount: Int
  /// The records in ``problems`` that do not exist yet, so that their numbers are not final.
  public let newRecords: Set<RecordID>
  /// The first changes of records.
  public let records: [RecordChange]
  /// The total number of changed records.
  public let recordCount: Int
  /// Why cascaded records would be deleted: the record they are deleted with, and its relationship.
  public let causes: [RecordID: (owner: RecordID, relationship: String)]
}
