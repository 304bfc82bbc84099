public import Model
public import Storage

/// What a statement would do.
public struct ChangePreview: Sendable {
  /// The numbers.
  public let summary: ChangeSummary
  /// Why the statement would be refused, of very many reasons the first; empty if it would not be.
  public let problems: [ChangeProblem]
  /// How many reasons there are.
  public let problemCount: Int
  /// Those of the problems' records that are not there yet, so that nobody knows their numbers.
  public let newRecords: Set<RecordID>
  /// What would become of records; of many the first.
  public let records: [RecordChange]
  /// How many records would be touched.
  public let recordCount: Int
  /// Why records would go that are not named: the record that they go with, by which of its
  /// relationships.
  public let causes: [RecordID: (owner: RecordID, relationship: String)]
}
