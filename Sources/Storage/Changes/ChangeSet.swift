public import Columns
public import Model

/// Changes that a store applies all together or not at all.
///
/// Records get their identities in the order of ``inserts``, then in that of ``loads``. Links take
/// effect one after another in the order of ``inserts``, of one record in declared order; where
/// they contradict each other the later one wins.
public struct ChangeSet: Sendable {
  /// Records to add, in the order in which they get their identities.
  public var inserts: [RecordInsert] = []
  /// Whole columns to add as records, as readers of files make them.
  public var loads: [ColumnLoad] = []
  /// Records to add under keys of their own, which the store has not; see
  /// ``Store/reserveKeys(_:of:)``. What is not said of them is nil.
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
  /// The version of the store that the changes were made for; if it has another one by now they
  /// are refused with ``StoreError/outdated``. Nil takes any.
  public var basis: StoreVersion?

  /// No changes.
  public init() {}
}

/// One record to add.
public struct RecordInsert: Sendable {
  /// The record's entity.
  public var entity: String
  /// A number by which other inserts of the same change set refer to this record.
  public var temporaryID: Int
  /// The values of stored fields; fields that are missing are nil.
  public var values: [AttributePath: Value]
  /// What stands at the other end of relationships, by their names.
  public var links: [String: [RecordLink]]

  /// Makes an insert.
  public init(
    entity: String,
    temporaryID: Int,
    values: [AttributePath: Value],
    links: [String: [RecordLink]] = [:]
  ) {
    self.entity = entity
    self.temporaryID = temporaryID
    self.values = values
    self.links = links
  }
}

/// One end of a relationship.
public enum RecordLink: Hashable, Sendable {
  /// A record that the store has.
  case saved(RecordID)
  /// A record of the same change set.
  case pending(Int)
}

/// Many records of one entity as columns.
public struct ColumnLoad: Sendable {
  /// The records' entity.
  public var entity: String
  /// The number of records.
  public var count: Int
  /// A column of `count` rows for stored fields; fields that are missing are nil.
  public var columns: [AttributePath: Column]
  /// What to-one relationships lead to, by their names; those that are missing lead nowhere. Their
  /// inverses are to-many.
  public var references: [String: LoadedReferences]

  /// Makes a load.
  public init(
    entity: String,
    count: Int,
    columns: [AttributePath: Column],
    references: [String: LoadedReferences] = [:]
  ) {
    self.entity = entity
    self.count = count
    self.columns = columns
    self.references = references
  }
}

/// Where the records of a load lead: to those of an earlier load of the same change set.
public struct LoadedReferences: Sendable {
  /// The place of the other load in ``ChangeSet/loads``.
  public var load: Int
  /// A row of the other load for each record.
  public var rows: [Int64]

  /// Makes references.
  public init(load: Int, rows: [Int64]) {
    self.load = load
    self.rows = rows
  }
}

/// What applying a change set made.
public struct ChangeResult: Sendable {
  /// The identity that each temporary id became.
  public var identities: [Int: RecordID]
  /// The version of the store that the changes made.
  public var version: StoreVersion

  /// Makes a result.
  public init(identities: [Int: RecordID] = [:], version: StoreVersion = StoreVersion(0)) {
    self.identities = identities
    self.version = version
  }
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
