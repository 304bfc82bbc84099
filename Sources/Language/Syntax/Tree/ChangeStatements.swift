public import Diagnostics

/// `update Budget where name == "Vacation" set limit = limit * 1.1, owner = nil`
public struct UpdateStatement: Sendable {
  /// The records: an entity or a saved query, with `where`, `sort`, `limit` and `offset` at most.
  public let selection: QuerySyntax
  /// `all`, where it stood in the place of `where`.
  public let all: SourceSpan?
  /// What is set, in written order; never empty.
  public let assignments: [AssignmentSyntax]

  /// Makes an update.
  public init(selection: QuerySyntax, all: SourceSpan?, assignments: [AssignmentSyntax]) {
    self.selection = selection
    self.all = all
    self.assignments = assignments
  }
}

/// `limit = limit * 1.1`, `members += (User where age > 60)`, `address.city = "Oslo"`
public struct AssignmentSyntax: Sendable {
  /// What is set: a property, or fields of a struct behind it.
  public let path: [NameSyntax]
  /// What is done with the value.
  public let operation: AssignmentOperation
  /// Where the operation stands.
  public let operationSpan: SourceSpan
  /// What is set, added or taken away.
  public let value: FieldValue

  /// Makes an assignment.
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

/// What an assignment does with its value.
public enum AssignmentOperation: String, Sendable, Hashable, CaseIterable {
  case set = "="
  /// To a to-many relationship, an array or a number.
  case add = "+="
  /// From a to-many relationship, an array or a number.
  case subtract = "-="
}

/// `delete Budget where spent > limit`, `delete all Budget`
public struct DeleteStatement: Sendable {
  /// The records: an entity or a saved query, with `where`, `sort`, `limit` and `offset` at most.
  public let selection: QuerySyntax
  /// `all`, which stands where there is no `where`.
  public let all: SourceSpan?

  /// Makes a delete.
  public init(selection: QuerySyntax, all: SourceSpan?) {
    self.selection = selection
    self.all = all
  }
}

/// `upsert Budget name: "Vacation", limit: 600`, `upsert Budget by (owner, name) [ … ]`
public struct UpsertStatement: Sendable {
  /// The records with what they get.
  public let insert: InsertStatement
  /// The attributes of the key; empty where the unique ones serve.
  public let key: [NameSyntax]

  /// Makes an upsert.
  public init(insert: InsertStatement, key: [NameSyntax]) {
    self.insert = insert
    self.key = key
  }
}

/// `generate 10000 User seed 7`
public struct GenerateStatement: Sendable {
  /// How many records are made, with its place.
  public let count: (value: Int, span: SourceSpan)
  /// The entity that gets them.
  public let entity: NameSyntax
  /// The same seed makes the same records.
  public let seed: UInt64?
}

/// The statements that are one word.
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
  /// The records whose history is told; nil for all.
  public let selection: QuerySyntax?
  /// Only what happened from then on.
  public let since: ExpressionSyntax?
}
