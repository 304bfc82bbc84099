import Diagnostics
import Model
import Storage

/// The bare values of a row with `|` between them: what shell scripts take apart. Texts stand as they
/// are, but for what would change a terminal.
struct ListMode: ResultRenderer {
  let name = "list"
  let summary = "bare values with | between them, without headings"

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
