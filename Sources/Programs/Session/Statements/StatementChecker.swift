import Binding
public import Diagnostics
import Model
public import Syntax

/// Checks statements with the models at one moment, without running them.
public struct StatementChecker {
  private let binder: Binder

  init(_ binder: Binder) {
    self.binder = binder
  }

  /// The errors of `statement`, in order; empty for declarations, imports and others that are only
  /// checked when they run. Parameters can be missing.
  public func findings(_ statement: Statement) -> [Diagnostic] {
    do throws(DiagnosticList) {
      try check(statement)
      return []
    } catch {
      return error.all.filter { !$0.lacksParameter && $0.severity == .error }
    }
  }

  private func check(_ expectation: ExpectStatement) throws(DiagnosticList) {
    switch expectation.condition {
    case .holds(let expression):
      for (_, query, isCount) in expression.queryValues {
        _ = try isCount ? binder.bindCount(query) : binder.bindFetch(query)
      }
      if expression.queryValues.isEmpty { _ = try binder.bindExpression(expression) }
    case .isEmpty(let query, _): _ = try binder.bindFetch(query)
    case .rows(let query, let expected, _):
      _ = try binder.bindFetch(query)
      if case .query(let other, _) = expected { _ = try binder.bindFetch(other) }
    case .fails: break
    }
  }

  private func check(_ statement: Statement) throws(DiagnosticList) {
    switch statement.kind {
    case .fetch(let query), .trace(let query): _ = try binder.bindFetch(query)
    case .count(let query): _ = try binder.bindCount(query)
    case .watch(let watch):
      if let duration = watch.duration { _ = try binder.bindExpression(duration) }
      _ = try watch.isCount ? binder.bindCount(watch.query) : binder.bindFetch(watch.query)
    case .evaluate(let expression): _ = try binder.bindExpression(expression)
    case .insert(let insert): _ = try binder.bindInsert(insert)
    case .upsert(let upsert): _ = try binder.bindUpsert(upsert)
    case .update(let update): _ = try binder.bindUpdate(update)
    case .delete(let delete): _ = try binder.bindDelete(delete)
    case .history(let history):
      if let selection = history.selection { _ = try binder.bindHistory(selection) }
    case .diff(let diff):
      if let selection = diff.selection { _ = try binder.bindDiff(selection) }
    case .restore(let restore): _ = try binder.bindRestore(restore)
    case .perform(let change): _ = try binder.bindChanges(change)
    case .expect(let expectation): try check(expectation)
    case .saveQuery(let saved): _ = try binder.bindSavedQuery(saved, text: "")
    case .explain(let inner, _), .preview(let inner): try check(inner)
    case .relate(let relation): _ = try binder.bindRelation(relation)
    case .enumeration, .structure, .model, .extend, .generate, .transaction, .autosave, .use,
      .copy, .merge, .apply, .importFile, .version, .migrate:
      break
    case .export(let export):
      _ = try export.isCount ? binder.bindCount(export.query) : binder.bindFetch(export.query)
    }
  }
}

extension QuerySession {
  /// A checker for the current models.
  public var checker: StatementChecker { StatementChecker(binder) }
}
