public import Model

/// The changes of one saved statement.
public struct HistoryEvent: Hashable, Sendable {
  /// The number of the statement in its store, in the order of the saves; nil if it is not saved.
  public var number: Int64?
  /// When the statement was saved.
  public let time: Timestamp
  /// The author; nil if unknown.
  public let author: String?
  /// The text of the statement.
  public let title: String
  /// New records whose values are not saved: the records of an entity with more than
  /// ``maxListedInserts`` new ones, or of a store that does not save values. Each selection is a
  /// run of consecutive numbers or a list of other keys.
  public let bulkInserts: [RecordSelection]
  /// The changes of all other records.
  public let records: [RecordChange]

  /// The maximum number of new records of an entity that are saved with their values.
  public static let maxListedInserts = 1_000

  /// Creates an event.
  public init(
    number: Int64? = nil,
    time: Timestamp,
    author: String?,
    title: String,
    bulkInserts: [RecordSelection] = [],
    records: [RecordChange]
  ) {
    self.number = number
    self.time = time
    self.author = author
    self.title = title
    self.bulkInserts = bulkInserts
    self.records = records
  }

  /// Whether the event has no changes.
  public var isEmpty: Bool { bulkInserts.isEmpty && records.isEmpty }
}
