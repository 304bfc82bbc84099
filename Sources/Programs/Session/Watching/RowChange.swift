public import Model

/// What became of one row of a watched result.
public struct RowChange: Hashable, Sendable {
  /// What happened.
  public enum Kind: String, Hashable, Sendable {
    /// The query finds it now.
    case inserted
    /// The query found it before, and now `limit` and `offset` let it through.
    case entered
    /// It shows other values.
    case changed
    /// It shows the same values in another place.
    case moved
    /// The query does not find it any more.
    case removed
    /// The query finds it still, but `limit` or `offset` does not let it through any more.
    case left
  }

  /// What happened.
  public let kind: Kind
  /// Which row.
  public let key: RowKey
  /// The place in the new result, from 0, of a row that came or has another place among those that stayed; nil
  /// for others.
  public let place: Int?
  /// What was shown of it: all of a row that goes, what is different of one that changed, else nothing.
  public let old: [ObjectField]
  /// What is shown of it: all of a row that came, or moved and is known by its values alone; what is
  /// different of one that changed; else nothing.
  public let new: [ObjectField]
}

/// How a watched result became another one.
///
/// Who takes the rows that are removed, left or have a new place out of the old result, and then puts in those
/// with a place, each in its own and from the first to the last, has the new one.
public struct ResultChanges: Hashable, Sendable {
  /// What became of rows: those that go by their old order, then all others by the new one.
  public let changes: [RowChange]
  /// The number of rows that there are now.
  public let rowCount: Int
}
