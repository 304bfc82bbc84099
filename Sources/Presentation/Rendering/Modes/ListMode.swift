import Diagnostics
import Files
import Formats
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
    to sink: ByteSink
  ) throws {
    let values = context.values
    let isRaw = !context.isTerminal
    let column = context.column { value in
      guard case .string(let text) = value else { return values.string(value) }
      return isRaw ? text : escapedForTerminal(text)
    }
    let columns = rows.headers.map { _ in column }
    try RowWriter(columns, row: ("", "|", "\n")).write(
      rows,
      cancellation: context.cancellation,
      to: sink
    )
  }
}
