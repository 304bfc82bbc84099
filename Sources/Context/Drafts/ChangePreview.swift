public import Model

/// What a statement would do.
public struct ChangePreview: Sendable {
  /// The numbers.
  public let summary: ChangeSummary
  /// Why the statement would be refused; empty if it would not be.
  public let problems: [ChangeProblem]
  /// What would become of records; of many the first.
  public let records: [RecordChange]
  /// How many records would be touched.
  public let recordCount: Int
  /// Why records would go that are not named: the record that they go with, by which of its
  /// relationships.
  public let causes: [RecordID: (owner: RecordID, relationship: String)]
}
