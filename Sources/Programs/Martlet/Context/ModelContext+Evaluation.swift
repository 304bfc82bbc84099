public import Context
import Expressions
import Foundation
import Model

extension ModelContext {
  /// What is fixed for a statement that begins now.
  var evaluation: EvaluationContext {
    EvaluationContext(now: Timestamp(Date()), timeZone: timeZone)
  }
}

/// Saving and taking back.
extension ModelContext {
  /// All that the models do not allow, pending changes included.
  ///
  /// - Parameter model: Only records of this model, and of those that specialise it, are looked at;
  ///   nil for all.
  public func check(_ model: String? = nil) throws -> IntegrityReport {
    try check(evaluation, model: model)
  }

  /// Saves all pending changes, or none of them; how many records they touch.
  ///
  /// Throws a ``Context/ChangeFailure`` that is a conflict, with both values, where another context has
  /// changed the same records since they were first changed here. The changes go on waiting then, seen by
  /// this context alone: one goes on with ``Context/ModelContext/rollback()`` and makes them again over
  /// what stands there now. Where values that were read decide what is written, ``transaction(_:)`` keeps
  /// others from changing them in between.
  @discardableResult
  public func save() throws -> Int { try save(evaluation) }

  /// Runs `body`, then saves; if either fails, all is as it was before.
  ///
  ///     try context.transaction {
  ///       let balance = try context.record(account)?["balance"].as(Int.self) ?? 0
  ///       try context.update(account, set: ["balance": Value(balance - price)])
  ///     }
  ///
  /// No other context of the container saves meanwhile, so that what `body` reads stays true until it is
  /// saved; `body` must not wait for another task that saves.
  @discardableResult
  public func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try transaction(evaluation, body)
  }

  /// Takes the last change back, be it saved or not; what it did in turn.
  @discardableResult
  public func undo() throws -> ChangeSummary { try undo(evaluation).1 }

  /// Makes the change again that was taken back last.
  @discardableResult
  public func redo() throws -> ChangeSummary { try redo(evaluation).1 }
}
