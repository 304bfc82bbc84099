import Execution

/// The state after a change, created on demand because most changes can be checked without it.
final class ResultingState {
  private let make: () throws -> (OverlaySnapshot, Executor)
  private var made: (snapshot: OverlaySnapshot, executor: Executor)?

  init(_ make: @escaping () throws -> (OverlaySnapshot, Executor)) {
    self.make = make
  }

  /// The records after the change.
  var snapshot: OverlaySnapshot { get throws { try state.snapshot } }

  /// Evaluates expressions in that state.
  var executor: Executor { get throws { try state.executor } }

  private var state: (snapshot: OverlaySnapshot, executor: Executor) {
    get throws {
      if let made { return made }
      let state = try make()
      made = state
      return state
    }
  }
}
