public import Model

/// The changes of one record.
public struct RecordChange: Hashable, Sendable {
  /// The kind of change.
  public enum Action: String, Hashable, Sendable {
    case inserted
    case updated
    case deleted
  }

  /// A changed value.
  public struct ValueChange: Hashable, Sendable {
    /// The property.
    public let property: AttributePath
    /// The old value; nil for a new record.
    public let old: Value
    /// The new value; nil for a deleted record.
    public let new: Value

    /// Creates a change.
    public init(property: AttributePath, old: Value, new: Value) {
      self.property = property
      self.old = old
      self.new = new
    }
  }

  /// A record added to or removed from a many-to-many relationship.
  public struct LinkChange: Hashable, Sendable {
    /// The relationship.
    public let relationship: String
    /// The record at the other end.
    public let member: RecordID
    /// Whether the record was added.
    public let isAdded: Bool

    /// Creates a change.
    public init(relationship: String, member: RecordID, isAdded: Bool) {
      self.relationship = relationship
      self.member = member
      self.isAdded = isAdded
    }
  }

  /// The words before a property in the names of ``positions`` that merges note: `@value.limit`.
  public enum NoteWord: String, CaseIterable, Sendable {
    /// The value that a statement wrote.
    case value = "@value"
    /// The statement.
    case stamp = "@stamp"
    /// The position in an ordered relationship.
    case place = "@place"
    /// The state of a link.
    case link = "@link"
  }

  /// The entity of what a merge notes about the whole store.
  public static let noteEntity = "@merge"

  /// The record.
  public let record: RecordID
  /// The kind of change.
  public let action: Action
  /// The changed values in the order of the model, including to-one relationships. For new and
  /// deleted records, the values that are not nil.
  public let values: [ValueChange]
  /// The changes of many-to-many relationships, in order, for the record at the end that names
  /// them.
  public let links: [LinkChange]
  /// The changed positions in ordered relationships, by relationship, without those of new records.
  ///
  /// For a to-one relationship, a position among the members of the referenced record. For a
  /// many-to-many relationship, lists of the member and its positions at both ends.
  public let positions: [ValueChange]

  /// Creates a change.
  public init(
    record: RecordID,
    action: Action,
    values: [ValueChange],
    links: [LinkChange],
    positions: [ValueChange] = []
  ) {
    self.record = record
    self.action = action
    self.values = values
    self.links = links
    self.positions = positions
  }
}
