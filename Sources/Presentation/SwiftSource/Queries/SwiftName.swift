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

  /// Names that are invalid even in backticks.
  private static let impossible: Set<String> = ["self", "Self", "Type", "Protocol", ""]

  /// A valid Swift name, in backticks if necessary.
  ///
  /// Different names stay different: invalid characters become their numbers, and an invalid name
  /// gets a trailing underscore.
  static func quoted(_ name: String) -> String {
    let possible = possible(name)
    return possible.isWord && !keywords.contains(possible) ? possible : "`\(possible)`"
  }

  /// Whether the name is valid in Swift, perhaps in backticks.
  static func isValid(_ name: String) -> Bool { possible(name) == name }

  private static func possible(_ name: String) -> String {
    var written = ""
    for (index, scalar) in name.unicodeScalars.enumerated() {
      if isAllowed(scalar), index > 0 || scalar != "$" {
        written.unicodeScalars.append(scalar)
      } else {
        written += "U+" + String(scalar.value, radix: 16, uppercase: true)
      }
    }
    let base = String(written.reversed().drop { $0 == "_" }.reversed())
    let isBare = impossible.contains(base) || base.unicodeScalars.allSatisfy(isSign)
    return isBare ? written + "_" : written
  }

  /// Whether a character is valid in backticks.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .unassigned, .lineSeparator, .paragraphSeparator,
      .privateUse:
      false
    case .spaceSeparator: scalar == " "
    default: scalar != "`" && scalar != "\\"
    }
  }

  /// Whether a name of only such characters would be an operator.
  private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.properties.isXIDContinue
  }

  /// A variable name for a value of `name`: `budget` for `Budget`.
  static func variable(_ name: String) -> String {
    let letters = name.unicodeScalars.filter { $0.properties.isXIDContinue }
    let word = String(String.UnicodeScalarView(letters))
    guard let first = word.unicodeScalars.first, first.properties.isXIDStart else { return "value" }
    return word.prefix(1).lowercased() + word.dropFirst()
  }
}

/// Creates unique variable names.
final class SwiftNames {
  private var used: Set<String> = []

  /// A copy, for closures in separate scopes.
  func copy() -> SwiftNames {
    let names = SwiftNames()
    names.used = used
    return names
  }

  /// Reserves existing names.
  func reserve(_ names: some Sequence<String>) {
    used.formUnion(names)
  }

  /// Whether a name is used.
  func contains(_ name: String) -> Bool { used.contains(name) }

  /// A new name similar to `wish`.
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
