import Binding
import Diagnostics
import Session
import Syntax

/// Admits the statements that a tool can run, by their grammar.
struct StatementGate {
  let tool: AssistantTool
  let session: QuerySession

  /// The one statement in a text, as the tool runs it. Throws its errors, and the reason if the
  /// tool does not run it.
  func statement(in source: SourceText) throws(SessionError) -> Statement {
    var parser = ScriptParser(source)
    guard let item = parser.next() else {
      throw refusal("there is no statement", at: SourceSpan(at: 0))
    }
    switch item {
    case .command(let line):
      throw refusal(
        "commands of the shell cannot be used here",
        at: line.span,
        help: "`list_models` shows the models"
      )
    case .failure(let findings, let span):
      let answer = session.foreignInput(at: span, in: source)
      guard case .finding(let finding, _)? = answer else {
        throw .failed(session.improved(findings, in: source))
      }
      throw .failed([finding])
    case .statement(let statement):
      if let next = parser.next() { throw secondStatement(next, in: source) }
      return try admitted(statement)
    }
  }

  private func secondStatement(_ item: ScriptItem, in source: SourceText) -> SessionError {
    switch item {
    case .statement(let statement):
      refusal("one statement at a time", at: statement.span)
    case .command(let line): refusal("one statement at a time", at: line.span)
    case .failure(let findings, _): .failed(session.improved(findings, in: source))
    }
  }

  private func admitted(_ statement: Statement) throws(SessionError) -> Statement {
    if session.store is HidingStore, let past = statement.kind.pastSpan {
      throw refusal(
        "the past cannot be read here: attributes are hidden, and so is the history",
        at: past
      )
    }
    switch (tool, statement.kind) {
    case (.query, .fetch(let query)), (.trace, .fetch(let query)), (.trace, .trace(let query)):
      if let path = query.chart?.path {
        throw refusal("files cannot be written", at: path.span, help: "omit `to …`")
      }
      return tool == .trace ? Statement(.trace(query), span: statement.span) : statement
    case (.query, .count), (.query, .evaluate): return statement
    case (.explain, .explain(let inner, nil)): return try explained(inner)
    case (.explain, _): return try explained(statement)
    case (.preview, .preview(let inner)): return try changing(inner)
    case (.preview, _): return try changing(statement)
    default: throw refusal(of: statement)
    }
  }

  private func explained(_ statement: Statement) throws(SessionError) -> Statement {
    guard statement.kind.isExplained else { throw refusal(of: statement) }
    return Statement(.explain(statement, run: nil), span: statement.span)
  }

  private func changing(_ statement: Statement) throws(SessionError) -> Statement {
    switch statement.kind {
    case .insert, .update, .upsert, .delete, .perform: return statement
    default: throw refusal(of: statement)
    }
  }

  private func refusal(of statement: Statement) -> SessionError {
    let help =
      switch (tool, statement.kind) {
      case (.query, .insert), (.query, .update), (.query, .upsert), (.query, .delete),
        (.query, .perform):
        "`preview` shows what this statement would change"
      case (.query, .explain): "`explain` explains a statement"
      case (.query, .trace): "`trace` traces a `fetch`"
      case (.preview, .fetch), (.preview, .count), (.preview, .evaluate): "`query` runs it"
      default: hint
      }
    return refusal("`\(tool.rawValue)` does not run this statement", at: statement.span, help: help)
  }

  private var hint: String {
    switch tool {
    case .query: "`query` runs `fetch`, `count` and `= expression`"
    case .trace: "`trace` takes a `fetch`"
    case .explain: "`explain` takes a query, an expression or a change"
    default: "`preview` takes `insert`, `update`, `upsert`, `delete` or `do`"
    }
  }

  private func refusal(_ message: String, at span: SourceSpan, help: String? = nil) -> SessionError
  {
    .failed([Diagnostic(message, at: span, help: help.map { [$0] } ?? [])])
  }
}

extension Statement.Kind {
  /// The position of the moment whose records a query reads; nil for the present.
  fileprivate var pastSpan: SourceSpan? {
    switch self {
    case .fetch(let query), .count(let query), .trace(let query): query.pastSpan
    case .explain(let statement, _), .preview(let statement): statement.kind.pastSpan
    default: nil
    }
  }
}

extension QuerySyntax {
  fileprivate var pastSpan: SourceSpan? { moment?.span ?? source?.query.pastSpan }
}
