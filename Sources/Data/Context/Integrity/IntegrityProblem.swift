public import Model

/// A violation of the schema in a store.
public enum IntegrityProblem: Hashable, Sendable {
  /// A problem that no change would be allowed to cause: a missing value, a duplicate key, a
  /// violated rule.
  case broken(ChangeProblem)

  // Values

  /// A column without a value of its type for each record.
  case wrongColumn(kind: String, property: String, type: ValueType)
  /// A value that no attribute may have: NaN, or a string with NUL.
  case forbiddenValue(RecordID, kind: String, property: String)
  /// A value of another program that does not fit the attribute and reads as nil.
  case invalidValue(RecordID, kind: String, property: String, type: ValueType, text: String)
  /// A string of another program with invalid UTF-8, which reads as U+FFFD.
  case repairedText(RecordID, kind: String, property: String, text: String)
  /// A string that is not a case of its enum.
  case noCase(RecordID, kind: String, property: String, text: String)
  /// The model of a record is not in the schema.
  case unknownKind(RecordID, text: String)
  /// A record has a value of an attribute that only other models have.
  case strayValue(RecordID, kind: String, property: String, owner: String)

  // Identities and indexes

  /// The store reports another number of records than a scan finds.
  case wrongCount(kind: String, reported: Int, found: Int)
  /// Two records have the same identity.
  case repeatedIdentity(RecordID, kind: String)
  /// A record is not found by its identity.
  case notFoundByIdentity(RecordID, kind: String)
  /// A record is not found by the index of a unique key.
  case notFoundByIndex(RecordID, kind: String, attributes: [AttributePath])

  // Relationships

  /// A relationship references a deleted record. With `no action`, this is allowed.
  case dangling(RecordID, kind: String, relationship: String, target: RecordID)
  /// A relationship references something that never was a record.
  case invalidTarget(RecordID, kind: String, relationship: String)
  /// A relationship references a record of a wrong model.
  case wrongKind(
    RecordID,
    kind: String,
    relationship: String,
    other: RecordID,
    otherKind: String,
    wanted: String
  )
  /// A record references another one whose inverse does not match.
  case oneSided(
    RecordID,
    kind: String,
    relationship: String,
    other: RecordID,
    otherKind: String,
    inverse: String
  )
  /// A record is a member of a relationship twice.
  case repeatedMember(
    RecordID,
    kind: String,
    relationship: String,
    other: RecordID,
    otherKind: String
  )
  /// Two members of an ordered relationship have the same position.
  case samePosition(
    RecordID,
    kind: String,
    relationship: String,
    other: RecordID,
    otherKind: String
  )
  /// The members of an ordered relationship are not in the order of their positions.
  case wrongOrder(RecordID, kind: String, relationship: String)

  /// The saved history cannot be read; `reason` says which statement.
  case unreadableHistory(reason: String)
  /// A rule was not checked because it reads damaged data.
  case skippedCheck(kind: String, rule: String)
}
