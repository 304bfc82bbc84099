public import Diagnostics

/// One statement as it was written.
public struct Statement: Sendable {
  /// What the statement does.
  public let kind: Kind
  /// From its first to its last token, without the `;`.
  public let span: SourceSpan

  /// Makes a statement.
  public init(_ kind: Kind, span: SourceSpan) {
    self.kind = kind
    self.span = span
  }

  /// The statements of the language.
  public indirect enum Kind: Sendable {
    /// `enum Category { food, travel }`
    case enumeration(EnumerationDeclaration)
    /// `struct Address { street: String, city: String }`
    case structure(StructureDeclaration)
    /// `model Budget { … }`
    case model(ModelDeclaration)
    /// `extend Budget { note: String? }`
    case extend(ExtendStatement)
    /// `relate Expense.budget to Budget.id as expenses`
    case relate(RelateStatement)
    /// `let recent(days: Int = 7) = fetch Expense where …`
    case saveQuery(LetStatement)
    /// `explain fetch …`, `explain run fetch …`
    case explain(Statement, run: SourceSpan?)
    /// `trace fetch …`
    case trace(QuerySyntax)
    /// `watch for 10 minutes fetch …`
    case watch(WatchStatement)
    /// `insert Budget name: "Vacation"`
    case insert(InsertStatement)
    /// `update Budget where name == "Vacation" set limit = limit * 1.1`
    case update(UpdateStatement)
    /// `upsert Budget name: "Vacation", limit: 600 by (name)`
    case upsert(UpsertStatement)
    /// `delete Budget where spent > limit`
    case delete(DeleteStatement)
    /// `generate 10000 User seed 7`
    case generate(GenerateStatement)
    /// `preview delete Budget where …`
    case preview(Statement)
    /// `begin`, `save`, `rollback`, `undo`, `redo`, `changes`
    case transaction(TransactionCommand)
    /// `autosave on`; without a word it is only told.
    case autosave(Bool?)
    /// `history Budget where …`, `history since today`
    case history(HistoryStatement)
    /// `version 2 { … }`
    case version(VersionDeclaration)
    /// `migrate 2`
    case migrate(MigrateStatement)
    /// `use budget`
    case use(NameSyntax)
    /// `copy Budget, Expense from other`
    case copy(CopyStatement)
    /// `import "users.csv" as csv into User`
    case importFile(ImportStatement)
    /// `export (fetch Budget) to "budgets.csv"`
    case export(ExportStatement)
    /// `= 2 + 3`
    case evaluate(ExpressionSyntax)
    /// `count Budget where …`
    case count(QuerySyntax)
    /// `fetch Budget where … sort …`
    case fetch(QuerySyntax)
  }
}

/// A name with its place: `limit`, `` `order by` ``.
public struct NameSyntax: Sendable {
  /// The name without backticks.
  public let text: String
  /// Where it stands, backticks included.
  public let span: SourceSpan
  /// Whether it was written in backticks, and so is never a keyword or a unit.
  public let isQuoted: Bool

  /// Makes a name.
  public init(_ text: String, span: SourceSpan, isQuoted: Bool = false) {
    self.text = text
    self.span = span
    self.isQuoted = isQuoted
  }
}
