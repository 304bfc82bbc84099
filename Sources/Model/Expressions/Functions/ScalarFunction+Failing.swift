import Model

extension ScalarFunction {
  /// Whether the result of a call can be out of range.
  func canFail(_ arguments: [TypedExpression]) -> Bool {
    guard let type = arguments.first?.type else { return false }
    switch self {
    case .abs: return type == .int
    case .power: return type == .int || type == .decimal
    case .round: return arguments.count == 2 && type != .double && !Self.isDigits(arguments[1])
    case .padded:
      if arguments.count > 1, case .literal(.int(let count)) = arguments[1].kind {
        return count > TextFunctions.maxCount
      }
      return true
    case .repeated, .join: return true
    case .replace, .replaceMatches: return !Self.isShorter(arguments)
    default: return false
    }
  }

  /// Whether a replacement is known to be no longer than what it replaces.
  private static func isShorter(_ arguments: [TypedExpression]) -> Bool {
    guard arguments.count == 3, case .literal(.string(let new)) = arguments[2].kind else {
      return false
    }
    if new.isEmpty { return true }
    guard arguments[1].type == .string, case .literal(.string(let old)) = arguments[1].kind else {
      return false
    }
    return new.utf8.count <= old.utf8.count
  }

  /// Whether it is a literal number of decimal places, so that nothing grows.
  private static func isDigits(_ argument: TypedExpression) -> Bool {
    if case .literal(.int(let digits)) = argument.kind { digits >= 0 } else { false }
  }
}
