import Diagnostics
import Model
import Storage

/// Values separated by `|`, for shell scripts. Strings are unquoted; only terminal escapes are
/// replaced.
struct ListMode: ResultRenderer {
  let name = "list"
  let summary = "values separated by |, without headings"

  func render(
    _ rows: any ResultRows,
    in context: RenderingContext,
    to write: (String) throws -> Void
  ) throws {
    let values = context.values
    let isRaw = !context.isTerminal
    let format = CellFormat(special: "", context) { value in
      guard case .string(let text) = value else { return values.string(value) }
      return isRaw ? text : escapedForTerminal(text)
    }
    try rows.writeRows(to: write, format, row: ("", "|", "\n"))
  }
}
