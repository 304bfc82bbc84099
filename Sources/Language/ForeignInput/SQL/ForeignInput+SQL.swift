import Diagnostics
import Model
import Syntax

/// Answers to SQL.
extension ForeignInput {
  var sqlFinding: Diagnostic? {
    guard let tokens = SQLLexer.tokens(source.text(in: span)), let first = tokens.first?.keyword
    else { return nil }
    var reader = SQLReader(tokens)
    switch first {
    case "SELECT": return selectFinding(reader)
    case "INSERT" where reader.isAt("INSERT", "INTO"): return finding(nil, or: .insert)
    case "UPDATE" where reader.setsBeforeItChooses:
      reader.take()
      if let unknown = unknownTable(reader.takeTableName(), .update) { return unknown }
      return finding(SQLUpdate.statement(SQLReader(tokens), schema), or: .update)
    case "DELETE" where reader.isAt("DELETE", "FROM"), "TRUNCATE":
      let start = reader
      _ =
        reader.take("DELETE", "FROM") || reader.take("TRUNCATE", "TABLE") || reader.take("TRUNCATE")
      if let unknown = unknownTable(reader.takeTableName(), .delete) { return unknown }
      return finding(SQLDelete.statement(start, schema), or: .delete)
    case "COMMIT": return finding(.transaction(.save))
    case "BEGIN", "START": return finding(.transaction(.begin))
    case "FETCH" where reader.tokens.contains(where: { $0.keyword == "FROM" }):
      let rest = source.text(in: span).dropFirst("fetch".count)
      return SQLLexer.tokens("SELECT" + rest).flatMap { selectFinding(SQLReader($0)) }
    case "EXPLAIN" where reader.tokens.contains(where: { $0.keyword == "SELECT" }):
      return finding(nil)
    case "FROM" where reader.tokens.contains(where: { $0.keyword == "SELECT" }):
      return selectFinding(reader)
    default: return SQLHint.byFirstWord[first].map { finding(nil, or: $0) }
    }
  }

  private func selectFinding(_ reader: SQLReader) -> Diagnostic? {
    let select = SQLSelect(reader, schema: schema)
    if let statement = select?.statement { return finding(statement) }
    if let unknown = unknownTable(select?.table, .select) { return unknown }
    let hasJoin = reader.tokens.contains { $0.keyword == "JOIN" }
    return finding(nil, or: hasJoin ? .join : .select)
  }

  /// The error for a table without a model; nil if there is one.
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
    let text = statement.map { SyntaxPrinter().text(of: Statement($0, span: SourceSpan(at: 0))) }
    guard let text, Self.parses(text) else {
      return Diagnostic("this is SQL", at: firstWord, help: [hint.text(schema)])
    }
    return Diagnostic("this is SQL", at: firstWord, help: ["in Martlet: `\(text)`"])
  }

  /// Whether the text is a valid statement.
  static func parses(_ text: String) -> Bool {
    var parser = ScriptParser(SourceText(name: "", text: text))
    guard case .statement? = parser.next() else { return false }
    return parser.next() == nil
  }
}
