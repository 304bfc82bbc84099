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

  /// Makes a result.
  public init(identities: [Int: RecordID] = [:]) {
    self.identities = identities
  }
}
