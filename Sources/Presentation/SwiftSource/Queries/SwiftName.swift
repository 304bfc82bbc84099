import Expressions

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

  /// What a member cannot be called, not even in backticks.
  private static let impossible: Set<String> = ["self", "Self", "Type", "Protocol", ""]

  /// The name as Swift can bear it, in backticks where it would not be read as one.
  ///
  /// Different names stay different: what backticks cannot hold is written by its number, and an
  /// impossible name gets a line behind it.
  static func quoted(_ name: String) -> String {
    let possible = possible(name)
    return possible.isWord && !keywords.contains(possible) ? possible : "`\(possible)`"
  }

  /// Whether Swift bears the name as it is, if only in backticks.
  static func isKept(_ name: String) -> Bool { possible(name) == name }

  private static func possible(_ name: String) -> String {
    var written = ""
    for (index, scalar) in name.unicodeScalars.enumerated() {
      if isHeld(scalar), index > 0 || scalar != "$" {
        written.unicodeScalars.append(scalar)
      } else {
        written += "U+" + String(scalar.value, radix: 16, uppercase: true)
      }
    }
    let base = String(written.reversed().drop { $0 == "_" }.reversed())
    let isBare = impossible.contains(base) || base.unicodeScalars.allSatisfy(isSign)
    return isBare ? written + "_" : written
  }

  /// Whether backticks can hold a character.
  private static func isHeld(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .unassigned, .lineSeparator, .paragraphSeparator,
      .privateUse:
      false
    case .spaceSeparator: scalar == " "
    default: scalar != "`" && scalar != "\\"
    }
  }

  /// Whether a name of such characters alone would be an operator, or nothing.
  private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.properties.isXIDContinue
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

  /// Keeps `names` for what bears them already.
  func reserve(_ names: some Sequence<String>) {
    used.formUnion(names)
  }

  /// Whether something bears the name.
  func contains(_ name: String) -> Bool { used.contains(name) }

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
