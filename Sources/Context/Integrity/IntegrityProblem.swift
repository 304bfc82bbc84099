public import Model

/// Something in a store that its schema does not allow.
public enum IntegrityProblem: Hashable, Sendable {
  /// What no change would be allowed to bring about: a missing value, a taken key, a broken rule.
  case broken(ChangeProblem)
  /// A relationship leads to a record that is not there; with `no action` that may be.
  case dangling(RecordID, kind: String, relationship: String, target: RecordID)
  /// A record leads to another one that does not lead back.
  case oneSided(RecordID, relationship: String, other: RecordID, inverse: String)
  /// A text that is no case of its enum.
  case noCase(RecordID, kind: String, property: String, text: String)
  /// A record is of a model that the schema does not have.
  case unknownKind(RecordID, text: String)
}
