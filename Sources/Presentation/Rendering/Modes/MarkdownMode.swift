import Diagnostics
import Files
import Formats
import Model
import Storage

/// A GitHub Markdown table, followed by an empty line. Markdown syntax in values is escaped.
struct MarkdownMode: ResultRenderer {
  let name = "markdown"
  let summary = "a Markdown table"
  let fileEndings = ["md", "markdown"]

  func render(
    _ rows: any ResultRows,
    in context: RenderingContext,
    to sink: ByteSink
  ) throws {
    let rows = rows.withMarkedTotals
    guard !rows.headers.isEmpty else { return }
    let titles = rows.headers.map { Self.escaped(escapedForTerminal($0.name)) }
    try ByteText.write(Self.row(titles), to: sink)
    try ByteText.write(Self.row(rows.headers.map { $0.type.isNumeric ? "---:" : "---" }), to: sink)
    let text = context.markup(Self.escaped)
    let columns = rows.headers.map { _ in context.column(special: "<>&\\`*_[]|~#$", text: text) }
    try RowWriter(columns, row: ("| ", " | ", " |\n")).write(
      rows,
      cancellation: context.cancellation,
      to: sink
    )
    // Without an empty line, the next line would belong to the table.
    try ByteText.write("\n", to: sink)
  }

  private static func row(_ cells: [String]) -> String {
    "| " + cells.joined(separator: " | ") + " |\n"
  }

  private static func escaped(_ text: String) -> String {
    text.replacingScalars { scalar in
      switch scalar {
      case "<": "&lt;"
      case ">": "&gt;"
      case "&": "&amp;"
      case "\\", "`", "*", "_", "[", "]", "|", "~", "#", "$": "\\\(scalar)"
      default: nil
      }
    }
  }
}
