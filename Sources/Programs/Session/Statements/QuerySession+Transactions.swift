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
      return .message("changes are pending until `save` or `rollback`")
    case .save:
      let count = try modelContext.save(settings.evaluationContext())
      let skipped = ChangeWording.skipped(modelContext.skippedCount)
      let isNothing = count == 0 && skipped.isEmpty
      return .message(isNothing ? "nothing to save" : "\(counted(count, "record")) saved\(skipped)")
    case .rollback:
      let count = try modelContext.rollback()
      return .message(
        count == 0 ? "no changes to roll back" : "\(counted(count, "record")) rolled back"
      )
    case .undo:
      let (title, _) = try modelContext.undo(settings.evaluationContext())
      return .message(ChangeWording.reversal("undone", title))
    case .redo:
      let (title, _) = try modelContext.redo(settings.evaluationContext())
      return .message(ChangeWording.reversal("redone", title))
    case .changes:
      return .rows(ListedRows(try modelContext.pendingChanges()))
    }
  }

  /// Turning autosave on saves pending changes, except in a transaction.
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
    let since = try statement.since.map { try moment($0) }
    var filter = HistoryFilter(since: nil)
    if case .time(let time)? = since { filter = HistoryFilter(since: time) }
    if let selection = statement.selection {
      filter = try historyFilter(binder.bindHistory(selection), filter.since)
    }
    if case .save(let number)? = since { filter.after = number }
    return .rows(ListedRows(try modelContext.history(filter)))
  }

  /// The history of the records that match now, and of the named record, of all records of a model,
  /// even if deleted.
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

  /// The identities of the records found by a bound request.
  package func records(foundBy request: FetchRequest) throws -> [RecordID] {
    let snapshot = try modelContext.snapshot()
    let executor = try executor(over: snapshot)
    let found = try executor.references(of: executor.plan(request), first: nil)
    return try snapshot.recordIDs(of: request.entity, at: found)
  }

  /// The value of a moment.
  func moment(
    _ syntax: MomentSyntax,
    _ context: EvaluationContext? = nil
  ) throws -> PastMoment {
    try binder.bindMoment(syntax).value(context ?? settings.evaluationContext())
  }
}

extension TypedExpression {
  /// The record named by the condition: `@id == Budget#3`.
  fileprivate var namedRecord: RecordID? {
    guard conjuncts.count == 1, case .comparison(.equal, let left, let right) = conjuncts[0].kind,
      case .record(.scope) = left.kind, case .literal(.record(let id)) = right.kind
    else { return nil }
    return id
  }
}

/// The author and pending changes.
extension QuerySession {
  /// The author of following changes; nil for none.
  public var author: String? {
    get { modelContext.author }
    set { modelContext.author = newValue }
  }

  /// Called before changes that are too large to undo; when loading in batches, after the last one.
  public var willBecomeIrrevocable: (() -> Void)? {
    get { modelContext.willBecomeIrrevocable }
    set { modelContext.willBecomeIrrevocable = newValue }
  }

  /// Whether there are pending changes.
  public var hasPendingChanges: Bool { modelContext.hasChanges }

  /// Discards all pending changes; returns the number of affected records.
  public func discardPendingChanges() -> Int {
    (try? modelContext.rollback()) ?? 0
  }
}

/// `.check`
extension QuerySession {
  /// Checks all records, or those of one model, for violations of the schema.
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

/// The result of `.check`.
public struct StoreCheckResult: Sendable {
  /// The problems, one a line; of many similar ones, the first and a count.
  public let lines: [String]
  /// The number of problems and of records.
  public let summary: String
  /// The number of problems.
  public let problemCount: Int

  /// Whether the check found no problems.
  public var isSound: Bool { problemCount == 0 }

  init(_ report: IntegrityReport) {
    lines = report.groups.flatMap(IntegrityWording.lines)
    summary = IntegrityWording.summary(report)
    problemCount = report.total
  }
}
