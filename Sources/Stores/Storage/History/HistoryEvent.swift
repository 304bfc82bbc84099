public import Model

/// What one saved statement did.
public struct HistoryEvent: Hashable, Sendable {
  /// When the statement was saved.
  public let time: Timestamp
  /// Who made it; nil where nobody was named.
  public let author: String?
  /// The statement.
  public let title: String
  /// New records of which only the identities are kept: all of an entity of which the statement made
  /// more than ``mostListedInserts``, or of which the store keeps no values. Each selection is a run of
  /// numbers that follow each other, or a list of keys that are no numbers.
  public let bulkInserts: [RecordSelection]
  /// What became of all other records.
  public let records: [RecordChange]

  /// So many new records of one entity are told of with their values.
  public static let mostListedInserts = 1_000

  /// Makes an event.
  public init(
    time: Timestamp,
    author: String?,
    title: String,
    bulkInserts: [RecordSelection] = [],
    records: [RecordChange]
  ) {
    self.time = time
    self.author = author
    self.title = title
    self.bulkInserts = bulkInserts
    self.records = records
  }

  /// Whether no record is told of.
  public var isEmpty: Bool { bulkInserts.isEmpty && records.isEmpty }
}
