import Diagnostics
import Model
import Syntax

/// Parts of declarations.
enum DeclarationText {
  /// A name, quoted if necessary.
  static func name(_ text: String) -> String { escapedForTerminal(quotedIfNeeded(text)) }

  /// Names in parentheses.
  static func names(_ names: [String]) -> String {
    "(\(names.map(name).joined(separator: ", ")))"
  }

  /// `enum Category "What money is spent on"`
  static func head(_ keyword: Keyword, _ name: String, _ documentation: String?) -> StyledText {
    var line = StyledText("\(keyword.rawValue) ", .keyword)
    line.append(escapedForTerminal(quotedAfterKeyword(name)), .entity)
    line.append(string(documentation))
    return line
  }

  /// A space and a string literal; empty for nil.
  static func string(_ text: String?) -> StyledText {
    var literal = StyledText()
    guard let text else { return literal }
    literal.append(" ")
    literal.append(escapedForTerminal(stringLiteral(text)), .string)
    return literal
  }

  /// The name of a type, in brackets for an array.
  static func type(_ type: ValueType) -> String {
    if case .list(let element) = type { return "[\(self.type(element))]" }
    return type.declaredName.map(name) ?? escapedForTerminal(type.description)
  }
}
