public import Diagnostics
public import Model

/// What a statement wants to be changed, with all names and types resolved, under the names by
/// which stores keep entities and members.
public enum ChangeRequest: Sendable {
  case insert(InsertRequest)
  case upsert(UpsertRequest)
  case update(UpdateRequest)
  case delete(DeleteRequest)
}

/// Records to be inserted where their key is new, and to be updated where it is there.
public struct UpsertRequest: Sendable {
  /// The records with what is said of them; nested ones follow those that they stand in.
  public var records: [InsertedRecord]
  /// How many records the statement names itself, nested ones aside.
  public var topLevelCount: Int

  /// Makes a request.
  public init(records: [InsertedRecord], topLevelCount: Int) {
    self.records = records
    self.topLevelCount = topLevelCount
  }
}

/// Records to be changed.
public struct UpdateRequest: Sendable {
  /// Finds the records.
  public var selection: FetchRequest
  /// The model that the statement names, for messages.
  public var kind: String
  /// What each of the records gets, in written order. All values are computed before any is set.
  public var assignments: [Assignment]
  /// New records that assignments lead to, by their numbers.
  public var records: [InsertedRecord]
  /// Where new records stand, so that exactly one record must be found; nil where any number will do.
  public var needsOne: SourceSpan?

  /// Makes a request.
  public init(
    selection: FetchRequest,
    kind: String,
    assignments: [Assignment],
    records: [InsertedRecord] = [],
    needsOne: SourceSpan? = nil
  ) {
    self.selection = selection
    self.kind = kind
    self.assignments = assignments
    self.records = records
    self.needsOne = needsOne
  }
}

/// One change of each record of an update.
public struct Assignment: Sendable {
  /// What becomes of a property.
  public enum Change: Sendable {
    /// A stored field gets the value of an expression over scope level 0, the record as it was.
    case field(AttributePath, TypedExpression)
    /// A stored array gets elements at its end, or loses all that are equal to one of them; the
    /// expression is a list over scope level 0.
    case elements(AttributePath, isAdded: Bool, TypedExpression)
    /// A to-one relationship leads to the record that an expression over scope level 0 is, or
    /// nowhere.
    case reference(RelationshipReference, TypedExpression)
    /// A relationship gets, or loses, the records that are named.
    case links(RelationshipReference, LinkOperation, [InsertedLink])
  }

  /// The property as the model calls it.
  public var name: AttributePath
  /// What becomes of it.
  public var change: Change
  /// Where the assignment stands.
  public var span: SourceSpan

  /// Makes an assignment.
  public init(name: AttributePath, change: Change, span: SourceSpan) {
    self.name = name
    self.change = change
    self.span = span
  }
}

/// What an update does with the records at the other end of a relationship.
public enum LinkOperation: Hashable, Sendable {
  /// These stand there and no others.
  case set
  /// These too.
  case add
  /// These no more.
  case remove
}

/// Records to be deleted.
public struct DeleteRequest: Sendable {
  /// Finds the records.
  public var selection: FetchRequest
  /// The model that the statement names, for messages.
  public var kind: String

  /// Makes a request.
  public init(selection: FetchRequest, kind: String) {
    self.selection = selection
    self.kind = kind
  }
}
