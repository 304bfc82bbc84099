import Context
import Diagnostics
import Model
import Storage
import Syntax

/// The error that a statement after `expect error` should have.
struct ExpectedError {
  let session: QuerySession
  /// A part of the message; nil for any error.
  let message: String?
  /// The position of the expectation.
  let span: SourceSpan

  /// How the error of a statement differs from the expected one; nil if it does not.
  func failure(of statement: Statement, in source: SourceText) throws -> Diagnostic? {
    let effect = session.effect(of: statement.kind)
    guard effect != .refused else {
      throw DiagnosticList([
        Diagnostic(
          "`expect error` takes a query, a change or a declaration",
          at: statement.span,
          help: ["write this statement alone, and an expectation about its effects after it"]
        )
      ])
    }
    do {
      try run(statement, in: source, discarding: effect == .records)
    } catch StoreError.outdated {
      throw StoreError.outdated
    } catch {
      return try difference(from: session.failure(error, of: statement, in: source))
    }
    return Diagnostic("the statement succeeded", at: span, help: effect.help)
  }

  private func run(_ statement: Statement, in source: SourceText, discarding: Bool) throws {
    guard discarding else {
      _ = try session.dispatch(statement, source)
      return
    }
    let context = session.settings.evaluationContext()
    _ = try session.modelContext.discardingChanges(checking: context) {
      try session.dispatch(statement, source)
    }
  }

  private func difference(from error: SessionError) throws -> Diagnostic? {
    let (lines, isUnknown): ([String], Bool)
    switch error {
    case .failed(let findings):
      lines = findings.flatMap { [$0.message] + $0.further }
      isUnknown = findings.contains { $0.hasUnknownName || $0.unknown != nil }
    case .unreadable(let findings): (lines, isUnknown) = (findings.lines, false)
    case .cancelled: throw error
    }
    let found = lines.prefix(5).enumerated().map { place, line in
      (place == 0 ? "  found    " : "           ") + line
    }
    guard let message else {
      guard isUnknown else { return nil }
      return Diagnostic(
        "the statement failed because of an unknown name",
        at: span,
        further: found,
        help: ["if you expect that, write a part of the message: `expect error \"…\" …`"]
      )
    }
    if lines.contains(where: { $0.lowercased().contains(message.lowercased()) }) { return nil }
    return Diagnostic(
      "the statement failed with another error",
      at: span,
      further: ["  expected \(stringLiteral(message))"] + found
    )
  }
}

/// What a statement after `expect error` changes if it succeeds by mistake.
private enum StatementEffect {
  /// Nothing.
  case none
  /// Records, which are not saved.
  case records
  /// Models, files or stores, which `undo` does not revert.
  case lasting
  /// The session itself: `begin`, `use`, …
  case refused

  /// The help for a statement that succeeded.
  var help: [String] {
    switch self {
    case .none, .refused: []
    case .records: ["its changes were discarded"]
    case .lasting: ["its effects remain"]
    }
  }
}

extension QuerySession {
  fileprivate func effect(of kind: Statement.Kind) -> StatementEffect {
    switch kind {
    case .fetch, .count, .evaluate, .trace, .explain, .preview, .history, .diff,
      .transaction(.changes):
      .none
    case .insert, .update, .upsert, .delete, .perform, .generate, .restore, .merge, .apply,
      .transaction(.undo),
      .transaction(.redo):
      .records
    case .importFile(let order):
      // An import that creates a model is not possible while changes are pending.
      order.entity.flatMap { schema.entity($0.text) } == nil ? .lasting : .records
    case .enumeration, .structure, .model, .extend, .relate, .saveQuery, .version, .migrate,
      .copy, .export:
      .lasting
    case .transaction, .autosave, .use, .watch, .expect: .refused
    }
  }
}
