import Expressions
import Model

/// How source is laid out.
enum SwiftLayout {
  /// How wide a line should be at most.
  static let width = 100

  static func indented(_ lines: [String]) -> [String] {
    lines.map { $0.isEmpty ? "" : "  " + $0 }
  }

  /// The lines between parentheses, with commas.
  static func list(_ texts: [String]) -> [String] {
    texts.enumerated().map { "  \($1)\($0 == texts.count - 1 ? "" : ",")" }
  }

  /// A property behind its macro, or below it where both together are too wide.
  static func property(_ macro: String, _ arguments: [String], _ text: String) -> [String] {
    if arguments.isEmpty { return [text] }
    let start = "@\(macro)(\(arguments.joined(separator: ", ")))"
    let line = "\(start) \(text)"
    return line.count + 2 <= width ? [line] : [start, text]
  }

  /// The literal of a text.
  static func string(_ text: String) -> String { FetchLiteralText.quoted(text) }

  /// What is said behind a member that Swift has to call by another name.
  static func otherName(_ name: String) -> String {
    SwiftName.isKept(name) ? "" : "  " + SwiftComment.line("called \(name)")
  }
}

/// How Swift calls types.
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
  /// `/// A spending limit`, a line for each line of the text.
  static func documentation(_ text: String?) -> [String] {
    guard let text else { return [] }
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { $0.isEmpty ? "///" : "/// " + oneLine(String($0)) }
  }

  /// `// check limit > 0`; nothing in `text` ends the line.
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
