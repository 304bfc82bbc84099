public import Context
import Expressions
import Foundation
package import Model

extension ModelContext {
  /// The evaluation context of a statement that starts now.
  var evaluation: EvaluationContext { evaluation(at: Timestamp(Date())) }

  private func evaluation(at time: Timestamp) -> EvaluationContext {
    EvaluationContext(now: time, timeZone: timeZone, seed: .random(in: .min ... .max))
  }
}

extension ModelContext {
  /// Checks all records, including pending changes, against the models.
  ///
  /// ```swift
  /// let report = try context.check()
  /// print(report.isSound ? "\(report.recordCount) records are valid" : "\(report.total) problems")
  /// ```
  ///
  /// - Parameter model: Checks only this model and its submodels. If nil, checks all models.
  public func check(_ model: String? = nil) throws -> IntegrityReport {
    try check(evaluation, model: model)
  }

  /// Saves all pending changes.
  ///
  /// If another context changed the same records in the meantime, `save` throws, and the changes
  /// stay pending. Call ``/Context/ModelContext/rollback()`` and make them again on the current
  /// values:
  ///
  /// ```swift
  /// do {
  ///   try context.save()
  /// } catch let failure as ChangeFailure where failure.isConflict {
  ///   print(failure)
  ///   try context.rollback()
  /// }
  /// ```
  ///
  /// If you compute new values from values you read, use ``transaction(_:)`` instead, so that no
  /// other context changes them in between.
  ///
  /// - Returns: The number of records that were changed.
  /// - Throws: ``/Context/ChangeFailure`` for conflicts, with both values, and
  ///   ``/Storage/StoreFileError`` if the file cannot be written. Nothing is saved then.
  @discardableResult
  public func save() throws -> Int { try save(evaluation) }

  /// Throws what ``save()`` would throw because of other changes, without saving.
  package func checkSave() throws { try checkSave(evaluation) }

  /// Saves all pending changes. The history has them with this time.
  package func save(at time: Timestamp) throws { try save(evaluation(at: time)) }

  /// Saves all pending changes; the result undoes this.
  package func saveReversibly() throws -> () throws -> Void { try saveReversibly(evaluation) }

  /// Saves all pending changes, with this time in the history; the result undoes this.
  package func saveReversibly(at time: Timestamp) throws -> () throws -> Void {
    try saveReversibly(evaluation(at: time))
  }

  /// Runs a closure and saves its changes, or discards them if it throws.
  ///
  /// No other context of the container saves while the closure runs, so the values it reads stay
  /// current:
  ///
  /// ```swift
  /// try context.transaction {
  ///   let limit = try context.record(id)?["limit"].as(Double.self) ?? 0
  ///   try context.update(id, set: ["limit": Value(limit - 50)])
  /// }
  /// ```
  ///
  /// The closure must not wait for another task that saves.
  ///
  /// - Returns: The result of the closure.
  /// - Throws: The error of the closure, or of ``save()``.
  @discardableResult
  public func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try transaction(evaluation, body)
  }

  /// Undoes the last change of this context, whether it is saved or pending.
  ///
  /// ```swift
  /// try context.delete(model: "Budget")
  /// try context.undo()
  /// ```
  ///
  /// - Returns: The number of records that the undo changed, by model.
  /// - Throws: ``/Context/TransactionError`` if there is nothing to undo.
  @discardableResult
  public func undo() throws -> ChangeSummary { try undo(evaluation).1 }

  /// Makes the change again that was undone last.
  ///
  /// - Returns: The number of records changed, by model.
  /// - Throws: ``/Context/TransactionError`` if there is nothing to redo.
  @discardableResult
  public func redo() throws -> ChangeSummary { try redo(evaluation).1 }
}
