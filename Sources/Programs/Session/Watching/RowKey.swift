public import Model

/// Identifies a row of a result.
public enum RowKey: Hashable, Sendable {
  /// The record of the row.
  case record(RecordID)
  /// The group's keys; empty if all records are one group.
  case group([Value])
  /// The values, and the number of equal rows before it.
  case values([Value], occurrence: Int)
}
