public import Diagnostics

/// `import "users.json" as json at "data.users" into User map { … } updating skip bad`
public struct ImportStatement: Sendable {
  /// The source of the records.
  public enum Source: Sendable {
    /// Files in written order, at least one; names may be patterns.
    case files([FilePathSyntax])
    /// `stdin`, with its position.
    case standardInput(SourceSpan)
  }

  /// The source of the records.
  public var source: Source
  /// `as csv`
  public var format: NameSyntax?
  /// `at "data.users"`: the path to the records within a document.
  public var place: FilePathSyntax?
  /// `into User`
  public var entity: NameSyntax?
  /// `map { … }`; nil if it was not written.
  public var mappings: [MappingSyntax]?
  /// `key budget -> Budget.id`, in written order.
  public var keys: [KeyMatchSyntax] = []
  /// `updating`, `updating by (owner, name)`
  public var updating: UpdatingSyntax?
  /// The position of `skip bad`; nil if it was not written.
  public var skipping: SourceSpan?

  /// Creates an import without clauses.
  public init(_ source: Source) {
    self.source = source
  }
}

/// A quoted path with its position.
public struct FilePathSyntax: Sendable {
  /// The text.
  public let text: String
  /// The position, including quotes.
  public let span: SourceSpan

  /// Creates a path.
  public init(_ text: String, span: SourceSpan) {
    self.text = text
    self.span = span
  }
}

/// `city: address.city`
public struct MappingSyntax: Sendable {
  /// The attribute or relationship.
  public let name: NameSyntax
  /// The value, computed from the fields of the source.
  public let value: ExpressionSyntax
}

/// `key budget -> Budget.id else nil`: how to find related records.
public struct KeyMatchSyntax: Sendable {
  /// The to-one relationship.
  public let relationship: NameSyntax
  /// The attribute to search for.
  public let target: RelateStatement.Side
  /// Whether a value without a matching record sets the relationship to nil.
  public let allowsMissing: Bool
}

/// `updating by (owner, name)`
public struct UpdatingSyntax: Sendable {
  /// The position of the keyword.
  public let span: SourceSpan
  /// The attributes of the key; empty to use the unique ones.
  public let key: [NameSyntax]
}

/// `export (fetch Budget where spent > limit) to "over.csv" as csv safe csv`,
/// `export (count Budget) to "n.csv"`
public struct ExportStatement: Sendable {
  /// The exported query.
  public let query: QuerySyntax
  /// Whether to write the number of rows instead of the rows.
  public let isCount: Bool
  /// The path of the file.
  public let path: FilePathSyntax
  /// `as csv`
  public let format: NameSyntax?
  /// The position of `safe csv`; nil if it was not written.
  public let safety: SourceSpan?
}
