public import Diagnostics
public import Expressions
public import Model
public import Storage

/// Why a change was refused: all problems. None of the change was applied.
public struct ChangeFailure: Error, Hashable, Sendable {
  /// The first problems.
  public var problems: [ChangeProblem]
  /// The total number of problems.
  public var total: Int
  /// The new records in ``problems``, with their positions in the statement.
  public var newRecords: [RecordID: SourceSpan]

  /// The maximum number of problems to report.
  static let maxReported = 10

  /// Creates a failure with one problem.
  public init(_ problem: ChangeProblem) {
    self.init([problem])
  }

  /// Creates a failure with the first of `problems`.
  public init(_ problems: [ChangeProblem], newRecords: [RecordID: SourceSpan] = [:]) {
    self.problems = Array(problems.prefix(Self.maxReported))
    total = problems.count
    let reported = Set(self.problems.compactMap(\.record))
    self.newRecords = newRecords.filter { reported.contains($0.key) }
  }

  /// Whether another writer has changed or deleted the same records before these changes were
  /// saved. After a `rollback`, the changes may be possible.
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

/// A problem with a change.
public enum ChangeProblem: Hashable, Sendable {
  /// A required field or to-one relationship has no value.
  case missingValue(RecordID, kind: String, property: String)
  /// Another record has the same value in a unique key.
  case taken(
    RecordID,
    kind: String,
    attributes: [AttributePath],
    values: [Value],
    by: RecordID,
    ignoring: StringMatch? = nil
  )
  /// Two records of the statement have the same value in a unique key: the later one and the
  /// earlier one.
  case repeated(
    RecordID,
    kind: String,
    attributes: [AttributePath],
    values: [Value],
    first: RecordID,
    ignoring: StringMatch? = nil
  )
  /// The record violates a rule of the model.
  case broken(RecordID, kind: String, rule: String, message: String?)
  /// A rule cannot be evaluated.
  case unchecked(RecordID, kind: String, rule: String, EvaluationError)
  /// A to-many relationship has too few or too many members.
  case outOfBounds(
    RecordID,
    kind: String,
    relationship: String,
    count: Int,
    bounds: RelationshipBounds
  )
  /// A record cannot be deleted because others reference it through a relationship with the rule
  /// `deny`.
  case denied(RecordID, kind: String, relationship: String, blockers: [RecordID], total: Int)
  /// A to-one relationship requires one record, but the query finds another number.
  case wrongCount(kind: String, found: Int, SourceSpan)
  /// The record does not exist.
  case noSuchRecord(kind: String, RecordID, SourceSpan)
  /// New records cannot be related to several records.
  case severalOwners(kind: String, found: Int, SourceSpan)
  /// The identity of a record would change.
  case identityChanged(RecordID, property: String)
  /// The keys of an upsert match different records.
  case ambiguousKey([RecordID], SourceSpan)
  /// The key of an upsert belongs to a record of another model.
  case otherKind(RecordID, kind: String, wanted: String, SourceSpan)
  /// Another writer has changed the record. `ours` equals `was` if only other properties were
  /// changed here; nil if the record was deleted here.
  case conflict(RecordID, property: String, was: Value, theirs: Value, ours: Value?)
  /// Another writer has deleted a record that was changed here.
  case deletedMeanwhile(RecordID, ours: [RecordChange.ValueChange])
  /// Another writer has deleted a record that is referenced here.
  case targetDeletedMeanwhile(RecordID, by: RecordID, relationship: String)
  /// Another writer has reordered the same relationship.
  case reordered(RecordID, relationship: String, theirs: [RecordID], ours: [RecordID])
  /// A value to undo or redo has changed in the meantime.
  case touched(RecordID, property: String, left: Value, now: Value)
}

extension ChangeProblem {
  /// The record with the problem; nil if the statement has it.
  public var record: RecordID? {
    switch self {
    case .missingValue(let id, _, _), .taken(let id, _, _, _, _, _),
      .repeated(let id, _, _, _, _, _),
      .broken(let id, _, _, _), .unchecked(let id, _, _, _), .outOfBounds(let id, _, _, _, _),
      .denied(let id, _, _, _, _), .conflict(let id, _, _, _, _), .deletedMeanwhile(let id, _),
      .targetDeletedMeanwhile(_, let id, _), .reordered(let id, _, _, _), .touched(let id, _, _, _),
      .identityChanged(let id, _):
      id
    case .wrongCount, .noSuchRecord, .severalOwners, .ambiguousKey, .otherKind: nil
    }
  }

  /// The attributes or the relationship that break the rule; empty if the problem is not about one.
  public var properties: [String] {
    switch self {
    case .missingValue(_, _, let property): [property]
    case .taken(_, _, let attributes, _, _, _), .repeated(_, _, let attributes, _, _, _):
      attributes.map(\.description)
    case .outOfBounds(_, _, let relationship, _, _): [relationship]
    default: []
    }
  }
}
