import Diagnostics
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
    to write: (String) throws -> Void
  ) throws {
    guard !rows.headers.isEmpty else { return }
    let titles = rows.headers.map { Self.escaped(escapedForTerminal($0.name)) }
    try write(Self.row(titles))
    try write(Self.row(rows.headers.map { $0.type.isNumeric ? "---:" : "---" }))
    let format = CellFormat(markup: "<>&\\`*_[]|~#$", context, escaped: Self.escaped)
    try rows.writeRows(to: write, format, row: ("| ", " | ", " |\n"))
    // Without an empty line, the next line would belong to the table.
    try write("\n")
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
