public import Model
public import Storage

/// The effects of a statement.
public struct ChangePreview: Sendable {
  /// The numbers of affected records.
  public let summary: ChangeSummary
  /// Why the statement would fail: the first problems; empty if it would succeed.
  public let problems: [ChangeProblem]
  /// The total number of problems.
  public let problemCount: Int
  /// The records in ``problems`` that do not exist yet, so that their numbers are not final.
  public let newRecords: Set<RecordID>
  /// The first changes of records.
  public let records: [RecordChange]
  /// The total number of changed records.
  public let recordCount: Int
  /// Why cascaded records would be deleted: the record they are deleted with, and its relationship.
  public let causes: [RecordID: (owner: RecordID, relationship: String)]
}
