public import Model

/// What one saved statement did.
public struct HistoryEvent: Hashable, Sendable {
  /// When the statement ran.
  public let time: Timestamp
  /// Who made it; nil where nobody was named.
  public let author: String?
  /// The statement.
  public let title: String
  /// What became of records.
  public let records: [RecordChange]
}
