public import Diagnostics
public import Expressions
public import Model
public import Storage

/// Why a change is refused: all that is wrong with it, nothing of it was done.
public struct ChangeFailure: Error, Hashable, Sendable {
  /// What is wrong; of very many the first.
  public var problems: [ChangeProblem]
  /// How many there are.
  public var total: Int
  /// The records among those that the problems are of that would be new, with their places in the
  /// statement.
  public var newRecords: [RecordID: SourceSpan]

  /// So many problems are told at most.
  static let mostTold = 10

  /// Makes a failure of one problem.
  public init(_ problem: ChangeProblem) {
    self.init([problem])
  }

  /// Makes a failure; of too many problems the first are kept.
  public init(_ problems: [ChangeProblem], newRecords: [RecordID: SourceSpan] = [:]) {
    self.problems = Array(problems.prefix(Self.mostTold))
    total = problems.count
    let told = Set(self.problems.compactMap(\.record))
    self.newRecords = newRecords.filter { told.contains($0.key) }
  }

  /// Whether somebody else changed or deleted the same records before these changes were saved: the same
  /// may well be possible over what stands there now, after a `rollback`.
  public var isConflict: Bool { problems.contains(where: \.isConflict) }
}

extension ChangeProblem {
  fileprivate var isConflict: Bool {
    switch self {
    case .conflict, .deletedMeanwhile, .targetDeletedMeanwhile, .reordered: true
    default: false
    }
  }
}

/// One thing that is wrong with a change.
public enum ChangeProblem: Hashable, Sendable {
  /// A field or a to-one relationship that must have a value has none.
  case missingValue(RecordID, kind: String, property: String)
  /// Another record has the same value of a unique attribute, or the same values of several.
  case taken(RecordID, kind: String, attributes: [AttributePath], values: [Value], by: RecordID)
  /// Two records of the statement get the same value of a unique attribute, or the same values of
  /// several: the later one and the earlier one.
  case repeated(
    RecordID,
    kind: String,
    attributes: [AttributePath],
    values: [Value],
    first: RecordID
  )
  /// A rule of the model does not hold.
  case broken(RecordID, kind: String, rule: String, message: String?)
  /// A rule cannot be computed.
  case unchecked(RecordID, kind: String, rule: String, EvaluationError)
  /// A to-many relationship has too few or too many members.
  case outOfBounds(
    RecordID,
    kind: String,
    relationship: String,
    count: Int,
    bounds: RelationshipBounds
  )
  /// A record cannot go, as another one leads to it by a relationship with the rule `deny`.
  case denied(RecordID, kind: String, relationship: String, blockers: [RecordID], total: Int)
  /// A to-one place needs one record, and the query finds another number.
  case notOne(kind: String, found: Int, SourceSpan)
  /// A record that is named is not there.
  case noSuchRecord(kind: String, RecordID, SourceSpan)
  /// New records were put behind a relationship of several records.
  case severalOwners(kind: String, found: Int, SourceSpan)
  /// What identifies a record would become something else.
  case identityChanged(RecordID, property: String)
  /// The keys of an upsert match different records.
  case ambiguousKey([RecordID], SourceSpan)
  /// The key of an upsert is that of a record of another model.
  case otherKind(RecordID, kind: String, wanted: String, SourceSpan)
  /// Another writer changed a record that is changed here too; `ours` is the same as `was` where other
  /// properties were changed here, and nil where the record was deleted.
  case conflict(RecordID, property: String, was: Value, theirs: Value, ours: Value?)
  /// Another writer deleted a record of which values were changed here.
  case deletedMeanwhile(RecordID, ours: [RecordChange.ValueChange])
  /// Another writer deleted a record to which a relationship leads here.
  case targetDeletedMeanwhile(RecordID, by: RecordID, relationship: String)
  /// Another writer put the same members of a to-many relationship in another order.
  case reordered(RecordID, relationship: String, theirs: [RecordID], ours: [RecordID])
  /// What is to be undone, or done again, was changed in the meantime.
  case touched(RecordID, property: String, left: Value, now: Value)
}

extension ChangeProblem {
  /// The record that is at fault; nil where it is the statement.
  public var record: RecordID? {
    switch self {
    case .missingValue(let id, _, _), .taken(let id, _, _, _, _), .repeated(let id, _, _, _, _),
      .broken(let id, _, _, _), .unchecked(let id, _, _, _), .outOfBounds(let id, _, _, _, _),
      .denied(let id, _, _, _, _), .conflict(let id, _, _, _, _), .deletedMeanwhile(let id, _),
      .targetDeletedMeanwhile(_, let id, _), .reordered(let id, _, _, _), .touched(let id, _, _, _),
      .identityChanged(let id, _):
      id
    case .notOne, .noSuchRecord, .severalOwners, .ambiguousKey, .otherKind: nil
    }
  }
}
