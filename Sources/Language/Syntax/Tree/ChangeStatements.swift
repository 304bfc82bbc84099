public import Diagnostics

/// `update Budget where name == "Vacation" set limit = limit * 1.1, owner = nil`
public struct UpdateStatement: Sendable {
  /// The query for the records: an entity or a saved query with `where`, `sort`, `limit` and
  /// `offset`.
  public let selection: QuerySyntax
  /// The position of `all`; nil if it was not written.
  public let all: SourceSpan?
  /// The assignments in written order; never empty.
  public let assignments: [AssignmentSyntax]

  /// Creates an update.
  public init(selection: QuerySyntax, all: SourceSpan?, assignments: [AssignmentSyntax]) {
    self.selection = selection
    self.all = all
    self.assignments = assignments
  }
}

/// `limit = limit * 1.1`, `members += (User where age > 60)`, `address.city = "Oslo"`
public struct AssignmentSyntax: Sendable {
  /// The target: an attribute, a relationship, or a field of a struct.
  public let path: [NameSyntax]
  /// The operation.
  public let operation: AssignmentOperation
  /// The position of the operator.
  public let operationSpan: SourceSpan
  /// The value.
  public let value: FieldValue

  /// Creates an assignment.
  public init(
    path: [NameSyntax],
    operation: AssignmentOperation,
    operationSpan: SourceSpan,
    value: FieldValue
  ) {
    self.path = path
    self.operation = operation
    self.operationSpan = operationSpan
    self.value = value
  }
}

/// The operation of an assignment.
public enum AssignmentOperation: String, Sendable, Hashable, CaseIterable {
  case set = "="
  /// Adds to a to-many relationship, an array or a number.
  case add = "+="
  /// Removes from a to-many relationship or an array, or subtracts from a number.
  case subtract = "-="
}

/// `delete Budget where spent > limit`, `delete all Budget`
public struct DeleteStatement: Sendable {
  /// The query for the records: an entity or a saved query with `where`, `sort`, `limit` and
  /// `offset`.
  public let selection: QuerySyntax
  /// The position of `all`; nil if it was not written.
  public let all: SourceSpan?

  /// Creates a delete.
  public init(selection: QuerySyntax, all: SourceSpan?) {
    self.selection = selection
    self.all = all
  }
}

/// `upsert Budget name: "Vacation", limit: 600`, `upsert Budget by (owner, name) [ … ]`
public struct UpsertStatement: Sendable {
  /// The records with their values.
  public let insert: InsertStatement
  /// The attributes of the key; empty to use the unique ones.
  public let key: [NameSyntax]

  /// Creates an upsert.
  public init(insert: InsertStatement, key: [NameSyntax]) {
    self.insert = insert
    self.key = key
  }
}

/// `generate 10000 User seed 7`
public struct GenerateStatement: Sendable {
  /// The number of records to create, with its position.
  public let count: (value: Int, span: SourceSpan)
  /// The entity.
  public let entity: NameSyntax
  /// The seed; the same seed creates the same records.
  public let seed: UInt64?
}

/// The statements that consist of one word.
public enum TransactionCommand: String, Sendable, Hashable, CaseIterable {
  case begin
  case save
  case rollback
  case undo
  case redo
  case changes
}

/// `history Budget where name == "Trip"`, `history since today`, `history`
public struct HistoryStatement: Sendable {
  /// The query for the records; nil for all records.
  public let selection: QuerySyntax?
  /// The start of the history; nil for all of it.
  public let since: MomentSyntax?
}

/// `diff Budget since yesterday`, `diff between save 3 and save 7`, `diff Budget with other`
public struct DiffStatement: Sendable {
  /// What is compared.
  public enum Range: Sendable {
    /// A moment and now.
    case since(MomentSyntax)
    /// Two moments.
    case between(MomentSyntax, MomentSyntax)
    /// This store and another open one.
    case with(NameSyntax)
  }

  /// The query for the records; nil for all records.
  public let selection: QuerySyntax?
  /// What is compared.
  public let range: Range
}

/// `restore Budget#3 as of 3 hours ago`, `restore all Budget as of save 12`
public struct RestoreStatement: Sendable {
  /// The query for the records, with `as of`.
  public let selection: QuerySyntax
  /// The position of `all`; nil if it was not written.
  public let all: SourceSpan?
}

/// `merge phone`, `merge phone into this preferring newest`, `merge phone asking`
public struct MergeStatement: Sendable {
  /// The name of the other store.
  public let store: NameSyntax
  /// `this` or the name of the current store; nil if it was not written.
  public let target: NameSyntax?
  /// `newest`, `this`, `other` or `error`; nil if it was not written.
  public let policy: Keyword?
  /// The position of `asking`; nil if it was not written.
  public let asking: SourceSpan?
}
