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
    let text = "\(beforeMember).\(name)"
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

/// Names in Swift source.
enum SwiftName {
  private static let keywords: Set<String> = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
    "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
    "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return",
    "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "where", "while", "Self", "Any", "Type", "Protocol",
  ]

  /// The name, in backticks where it would not be read as one.
  static func quoted(_ name: String) -> String {
    let isWord =
      name.unicodeScalars.allSatisfy { $0.properties.isXIDContinue || $0 == "_" }
      && name.unicodeScalars.first.map { $0.properties.isXIDStart || $0 == "_" } ?? false
    return isWord && !keywords.contains(name) ? name : "`\(name)`"
  }

  /// A variable's name for one of what is called `name`: `budget` for `Budget`.
  static func variable(_ name: String) -> String {
    let letters = name.unicodeScalars.filter { $0.properties.isXIDContinue }
    let word = String(String.UnicodeScalarView(letters))
    guard let first = word.unicodeScalars.first, first.properties.isXIDStart else { return "value" }
    return word.prefix(1).lowercased() + word.dropFirst()
  }
}

/// Hands out variable names, each once.
final class SwiftNames {
  private var used: Set<String> = []

  /// The same names again, for closures that do not see each other.
  func copy() -> SwiftNames {
    let names = SwiftNames()
    names.used = used
    return names
  }

  /// A name as near to `wish` as is free.
  func fresh(_ wish: String) -> String {
    let base = SwiftName.variable(wish)
    var name = base
    var number = 2
    while !used.insert(name).inserted {
      name = "\(base)\(number)"
      number += 1
    }
    return SwiftName.quoted(name)
  }
}
