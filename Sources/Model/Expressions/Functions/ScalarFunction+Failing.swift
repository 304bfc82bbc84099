import Model

extension ScalarFunction {
  /// Whether a call with these arguments can have a result beyond its type.
  func canFail(_ arguments: [TypedExpression]) -> Bool {
    guard let type = arguments.first?.type else { return false }
    switch self {
    case .abs: return type == .int
    case .power: return type == .int || type == .decimal
    case .round: return arguments.count == 2 && type != .double && !Self.isDigits(arguments[1])
    default: return false
    }
  }

  /// Whether it is known to be a number of digits behind the point, so that nothing grows.
  private static func isDigits(_ argument: TypedExpression) -> Bool {
    if case .literal(.int(let digits)) = argument.kind { digits >= 0 } else { false }
  }
}
