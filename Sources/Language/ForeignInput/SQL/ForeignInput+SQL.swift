import Diagnostics
import Model
import Syntax

/// Statements of SQL.
extension ForeignInput {
  var sqlFinding: Diagnostic? {
    guard let tokens = SQLLexer.tokens(source.text(in: span)), let first = tokens.first?.keyword
    else { return nil }
    var reader = SQLReader(tokens)
    if reader.take("EXPLAIN") {
      _ = reader.take("QUERY", "PLAN") || reader.take("ANALYZE")
      guard reader.isAt("SELECT") else { return nil }
      return finding(select(reader).map { Statement.Kind.explain(Self.statement($0), run: nil) })
    }
    switch first {
    case "SELECT": return selectFinding(reader)
    case "INSERT" where reader.isAt("INSERT", "INTO"):
      reader.take()
      reader.take()
      if let unknown = unknownTable(SQLTables.tableName(&reader), .insert) { return unknown }
      return finding(SQLInsert.statement(SQLReader(tokens), schema), or: .insert)
    case "CREATE": return finding(SQLCreateTable.statement(reader), or: .create)
    case "UPDATE" where reader.setsBeforeItChooses:
      reader.take()
      if let unknown = unknownTable(SQLTables.tableName(&reader), .update) { return unknown }
      return finding(SQLUpdate.statement(SQLReader(tokens), schema), or: .update)
    case "DELETE" where reader.isAt("DELETE", "FROM"), "TRUNCATE":
      let start = reader
      _ =
        reader.take("DELETE", "FROM") || reader.take("TRUNCATE", "TABLE") || reader.take("TRUNCATE")
      if let unknown = unknownTable(SQLTables.tableName(&reader), .delete) { return unknown }
      return finding(SQLDelete.statement(start, schema), or: .delete)
    case "COMMIT": return finding(.transaction(.save))
    case "BEGIN", "START": return finding(.transaction(.begin))
    case "FROM" where reader.tokens.contains(where: { $0.keyword == "SELECT" }):
      return selectFinding(reader)
    default: return SQLHint.byFirstWord[first].map { finding(nil, or: $0) }
    }
  }

  private func select(_ reader: SQLReader) -> Statement.Kind? {
    SQLSelect(reader, schema: schema)?.statement
  }

  private func selectFinding(_ reader: SQLReader) -> Diagnostic? {
    if let statement = select(reader) { return finding(statement) }
    if let unknown = unknownTable(SQLSelect(reader, schema: schema)?.table, .select) {
      return unknown
    }
    let hasJoin = reader.tokens.contains { $0.keyword == "JOIN" }
    return finding(nil, or: hasJoin ? .join : .select)
  }

  /// What is said of a table that no model is like; nil if there is one.
  private func unknownTable(_ table: String?, _ hint: SQLHint) -> Diagnostic? {
    guard let table, SQLNames.entity(table, in: schema) == nil else { return nil }
    let nearest = nearestNames(to: table, in: schema.entities.map(\.name))
    return Diagnostic(
      "this is SQL, and no model is named `\(table)`",
      at: firstWord,
      help: [didYouMean(nearest) ?? "`.models` lists the models", hint.text]
    )
  }

  private var firstWord: SourceSpan {
    let text = source.text(in: span).prefix { !$0.isWhitespace }
    return SourceSpan(span.lowerBound, span.lowerBound + text.utf8.count)
  }

  private func finding(_ statement: Statement.Kind?, or hint: SQLHint = .select) -> Diagnostic {
    let text = statement.map { SyntaxPrinter().text(of: Self.statement($0)) }
    guard let text, Self.parses(text) else {
      return Diagnostic("this is SQL", at: firstWord, help: [hint.text(schema)])
    }
    let lines = text.split(separator: "\n").map(String.init)
    guard lines.count == 1 else {
      return Diagnostic("this is SQL", at: firstWord, help: ["here it is written:"] + lines)
    }
    return Diagnostic("this is SQL", at: firstWord, help: ["here it is written `\(text)`"])
  }

  /// Whether the text is one statement: SQL takes more than the language does.
  static func parses(_ text: String) -> Bool {
    var parser = ScriptParser(SourceText(name: "", text: text))
    guard case .statement? = parser.next() else { return false }
    return parser.next() == nil
  }

  private static func statement(_ kind: Statement.Kind) -> Statement {
    Statement(kind, span: SourceSpan(at: 0))
  }
}
