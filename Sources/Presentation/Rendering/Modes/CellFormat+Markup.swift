import Diagnostics
import Model

extension CellFormat {
  /// A format for HTML or Markdown, with `<br>` between the lines of a string.
  ///
  /// - Parameters:
  ///   - special: The ASCII characters to escape.
  ///   - escaped: Escapes a string for the format.
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
