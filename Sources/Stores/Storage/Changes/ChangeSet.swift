/// Changes that a store applies all together or not at all.
public struct ChangeSet: Sendable {
  /// Records to add, under keys that the store has not: numbers that it reserved
  /// (``Store/reserveKeys(_:of:)``), numbers from 1 where the entity is new, or those of records that
  /// come back. What is not said of them is nil.
  public var inserted: [RecordRows] = []
  /// New values of records; what is not said of them stays.
  public var updated: [RecordRows] = []
  /// Records that go. No record that stays leads to one of them unless its relationship has the
  /// rule `no action`: such a reference is kept, and reads as nil.
  public var deleted: [RecordSelection] = []
  /// Pairs of many-to-many relationships that become linked or get other places.
  public var linked: [RecordLinkage] = []
  /// Pairs that are linked no more; those of deleted records need not be named.
  public var unlinked: [RecordPair] = []
  /// The numbers that the next new records get at least, by root entity: smaller ones count as handed
  /// out, as if the store had had records of them.
  public var nextNumbers: [String: Int64] = [:]
  /// What the statements did that are saved, in their order; kept together with the changes by a store that
  /// keeps a history (``Store/keepsHistory``), ignored by others.
  public var history: [HistoryEvent] = []
  /// The version of the store that the changes were made for; if it has another one by now they
  /// are refused with ``StoreError/outdated``. Nil takes any.
  public var basis: StoreVersion?

  /// No changes.
  public init() {}
}

/// A number that every change of a store raises.
public struct StoreVersion: Hashable, Comparable, Sendable {
  /// The number.
  public let number: Int64

  /// Makes a version.
  public init(_ number: Int64) { self.number = number }

  /// Whether `left` came before `right`.
  public static func < (left: StoreVersion, right: StoreVersion) -> Bool {
    left.number < right.number
  }
}
