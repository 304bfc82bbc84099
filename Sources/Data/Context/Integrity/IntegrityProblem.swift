public import Model

/// Something in a store that its schema does not allow.
public enum IntegrityProblem: Hashable, Sendable {
  /// What no change would be allowed to bring about: a missing value, a taken key, a broken rule.
  case broken(ChangeProblem)

  // Values

  /// A column that does not hold one value of its type for each record.
  case wrongColumn(kind: String, property: String, type: ValueType)
  /// A value that no attribute may have: a number that is none, a text with NUL.
  case forbiddenValue(RecordID, kind: String, property: String)
  /// A value of another program that does not fit the attribute, and so reads as nil.
  case misfit(RecordID, kind: String, property: String, type: ValueType, text: String)
  /// A text of another program that has bytes which are no UTF-8, in the place of which U+FFFD is read.
  case repairedText(RecordID, kind: String, property: String, text: String)
  /// A text that is no case of its enum.
  case noCase(RecordID, kind: String, property: String, text: String)
  /// A record is of a model that the schema does not have.
  case unknownKind(RecordID, text: String)
  /// A record has a value of an attribute that only other models have.
  case strayValue(RecordID, kind: String, property: String, owner: String)

  // Identities and indexes

  /// The store says that it has another number of records.
  case wrongCount(kind: String, told: Int, found: Int)
  /// Two records have one identity.
  case repeatedIdentity(RecordID, kind: String)
  /// A record is there, and not found by its identity.
  case lostIdentity(RecordID, kind: String)
  /// The index of a unique key does not find a record that has it.
  case lostByIndex(RecordID, kind: String, attributes: [AttributePath])

  // Relationships

  /// A relationship leads to a record that is gone; with `no action` that may be.
  case dangling(RecordID, kind: String, relationship: String, target: RecordID)
  /// A relationship leads to what is no record at all.
  case leadsAstray(RecordID, kind: String, relationship: String)
  /// A relationship leads to a record of a model that it is not for.
  case wrongKind(
    RecordID,
    kind: String,
    relationship: String,
    other: RecordID,
    otherKind: String,
    wanted: String
  )
  /// A record leads to another one that does not lead back.
  case oneSided(
    RecordID,
    kind: String,
    relationship: String,
    other: RecordID,
    otherKind: String,
    inverse: String
  )
  /// A record is behind a relationship twice.
  case repeatedMember(
    RecordID,
    kind: String,
    relationship: String,
    other: RecordID,
    otherKind: String
  )
  /// Two members of an ordered relationship stand in one place.
  case samePlace(
    RecordID,
    kind: String,
    relationship: String,
    other: RecordID,
    otherKind: String
  )
  /// The members of an ordered relationship do not come in the order of their places.
  case disordered(RecordID, kind: String, relationship: String)

  /// A rule was not tried, as what it reads is damaged.
  case untried(kind: String, rule: String)
}
