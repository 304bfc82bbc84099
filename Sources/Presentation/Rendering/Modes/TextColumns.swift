import Diagnostics
import Formats
import Model
import Storage

extension RenderingContext {
  /// A column of values as text.
  ///
  /// - Parameters:
  ///   - special: The ASCII characters to escape.
  ///   - text: Formats a value; without widths, cells are not aligned.
  func column(
    special: String = "",
    frame: TextColumn.Frame = TextColumn.Frame(),
    nullFrame: TextColumn.Frame = TextColumn.Frame(),
    text: @escaping @Sendable (Value) -> String
  ) -> TextColumn {
    TextColumn(
      strings: TextEscaping(special: special, nullText: nullText),
      isUTC: values.isUTC,
      frame: frame,
      nullFrame: nullFrame
    ) { FittedText(text: text($0), width: 0) }
  }

  /// A column of a table.
  func column(_ alignment: TextColumn.Alignment) -> TextColumn {
    let (values, ellipsis) = (values, ellipsis)
    return TextColumn(
      strings: TextEscaping(nullText: nullText),
      isUTC: values.isUTC,
      alignment: alignment
    ) { value in
      let text = values.string(value)
      guard alignment.isCut else { return FittedText(text: text, width: text.displayWidth) }
      return fitted(text, toWidth: alignment.width, ellipsis: ellipsis)
    }
  }

  /// A text for HTML or Markdown, with `<br>` between the lines of a string.
  ///
  /// - Parameter escaped: Escapes a string for the format.
  func markup(
    _ escaped: @escaping @Sendable (String) -> String
  ) -> @Sendable (Value) -> String {
    let values = values
    return { value in
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
