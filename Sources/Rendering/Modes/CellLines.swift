import Diagnostics
import Model

/// The cells of a row as a text format takes them: escaped for terminals, but with their line ends.
struct CellLines {
  private let values: ValueText

  init(_ context: RenderingContext) {
    values = context.values
  }

  /// The lines of a value's text; never empty.
  func lines(of value: Value) -> [String] {
    guard case .string(let text) = value, text.utf8.contains(UInt8(ascii: "\n")) else {
      return [values.string(value)]
    }
    return text.replacing("\r\n", with: "\n").split(
      separator: "\n",
      omittingEmptySubsequences: false
    ).map { escapedForTerminal(String($0)) }
  }
}
