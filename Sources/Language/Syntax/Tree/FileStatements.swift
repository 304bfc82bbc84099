public import Diagnostics

/// `import "users.json" as json at "data.users" into User map { … } updating skip bad`
public struct ImportStatement: Sendable {
  /// Where the records come from.
  public enum Source: Sendable {
    /// Files in written order, never none; a name may be a pattern.
    case files([FilePathSyntax])
    /// `stdin`, with its place.
    case standardInput(SourceSpan)
  }

  /// Where the records come from.
  public var source: Source
  /// `as csv`
  public var format: NameSyntax?
  /// `at "data.users"`: where in a document the records stand.
  public var place: FilePathSyntax?
  /// `into User`
  public var entity: NameSyntax?
  /// `map { … }`; nil without the clause.
  public var mappings: [MappingSyntax]?
  /// `key budget -> Budget.id`, in written order.
  public var keys: [KeyMatchSyntax] = []
  /// `updating`, `updating by (owner, name)`
  public var updating: UpdatingSyntax?
  /// `skip bad`, with its place.
  public var skipping: SourceSpan?

  /// Makes an import without clauses.
  public init(_ source: Source) {
    self.source = source
  }
}

/// A text in quotes with its place.
public struct FilePathSyntax: Sendable {
  /// The text.
  public let text: String
  /// Where it stands, quotes included.
  public let span: SourceSpan

  /// Makes a path.
  public init(_ text: String, span: SourceSpan) {
    self.text = text
    self.span = span
  }
}

/// `city: address.city`, `lines: items { sku, amount as price }`: what a field is made of.
public struct MappingSyntax: Sendable {
  /// The attribute or relationship.
  public let name: NameSyntax
  /// What it gets, over the fields of the source; never `*`, and without a name of its own.
  public let value: SelectItem
}

/// `key budget -> Budget.id else nil`: the records that values of a relationship stand for.
public struct KeyMatchSyntax: Sendable {
  /// The to-one relationship.
  public let relationship: NameSyntax
  /// The attribute that has the values.
  public let target: RelateStatement.Side
  /// Whether a value that no record has leads nowhere.
  public let allowsMissing: Bool
}

/// `updating by (owner, name)`
public struct UpdatingSyntax: Sendable {
  /// Where the word stands.
  public let span: SourceSpan
  /// The attributes of the key; empty where the unique ones serve.
  public let key: [NameSyntax]
}

/// `export (fetch Budget where spent > limit) to "over.csv" as csv safe csv`, `export (count Budget) to "n.csv"`,
/// `export all to "x.sql"`
public struct ExportStatement: Sendable {
  /// What is written; nil for the whole store.
  public let query: QuerySyntax?
  /// Whether the number of the rows is written, and not the rows.
  public let isCount: Bool
  /// Where it goes.
  public let path: FilePathSyntax
  /// `as csv`
  public let format: NameSyntax?
  /// `safe csv`, with its place.
  public let safety: SourceSpan?
}
