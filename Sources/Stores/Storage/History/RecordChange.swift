public import Model

/// What became of one record.
public struct RecordChange: Hashable, Sendable {
  /// What was done with it.
  public enum Action: String, Hashable, Sendable {
    case inserted
    case updated
    case deleted
  }

  /// A value that was set.
  public struct ValueChange: Hashable, Sendable {
    /// The property.
    public let property: AttributePath
    /// What stood there; nil for a new record.
    public let old: Value
    /// What stands there now; nil for a record that goes.
    public let new: Value

    /// Makes a change.
    public init(property: AttributePath, old: Value, new: Value) {
      self.property = property
      self.old = old
      self.new = new
    }
  }

  /// A record that came behind a relationship whose two ends hold many, or went from there.
  public struct LinkChange: Hashable, Sendable {
    /// The relationship.
    public let relationship: String
    /// The record at the other end.
    public let member: RecordID
    /// Whether it came.
    public let isAdded: Bool

    /// Makes a change.
    public init(relationship: String, member: RecordID, isAdded: Bool) {
      self.relationship = relationship
      self.member = member
      self.isAdded = isAdded
    }
  }

  /// The record.
  public let record: RecordID
  /// What was done with it.
  public let action: Action
  /// The values that differ, by the order of the model; of a new or deleted record those that are
  /// not nil. A to-one relationship is a value too.
  public let values: [ValueChange]
  /// The members of relationships that hold many at both ends, by the order of the changes; told of
  /// the record from which they were linked.
  public let links: [LinkChange]

  /// Makes a change.
  public init(record: RecordID, action: Action, values: [ValueChange], links: [LinkChange]) {
    self.record = record
    self.action = action
    self.values = values
    self.links = links
  }
}
