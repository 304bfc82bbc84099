public import Model

/// What a statement did.
public struct ChangeSummary: Hashable, Sendable {
  /// How many records of a model.
  public struct ModelCount: Hashable, Sendable {
    /// The model, the most special one that the records are of.
    public var kind: String
    /// The number of records.
    public var count: Int

    /// Makes a count.
    public init(kind: String, count: Int) {
      self.kind = kind
      self.count = count
    }
  }

  /// New records.
  public var inserted: [ModelCount] = []
  /// Records that an update found, or an upsert had to change.
  public var updated: [ModelCount] = []
  /// Records that were named to be deleted.
  public var deleted: [ModelCount] = []
  /// Records that went with those by their delete rules.
  public var cascaded: [ModelCount] = []
  /// Records whose relationship to a deleted one leads nowhere now.
  public var nullified: [ModelCount] = []
  /// Records that go on leading to a deleted one, by the rule `no action`; that reads as nil.
  public var dangling: [ModelCount] = []
  /// What an upsert wrote over, property by property.
  public var overwritten: [OverwrittenValue] = []
  /// Why `undo` cannot take the statement back; nil where it can.
  public var whyIrrevocable: TransactionError.UndoLossReason?
  /// The records that the statement made, in the order of writing; without those that stand within them.
  public var identities: [RecordID] = []

  /// Nothing was done.
  public init() {}

  /// All records that were touched.
  public var total: Int {
    [inserted, updated, deleted, cascaded, nullified].joined().reduce(0) { $0 + $1.count }
  }
}

/// A value that an upsert put in the place of another one.
public struct OverwrittenValue: Hashable, Sendable {
  /// The record.
  public var record: RecordID
  /// The property.
  public var property: AttributePath
  /// What stood there.
  public var old: Value
  /// What stands there now.
  public var new: Value

  /// Makes a value.
  public init(record: RecordID, property: AttributePath, old: Value, new: Value) {
    self.record = record
    self.property = property
    self.old = old
    self.new = new
  }
}

extension [ChangeSummary.ModelCount] {
  /// Adds records, in the order in which models come first.
  mutating func add(_ count: Int, of kind: String) {
    guard count > 0 else { return }
    if let place = firstIndex(where: { $0.kind == kind }) {
      self[place].count += count
    } else {
      append(ChangeSummary.ModelCount(kind: kind, count: count))
    }
  }

  /// The same for several models.
  mutating func add(_ counts: [ChangeSummary.ModelCount]) {
    for counted in counts { add(counted.count, of: counted.kind) }
  }
}
