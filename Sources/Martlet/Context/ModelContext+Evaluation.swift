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
  /// Saves all pending changes, or none of them; how many records they touch.
  ///
  /// Throws a ``Context/ChangeFailure`` with both values where another context has changed the same
  /// records meanwhile; the changes go on waiting then.
  @discardableResult
  public func save() throws -> Int { try save(evaluation) }

  /// Runs `body`, then saves all that it changed; if it throws, nothing of it remains.
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
