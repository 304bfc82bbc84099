import Binding
import Context
import Diagnostics
import Execution
import Expressions
package import Model
import Planning
import Rendering
package import Storage
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
      let (title, _) = try modelContext.undo(settings.evaluationContext())
      return .message(ChangeWording.reversal("undone", title))
    case .redo:
      let (title, _) = try modelContext.redo(settings.evaluationContext())
      return .message(ChangeWording.reversal("done again", title))
    case .changes:
      return .rows(ListedRows(try modelContext.pendingChanges()))
    }
  }

  /// What waits outside of a transaction is saved where autosave begins.
  func autosave(_ isOn: Bool?) throws -> StatementOutcome {
    var count = 0
    if isOn == true, !modelContext.isInTransaction {
      count = try modelContext.save(settings.evaluationContext())
    }
    if let isOn { modelContext.autosaveEnabled = isOn }
    let saved = count == 0 ? "" : "; \(counted(count, "record")) saved"
    return .message("autosave is \(modelContext.autosaveEnabled ? "on" : "off")\(saved)")
  }

  func history(_ statement: HistoryStatement) throws -> StatementOutcome {
    let since = try statement.since.map(moment)
    let filter = try statement.selection.map { try historyFilter(binder.bindHistory($0), since) }
    return .rows(
      ListedRows(try modelContext.history(filter ?? HistoryFilter(since: since)))
    )
  }

  /// The records that are found now; all of a model, and one that is named, are told of though they are
  /// gone.
  private func historyFilter(
    _ request: FetchRequest,
    _ since: Timestamp?
  ) throws -> HistoryFilter {
    if request.predicate == nil, request.limit == nil, request.offset == 0 {
      return HistoryFilter(since: since, entity: request.entity)
    }
    var records = Set(try records(foundBy: request))
    if let named = request.predicate?.namedRecord { records.insert(named) }
    return HistoryFilter(since: since, of: records)
  }

  /// The identities of the records that a request in the store's own terms finds.
  package func records(foundBy request: FetchRequest) throws -> [RecordID] {
    let snapshot = try modelContext.snapshot()
    let executor = try executor(over: snapshot)
    let found = try executor.references(of: executor.plan(request), first: nil)
    return try snapshot.recordIDs(of: request.entity, at: found)
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

extension TypedExpression {
  /// The record that the condition is, or is joined to: `@id == Budget#3`.
  fileprivate var namedRecord: RecordID? {
    guard conjuncts.count == 1, case .comparison(.equal, let left, let right) = conjuncts[0].kind,
      case .record(.scope) = left.kind, case .literal(.record(let id)) = right.kind
    else { return nil }
    return id
  }
}

/// Who changes records, and what an end of the session would lose.
extension QuerySession {
  /// Who is told to have made the changes that follow; nil for nobody.
  public var author: String? {
    get { modelContext.author }
    set { modelContext.author = newValue }
  }

  /// Called before changes are made that are too large to be taken back, of what is loaded batch by batch
  /// when all is there.
  public var willBecomeIrrevocable: (() -> Void)? {
    get { modelContext.willBecomeIrrevocable }
    set { modelContext.willBecomeIrrevocable = newValue }
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
  /// Looks for what the store holds and the schema does not allow, in all records or in those of one
  /// model.
  public func check(_ model: String? = nil) throws(SessionError) -> StoreCheckResult {
    if let model, schema.entity(model) == nil {
      throw .failed([Diagnostic(.error, "there is no model `\(model)`", at: nil)])
    }
    do {
      return StoreCheckResult(try modelContext.check(settings.evaluationContext(), model: model))
    } catch {
      throw SessionError(error, in: nil)
    }
  }
}

/// What `.check` found.
public struct StoreCheckResult: Sendable {
  /// What is wrong, a line each; of many problems of one kind the first, and how many there are more.
  public let lines: [String]
  /// How many problems there are in how many records.
  public let summary: String
  /// The number of problems.
  public let problemCount: Int

  /// Whether nothing is wrong.
  public var isSound: Bool { problemCount == 0 }

  init(_ report: IntegrityReport) {
    lines = report.groups.flatMap(IntegrityWording.lines)
    summary = IntegrityWording.summary(report)
    problemCount = report.total
  }
}
