import Diagnostics
import Model

extension CellFormat {
  /// What a language of marks, of pages or of Markdown, makes of values: escaped for terminals and for that language,
  /// with `<br>` between the lines of a text.
  ///
  /// - Parameters:
  ///   - special: The ASCII characters that do not stand for themselves.
  ///   - escaped: A text as the language takes it.
  init(
    markup special: String,
    _ context: RenderingContext,
    escaped: @escaping @Sendable (String) -> String
  ) {
    let values = context.values
    self.init(special: special, context) { value in
      guard case .string(let text) = value, text.utf8.contains(UInt8(ascii: "\n")) else {
        return escaped(values.string(value))
      }
      return text.replacing("\r\n", with: "\n").split(
        separator: "\n",
        omittingEmptySubsequences: false
      ).map { escaped(escapedForTerminal(String($0))) }.joined(separator: "<br>")
    }
  }
}
