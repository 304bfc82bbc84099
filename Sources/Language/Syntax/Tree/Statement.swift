public import Diagnostics

/// A parsed statement.
public struct Statement: Sendable {
  /// The kind of statement.
  public let kind: Kind
  /// The position, without the `;`.
  public let span: SourceSpan

  /// Creates a statement.
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
    /// `do finish(Workout#1)`
    case perform(DoStatement)
    /// `expect count Budget == 3`
    case expect(ExpectStatement)
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
    /// `autosave on`; nil to show the setting
    case autosave(Bool?)
    /// `diff Budget since yesterday`
    case diff(DiffStatement)
    /// `restore Budget#3 as of 3 hours ago`
    case restore(RestoreStatement)
    /// `merge phone into this preferring newest`
    case merge(MergeStatement)
    /// `apply "changes.jsonl"`
    case apply(ApplyStatement)
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

/// A name with its position: `limit`, `` `order by` ``.
public struct NameSyntax: Sendable {
  /// The name without backticks.
  public let text: String
  /// The position, including backticks.
  public let span: SourceSpan
  /// Whether it is in backticks and so never a keyword or a unit.
  public let isQuoted: Bool

  /// Creates a name.
  public init(_ text: String, span: SourceSpan, isQuoted: Bool = false) {
    self.text = text
    self.span = span
    self.isQuoted = isQuoted
  }
}

extension Statement.Kind {
  /// Whether `explain` shows more than the statement.
  public var isExplained: Bool {
    switch self {
    case .fetch, .count, .evaluate, .insert, .update, .upsert, .delete: true
    default: false
    }
  }
}
