public import Expressions
public import Storage

/// Several changes that belong together.
extension ModelContext {
  /// Applies changes in order, or none of them, as one step to undo.
  public func perform(
    _ requests: [ChangeRequest],
    _ evaluation: EvaluationContext,
    title: String = ""
  ) throws -> [ChangeSummary] {
    guard requests.count != 1 else { return [try perform(requests[0], evaluation, title: title)] }
    return try atomically(evaluation) {
      undoStack.beginGroup()
      defer { undoStack.endGroup() }
      return try requests.map { try perform($0, evaluation, title: title) }
    }
  }

  /// Runs `body`, whose changes stay pending, and discards them.
  public func discardingChanges<Result>(_ body: () throws -> Result) throws -> Result {
    let wasInTransaction = isInTransaction
    isInTransaction = true
    defer { isInTransaction = wasInTransaction }
    do {
      return try restoringOnFailure { throw Discarded(result: try body()) }
    } catch let discarded as Discarded<Result> {
      return discarded.result
    }
  }

  private struct Discarded<Result>: Error {
    nonisolated(unsafe) let result: Result
  }

  /// Runs `body` so that all of its changes are made, or none.
  func atomically<Result>(
    _ evaluation: EvaluationContext,
    _ body: () throws -> Result
  ) throws -> Result {
    try savesAtOnce ? transaction(evaluation, body) : restoringOnFailure(body)
  }
}
