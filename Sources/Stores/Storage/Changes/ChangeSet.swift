/// Changes that a store applies together: all of them or none.
///
/// ```
/// var changes = ChangeSet()
/// changes.deleted = [RecordSelection(entity: "Budget", keys: .list([.number(4)]))]
/// try store.writable().apply(changes)
/// ```
public struct ChangeSet: Sendable {
  /// New records.
  ///
  /// Their keys are numbers that the store reserved (``WritableStore/reserveKeys(_:of:)``), numbers
  /// from 1 if the entity is new, or the keys of deleted records that are restored. Properties
  /// without a column are nil.
  public var inserted: [RecordRows] = []
  /// New values of existing records. Properties without a column keep their value.
  public var updated: [RecordRows] = []
  /// Deleted records.
  ///
  /// No remaining record may reference one of them, except through a relationship with the delete
  /// rule `no action`: the store keeps such a reference and reads it as nil.
  public var deleted: [RecordSelection] = []
  /// Pairs of many-to-many relationships to link, or to give new positions.
  public var linked: [RecordLinkage] = []
  /// Pairs to unlink. Pairs of deleted records may be omitted.
  public var unlinked: [RecordPair] = []
  /// The lowest numbers for the next new records, by root entity. Smaller numbers count as used.
  public var nextNumbers: [String: Int64] = [:]
  /// What the saved statements did, oldest first.
  ///
  /// A ``HistoryStore`` saves them together with the changes; other stores ignore them.
  public var history: [HistoryEvent] = []
  /// The store version that the changes are based on; nil for any version.
  ///
  /// If the store has another version, applying the changes throws ``StoreError/outdated``.
  public var basis: StoreVersion?

  /// Creates an empty change set.
  public init() {}
}

/// A number that increases with every change of a store.
public struct StoreVersion: Hashable, Comparable, Sendable {
  /// The number.
  public let number: Int64

  /// Creates a version.
  public init(_ number: Int64) { self.number = number }

  /// Whether `left` is older than `right`.
  public static func < (left: StoreVersion, right: StoreVersion) -> Bool {
    left.number < right.number
  }
}
