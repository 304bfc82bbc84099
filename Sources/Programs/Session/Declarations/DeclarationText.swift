import Diagnostics
import Model
import Syntax

/// Pieces of declarations as they are written.
enum DeclarationText {
  /// A name, in backticks where it must be.
  static func name(_ text: String) -> String { escapedForTerminal(quotedIfNeeded(text)) }

  /// Names between parentheses.
  static func names(_ names: [String]) -> String {
    "(\(names.map(name).joined(separator: ", ")))"
  }

  /// `enum Category "What money is spent on"`
  static func head(_ keyword: Keyword, _ name: String, _ documentation: String?) -> StyledText {
    var line = StyledText("\(keyword.rawValue) ", .keyword)
    line.append(escapedForTerminal(quotedBehindKeyword(name)), .entity)
    line.append(string(documentation))
    return line
  }

  /// A text in quotes behind a blank; nothing if it is nil.
  static func string(_ text: String?) -> StyledText {
    var literal = StyledText()
    guard let text else { return literal }
    literal.append(" ")
    literal.append(escapedForTerminal(stringLiteral(text)), .string)
    return literal
  }

  /// The name of a type, in brackets where it is an array's.
  static func type(_ type: ValueType) -> String {
    if case .list(let element) = type { return "[\(self.type(element))]" }
    return type.declaredName.map(name) ?? escapedForTerminal(type.description)
  }
}
