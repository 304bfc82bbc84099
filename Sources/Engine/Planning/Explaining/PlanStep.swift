/// A step of an explained plan, in order of execution.
public struct PlanStep: Sendable {
  /// The component that executes a step.
  public enum Place: String, Sendable {
    case store
    case engine
  }

  /// The step: `filter spent > limit`.
  public let text: String
  /// The component that executes the step.
  public let place: Place
  /// The reasons and the method.
  public let reasons: [String]
  /// The operator.
  public let source: Plan
  /// The index of the operator's condition; nil for the operator as a whole.
  public let condition: Int?
}
