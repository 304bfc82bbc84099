import Execution

/// The state that changes lead to, made when it is first asked: most changes can break nothing that
/// has to be looked up in it.
final class ResultingState {
  private let make: () throws -> (OverlaySnapshot, Executor)
  private var made: (snapshot: OverlaySnapshot, executor: Executor)?

  init(_ make: @escaping () throws -> (OverlaySnapshot, Executor)) {
    self.make = make
  }

  /// The records as they are then.
  var snapshot: OverlaySnapshot { get throws { try state.snapshot } }

  /// What evaluates expressions in that state.
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
