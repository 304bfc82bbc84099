import Binding
import Context
import Diagnostics
import Execution
import Expressions
import Model
import Planning
import Rendering
import Storage
import Syntax

/// `begin`, `save`, `rollback`, `undo`, `redo`, `changes`, `autosave`, `history`
extension QuerySession {
  func run(_ command: TransactionCommand) throws -> StatementOutcome {
    switch command {
    case .begin:
      try modelContext.begin()
      return .message("changes wait until `save` or `rollback`")
    case .save:
      let count = try modelContext.save(settings.evaluationContext())
      return .message(count == 0 ? "nothing to save" : "\(counted(count, "record")) saved")
    case .rollback:
      let count = try modelContext.rollback()
      return .message(count == 0 ? "nothing to give up" : "\(counted(count, "record")) as before")
    case .undo:
      let (title, summary) = try modelContext.undo(settings.evaluationContext())
      return .message(ChangeWording.reversal("undone", title, summary))
    case .redo:
      let (title, summary) = try modelContext.redo(settings.evaluationContext())
      return .message(ChangeWording.reversal("done again", title, summary))
    case .changes:
      return .rows(ListedRows(try modelContext.pendingChanges()))
    }
  }

  func autosave(_ isOn: Bool?) -> StatementOutcome {
    if let isOn { modelContext.autosaveEnabled = isOn }
    return .message("autosave is \(modelContext.autosaveEnabled ? "on" : "off")")
  }

  func history(_ statement: HistoryStatement) throws -> StatementOutcome {
    let since = try statement.since.map(moment)
    var records: Set<RecordID>?
    if let selection = statement.selection {
      let request = try binder.bindHistory(selection)
      let executor = try executor()
      let found = try executor.references(of: Planner(store: store).plan(request), first: nil)
      records = Set(try modelContext.snapshot().recordIDs(of: request.entity, at: found))
    }
    return .rows(ListedRows(try modelContext.history(since: since, of: records)))
  }

  /// The point in time that an expression is.
  private func moment(_ syntax: ExpressionSyntax) throws -> Timestamp {
    let bound = try binder.bindExpression(syntax)
    if case .date(let time) = try value(of: bound, settings.evaluationContext()) { return time }
    throw DiagnosticList([
      Diagnostic(
        "`since` wants a Date, and this is \(bound.type)",
        at: syntax.span,
        help: ["as in `history since today` or `history since now - 1 hours`"]
      )
    ])
  }
}

/// Who changes records, and what an end of the session would lose.
extension QuerySession {
  /// Who is told to have made the changes that follow; nil for nobody.
  public var author: String? {
    get { modelContext.author }
    set { modelContext.author = newValue }
  }

  /// Whether changes wait to be saved.
  public var hasPendingChanges: Bool { modelContext.hasChanges }

  /// Gives up all changes that wait to be saved; how many records they touched.
  public func discardPendingChanges() -> Int {
    (try? modelContext.rollback()) ?? 0
  }
}

/// `.check`
extension QuerySession {
  /// All that the store holds and the schema does not allow, in words; empty for a sound store.
  public func damage() throws(SessionError) -> [String] {
    do {
      return try modelContext.check(settings.evaluationContext())
        .map(ChangeProblemWording.message)
    } catch {
      throw SessionError(error, in: nil)
    }
  }
}
