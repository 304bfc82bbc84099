import Diagnostics
import Model
import Syntax

/// Pieces of declarations as they are written.
enum DeclarationText {
  /// A name, in backticks where it must be.
  static func name(_ text: String) -> String {
    escapedForTerminal(quotedIfNeeded(text))
  }

  /// The name of a type, in brackets where it is an array's.
  static func type(_ type: ValueType) -> String {
    if case .list(let element) = type { return "[\(self.type(element))]" }
    return type.declaredName.map(name) ?? escapedForTerminal(type.description)
  }
}
