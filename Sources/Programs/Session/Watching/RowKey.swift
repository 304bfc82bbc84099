public import Model

/// What tells a row of a result from all others, whatever it shows.
public enum RowKey: Hashable, Sendable {
  /// The record that the row shows.
  case record(RecordID)
  /// The keys of the group that the row shows; none where all records are one group.
  case group([Value])
  /// Nothing but its values: those, and how many rows before it have the same ones.
  case values([Value], occurrence: Int)
}
