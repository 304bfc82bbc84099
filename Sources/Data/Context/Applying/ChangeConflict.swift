public import Model

/// Why a stated change cannot be applied.
public struct ChangeConflict: Hashable, Sendable {
  /// A part of a change.
  public enum Part: Hashable, Sendable {
    case record
    /// One of its values.
    case value(Int)
    /// One of its links.
    case link(Int)
  }

  /// What is wrong.
  public enum Fact: Hashable, Sendable {
    /// The record that would be inserted exists.
    case exists
    /// The number of the new record is greater than this limit.
    case tooLarge(limit: Int64)
    /// The record does not exist.
    case missing
    /// A property has another value than the stated one.
    case differs(AttributePath, present: Value, stated: Value)
    /// A new record has no value for a required attribute.
    case lacks(AttributePath)
    /// The model of the record does not have a property.
    case notInModel(AttributePath, model: String)
    /// A relationship of a record would reference a record of another model than it can.
    case otherModel(of: RecordID, String, RecordID, model: String, wanted: String)
    /// The records are already linked.
    case linked(String, RecordID)
    /// The records are not linked.
    case unlinked(String, RecordID)
    /// A relationship would reference a record that does not exist.
    case dangling(String, RecordID)
    /// Another record still references the deleted one.
    case referenced(by: RecordID, String)
    /// The other end of a one-to-one relationship does not change with it.
    case otherEnd(RecordID, String)
    /// The members of an ordered relationship are not those of the stated order.
    case members(String, [RecordID])
  }

  /// The record.
  public let record: RecordID
  /// The place of the change.
  public let change: Int
  /// The part of the change.
  public let part: Part
  /// What is wrong.
  public let fact: Fact
}

/// Stated changes that do not fit the store. None was applied.
public struct ChangeConflicts: Error {
  /// All conflicts, in the order of the changes.
  public let all: [ChangeConflict]
}
