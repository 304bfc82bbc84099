import Expressions

/// Swift source with its precedence, and whether its value is optional.
struct SwiftExpression {
  let text: String
  let isOptional: Bool
  let strength: SwiftStrength
  /// For a path, the text up to the last optional step, and the rest: `.size`.
  private(set) var optionalHead: (text: String, rest: String)?
  /// For a condition with optionals, the same with `if let`.
  var body: SwiftBody?

  /// Whether this is `nil`.
  private(set) var isNil = false
  /// `nil`
  static let nilLiteral: SwiftExpression = {
    var expression = SwiftExpression("nil", isOptional: true)
    expression.isNil = true
    return expression
  }()

  init(_ text: String, isOptional: Bool = false, _ strength: SwiftStrength = .primary) {
    self.text = text
    self.isOptional = isOptional
    self.strength = strength
    optionalHead = isOptional ? (text, "") : nil
  }

  /// A member of this value.
  func member(_ name: String, isOptional isMemberOptional: Bool) -> SwiftExpression {
    // A property accesses its own members without `self`.
    let text = self.text == "self" ? name : "\(beforeMember).\(name)"
    var member = SwiftExpression(text, isOptional: isOptional || isMemberOptional)
    if !isMemberOptional {
      member.optionalHead = optionalHead.map { ($0.text, "\($0.rest).\(name)") }
    }
    return member
  }

  /// The text, in parentheses if its context has a higher precedence.
  func text(_ needed: SwiftStrength) -> String {
    strength < needed ? "(\(text))" : text
  }

  /// The text before `.member`, with `?` if it is optional.
  var beforeMember: String {
    text(.primary) + (optionalHead.map { $0.rest.isEmpty } ?? false ? "?" : "")
  }

  /// The text before `.flatMap`, and the rest after its variable.
  var unwrapped: (optional: String, rest: String) {
    guard strength == .primary, let optionalHead else { return (text(.primary), "") }
    return (optionalHead.text, optionalHead.rest)
  }
}

/// The variable of a scope level: a record of `entity`, or an array element if that is nil.
struct SwiftVariable {
  let name: String
  let entity: String?
}

/// A condition as a closure's body: `if let size = team?.size { size > 2 } else { false }`.
///
/// It compiles much faster than the same with `flatMap` and `??`.
struct SwiftBody {
  /// The variables and the optionals they unwrap, from the outside in.
  let bindings: [(variable: String, optional: String)]
  /// The condition and its precedence.
  let condition: (text: String, strength: SwiftStrength)
  /// The value if one of them is nil.
  let otherwise: Bool

  var text: String {
    bindings.reversed().reduce(condition.text) { inner, binding in
      "if let \(binding.variable) = \(binding.optional) { \(inner) } else { \(otherwise) }"
    }
  }

  /// The negation.
  var negated: SwiftBody {
    SwiftBody(
      bindings: bindings,
      condition: (
        condition.strength < .primary ? "!(\(condition.text))" : "!" + condition.text, .prefix
      ),
      otherwise: !otherwise
    )
  }
}

/// Swift's precedences, from low to high.
enum SwiftStrength: Int, Comparable {
  case ternary
  case or
  case and
  case comparison
  case coalescing
  case addition
  case multiplication
  case prefix
  case primary

  static func < (left: SwiftStrength, right: SwiftStrength) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The next higher precedence.
  var next: SwiftStrength { SwiftStrength(rawValue: rawValue + 1) ?? .primary }
}
