import Model

/// Comparisons and their negations.
extension FetchTextWriter {
  /// The text of a comparison or its negation; nil if no operator expresses it.
  func comparison(_ expression: TypedExpression, isNegated: Bool) -> String? {
    if let test = printer.names.kindTest(expression) { return kind(test, isNegated) }
    switch expression.kind {
    case .comparison(let operation, let left, let right):
      guard let spelling = Self.spelling(operation, isNegated: isNegated) else { return nil }
      return infix(spelling, left, right)
    case .match(let match, let text, let pattern):
      guard let spelling = Self.spelling(match, isNegated: isNegated) else { return nil }
      return infix(spelling, text, pattern)
    case .isNull(let operand):
      return "\(text(operand, .coalesce)) is \(isNegated ? "not " : "")nil"
    case .membership(let operand, let elements):
      return infix(isNegated, operand, "in", "[\(list(elements))]")
    case .arrayMembership(let operand, let array):
      return infix(isNegated, operand, "in", text(array, .coalesce))
    case .membershipInQuery(let operand, let query):
      return infix(isNegated, operand, "in", self.query(query))
    case .range(let operand, let lower, let upper, let isClosed):
      let bounds = text(lower, .sum) + (isClosed ? "..." : "..<") + text(upper, .sum)
      return infix(isNegated, operand, "in", bounds)
    default:
      return nil
    }
  }

  private func infix(
    _ isNegated: Bool,
    _ operand: TypedExpression,
    _ spelling: String,
    _ right: String
  ) -> String {
    "\(text(operand, .coalesce)) \(isNegated ? "not " : "")\(spelling) \(right)"
  }

  private func infix(_ spelling: String, _ left: TypedExpression, _ right: TypedExpression)
    -> String
  {
    "\(text(left, .coalesce)) \(spelling) \(text(right, .coalesce))"
  }

  /// With nil both `<` and `>=` are false, so neither is the negation of the other.
  private static func spelling(_ operation: ComparisonOperator, isNegated: Bool) -> String? {
    switch (operation, isNegated) {
    case (_, false): operation.rawValue
    case (.equal, true): ComparisonOperator.notEqual.rawValue
    case (.notEqual, true): ComparisonOperator.equal.rawValue
    default: nil
    }
  }

  private static func spelling(_ match: StringMatch, isNegated: Bool) -> String? {
    switch match.operation {
    case .looselyContains where isNegated: "!~"
    case .looselyEquals where isNegated: nil
    default: (isNegated ? "not " : "") + match.spelling
    }
  }
}
