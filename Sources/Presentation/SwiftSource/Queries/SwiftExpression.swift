import Expressions

/// A piece of Swift source, what it binds like and whether its value is an Optional.
struct SwiftExpression {
  let text: String
  let isOptional: Bool
  let strength: SwiftStrength
  /// For a path: the text up to its last optional step, and what follows that, `.size`.
  private(set) var optionalHead: (text: String, rest: String)?
  /// For a condition on what lies in Optionals: the same as a body of its own, by `if let`.
  var body: SwiftBody?

  init(_ text: String, isOptional: Bool = false, _ strength: SwiftStrength = .primary) {
    self.text = text
    self.isOptional = isOptional
    self.strength = strength
    optionalHead = isOptional ? (text, "") : nil
  }

  /// The member `name`, which is declared optional or not.
  func member(_ name: String, isOptional isMemberOptional: Bool) -> SwiftExpression {
    // Within a property of the record itself, its members need no `self`.
    let text = self.text == "self" ? name : "\(beforeMember).\(name)"
    var member = SwiftExpression(text, isOptional: isOptional || isMemberOptional)
    if !isMemberOptional {
      member.optionalHead = optionalHead.map { ($0.text, "\($0.rest).\(name)") }
    }
    return member
  }

  /// The text, in parentheses where its place asks for something stronger.
  func text(_ needed: SwiftStrength) -> String {
    strength < needed ? "(\(text))" : text
  }

  /// The text before a `.member`: what is optional itself is reached by `?.`.
  var beforeMember: String {
    text(.primary) + (optionalHead.map { $0.rest.isEmpty } ?? false ? "?" : "")
  }

  /// The text before a `.flatMap` of the Optional, and what then stands behind its variable.
  var unwrapped: (optional: String, rest: String) {
    guard strength == .primary, let optionalHead else { return (text(.primary), "") }
    return (optionalHead.text, optionalHead.rest)
  }
}

/// The variable of a scope level: a record of `entity`, or an array's element without one.
struct SwiftVariable {
  let name: String
  let entity: String?
}

/// A condition that stands alone in a closure: `if let size = team?.size { size > 2 } else { false }`.
///
/// The compiler understands this much sooner than the same by `flatMap` and `??`.
struct SwiftBody {
  /// The variables and the Optionals that they are taken from, from the outside in.
  let bindings: [(variable: String, optional: String)]
  /// The condition on them, with what it binds like.
  let condition: (text: String, strength: SwiftStrength)
  /// What holds where one of them is nil.
  let otherwise: Bool

  var text: String {
    bindings.reversed().reduce(condition.text) { inner, binding in
      "if let \(binding.variable) = \(binding.optional) { \(inner) } else { \(otherwise) }"
    }
  }

  /// The opposite.
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

/// Swift's precedences, from weak to strong.
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

  /// The next stronger one.
  var next: SwiftStrength { SwiftStrength(rawValue: rawValue + 1) ?? .primary }
}
