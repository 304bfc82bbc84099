import Expressions
import Model

/// Formats Swift source.
enum SwiftLayout {
  /// The maximum width of a line.
  static let width = 100

  static func indented(_ lines: [String]) -> [String] {
    lines.map { $0.isEmpty ? "" : "  " + $0 }
  }

  /// The lines of a parenthesized list, with commas.
  static func list(_ texts: [String]) -> [String] {
    texts.enumerated().map { "  \($1)\($0 == texts.count - 1 ? "" : ",")" }
  }

  /// A property after its macro, or below it if the line would be too long.
  static func property(_ macro: String, _ arguments: [String], _ text: String) -> [String] {
    if arguments.isEmpty { return [text] }
    let start = "@\(macro)(\(arguments.joined(separator: ", ")))"
    let line = "\(start) \(text)"
    return line.count + 2 <= width ? [line] : [start, text]
  }

  /// A string literal.
  static func string(_ text: String) -> String { FetchLiteralText.quoted(text) }

  /// A comment for a member that needs another name in Swift.
  static func otherName(_ name: String) -> String {
    SwiftName.isValid(name) ? "" : "  " + SwiftComment.line("named \(name)")
  }
}

/// The names of types in Swift.
enum SwiftTypeName {
  static func text(_ type: ValueType) -> String {
    switch type {
    case .duration: "TimeInterval"
    case .list(let element): "[\(text(element))]"
    case .toMany(let entity): "[\(SwiftName.quoted(entity))]"
    case .record(let entity): SwiftName.quoted(entity)
    default: type.declaredName.map(SwiftName.quoted) ?? type.description
    }
  }
}

/// Comments in Swift source.
enum SwiftComment {
  /// `/// A spending limit`, for each line of the text.
  static func documentation(_ text: String?) -> [String] {
    guard let text else { return [] }
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { $0.isEmpty ? "///" : "/// " + oneLine(String($0)) }
  }

  /// `// check limit > 0`, with line breaks escaped.
  static func line(_ text: String) -> String { "// " + oneLine(text) }

  private static func oneLine(_ text: String) -> String {
    var line = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .surrogate:
        line += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: line.unicodeScalars.append(scalar)
      }
    }
    return line
  }
}
