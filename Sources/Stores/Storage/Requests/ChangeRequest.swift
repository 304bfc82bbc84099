public import Diagnostics
public import Model

/// A change statement with resolved names and types, in terms of stored entities and members.
public enum ChangeRequest: Sendable {
  case insert(InsertRequest)
  case upsert(UpsertRequest)
  case update(UpdateRequest)
  case delete(DeleteRequest)
}

/// Records to insert if their key is new, or else to update.
public struct UpsertRequest: Sendable {
  /// The records with the given values; nested records follow those that contain them.
  public var records: [InsertedRecord]
  /// The number of records in the statement, without nested ones.
  public var topLevelCount: Int

  /// Creates a request.
  public init(records: [InsertedRecord], topLevelCount: Int) {
    self.records = records
    self.topLevelCount = topLevelCount
  }
}

/// Records to change.
public struct UpdateRequest: Sendable {
  /// The query that finds the records.
  public var selection: FetchRequest
  /// The model in the statement, for messages.
  public var kind: String
  /// The assignments in written order. All values are computed before any is set.
  public var assignments: [Assignment]
  /// New records that assignments refer to by number.
  public var records: [InsertedRecord]
  /// The position of new records in the statement, which require that exactly one record matches;
  /// nil if any number may match.
  public var needsOne: SourceSpan?

  /// Creates a request.
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
  /// The change of a property.
  public enum Change: Sendable {
    /// Sets a stored field to an expression over scope level 0, the old record.
    case field(AttributePath, TypedExpression)
    /// Appends elements to a stored array, or removes all elements equal to one of them; the
    /// expression is a list over scope level 0.
    case elements(AttributePath, isAdded: Bool, TypedExpression)
    /// Sets a to-one relationship to the record of an expression over scope level 0, or to nil.
    case reference(RelationshipReference, TypedExpression)
    /// Changes the related records.
    case links(RelationshipReference, LinkOperation, [InsertedLink])
  }

  /// The property's name in the model.
  public var name: AttributePath
  /// The change.
  public var change: Change
  /// The position of the assignment in the statement.
  public var span: SourceSpan

  /// Creates an assignment.
  public init(name: AttributePath, change: Change, span: SourceSpan) {
    self.name = name
    self.change = change
    self.span = span
  }
}

/// How an update changes the related records.
public enum LinkOperation: Hashable, Sendable {
  /// Replaces them.
  case set
  /// Adds records.
  case add
  /// Removes records.
  case remove
}

/// Records to delete.
public struct DeleteRequest: Sendable {
  /// The query that finds the records.
  public var selection: FetchRequest
  /// The model in the statement, for messages.
  public var kind: String

  /// Creates a request.
  public init(selection: FetchRequest, kind: String) {
    self.selection = selection
    self.kind = kind
  }
}
