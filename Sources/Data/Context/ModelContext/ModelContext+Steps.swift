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
      return try requests.enumerated().map { place, request in
        do {
          return try perform(request, evaluation, title: title)
        } catch StoreError.outdated {
          throw StoreError.outdated
        } catch let error where !(error is Cancellation) {
          throw StepFailure(error: error, number: place + 1, count: requests.count)
        }
      }
    }
  }

  /// Runs `body`, whose changes stay pending, and discards them.
  ///
  /// - Parameter evaluation: To also throw what saving the changes would throw, if they would have
  ///   been saved at once; nil to leave that out.
  public func discardingChanges<Result>(
    checking evaluation: EvaluationContext? = nil,
    _ body: () throws -> Result
  ) throws -> Result {
    let (wasInTransaction, savesAtOnce) = (isInTransaction, self.savesAtOnce)
    let warning = willBecomeIrrevocable
    isInTransaction = true
    willBecomeIrrevocable = nil
    defer { (isInTransaction, willBecomeIrrevocable) = (wasInTransaction, warning) }
    do {
      return try restoringOnFailure {
        let result = try body()
        if savesAtOnce, let evaluation { try trySaving(evaluation) }
        throw Discarded(result: result)
      }
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

/// The error of one of several changes that belong together.
public struct StepFailure: Error {
  /// What went wrong.
  public let error: any Error
  /// The number of the change, from 1.
  public let number: Int
  /// The number of changes.
  public let count: Int
}
