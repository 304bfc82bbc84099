/// The reason why a step is rejected.
enum Refusal: String, Comparable, Sendable {
  case missing
  case taken
  case broken
  case bounds
  case denied
  case notOne
  case noRecord
  case severalOwners
  case ambiguousKey
  case conflict
  case nothingToUndo
  case alreadyBegun
  /// A state that no step should reach.
  case other

  static func < (left: Refusal, right: Refusal) -> Bool { left.rawValue < right.rawValue }
}

/// All errors of a step.
struct Refused: Error {
  let kinds: [Refusal]

  init(_ kinds: [Refusal]) { self.kinds = kinds.sorted() }
}
