import Expressions
import Model
import TestSupport

/// Calls of every declared function, and patterns.
extension RandomExpressions {
  /// A call whose result is of `type`; nil if no function has such.
  func call(
    of type: ValueType,
    _ depth: Int,
    _ place: Place,
    _ random: inout SeededRandom
  ) -> TypedExpression? {
    let calls = Self.calls.filter { $0.signature.result == type }
    guard !calls.isEmpty else { return nil }
    let (function, signature) = random.pick(calls)
    let arguments = signature.parameters.enumerated().map { index, parameter in
      index > 0 && random.chance(60)
        ? Self.constant(function, parameter, &random)
        : make(parameter, depth - 1, place, &random)
    }
    return TypedExpression(.call(function, arguments), type)
  }

  /// UUIDs and random numbers are different each time; `min` and `max` are made elsewhere.
  private static let calls: [(function: ScalarFunction, signature: FunctionDeclaration.Signature)] =
    FunctionDeclaration.all.flatMap { declaration in
      guard ![.uuid, .random].contains(declaration.function),
        case .signatures(let signatures) = declaration.form
      else { return [(ScalarFunction, FunctionDeclaration.Signature)]() }
      return signatures.map { (declaration.function, $0) }
    }

  /// An argument that is likely to make sense.
  private static func constant(
    _ function: ScalarFunction,
    _ type: ValueType,
    _ random: inout SeededRandom
  ) -> TypedExpression {
    switch (function, type) {
    case (.date, _):
      return .literal(.int(Int64.random(in: 0...31, using: &random)), .int)
    case (.round, _), (.power, .int):
      return .literal(.int(Int64.random(in: -3...4, using: &random)), .int)
    case (.replace, _):
      return .literal(.string(random.pick(["a", "b", "", "item", "é", "e"])), .string)
    default:
      return .literal(RandomValues.value(of: type, &random), type)
    }
  }

  /// A right side that is a pattern; a literal after `matches` must be one.
  func pattern(
    for match: StringMatch,
    _ place: Place,
    _ random: inout SeededRandom
  ) -> TypedExpression? {
    switch match.operation {
    case .like where random.chance(70):
      .literal(.string(random.pick(Self.likes)), .string)
    case .matches:
      random.chance(75)
        ? .literal(.string(random.pick(Self.expressions)), .string)
        : leaf(.string, place, &random)
    default:
      nil
    }
  }

  private static let likes = [
    "*", "?", "a*", "*b", "*e*", "item ??", "??", "*ß*", "z?e", "Z*", "*\\*", "", "*o?'*", "🎉",
  ]

  private static let expressions = [
    "", "^a", "b$", "^[a-z]+$", "item \\d+", "(ab|AB)", "o.", "\\bitem\\b", "^.$", "é|e", "[^a-z]",
    "(?i)zo", "^\\s*$", "\\W", "(a*)*b", "0?2$", "\\p{Lu}", "S{2}",
  ]
}
