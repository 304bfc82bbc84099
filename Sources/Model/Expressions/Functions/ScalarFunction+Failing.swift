import Model

extension ScalarFunction {
  /// Whether the result of a call can be out of range.
  func canFail(_ arguments: [TypedExpression]) -> Bool {
    guard let type = arguments.first?.type else { return false }
    switch self {
    case .abs: return type == .int
    case .power: return type == .int || type == .decimal
    case .round: return arguments.count == 2 && type != .double && !Self.isDigits(arguments[1])
    case .repeated, .padded:
      if arguments.count > 1, case .literal(.int(let count)) = arguments[1].kind {
        return count > TextFunctions.maxCount
      }
      return true
    default: return false
    }
  }

  /// Whether it is a literal number of decimal places, so that nothing grows.
  private static func isDigits(_ argument: TypedExpression) -> Bool {
    if case .literal(.int(let digits)) = argument.kind { digits >= 0 } else { false }
  }
}
