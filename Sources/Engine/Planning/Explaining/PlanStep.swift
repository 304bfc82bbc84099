/// A step of a plan as it is explained, in the order in which steps are taken.
public struct PlanStep: Sendable {
  /// Who does it.
  public enum Place: String, Sendable {
    case store
    case engine
  }

  /// What is done: `filter spent > limit`.
  public let text: String
  /// Who does it.
  public let place: Place
  /// Why here, and how.
  public let reasons: [String]
  /// The operator that does it.
  public let source: Plan
  /// Which of the operator's conditions it is; nil for the operator as a whole.
  public let condition: Int?
}
