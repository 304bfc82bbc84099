import Diagnostics
import Files
import Formats
import Model
import Storage

/// A `table` element; nil has the class `nil`, numbers the class `number`.
struct HTMLMode: ResultRenderer {
  let name = "html"
  let summary = "an HTML table"
  let fileEndings = ["html", "htm"]

  func render(
    _ rows: any ResultRows,
    in context: RenderingContext,
    to sink: ByteSink
  ) throws {
    let rows = rows.withMarkedTotals
    try ByteText.write("<table>\n", to: sink)
    if context.hasHeadings {
      let titles = rows.headers.map {
        "<th>\(Self.escaped(escapedForTerminal($0.name)))</th>"
      }
      try ByteText.write("<thead>\n<tr>\(titles.joined())</tr>\n</thead>\n", to: sink)
    }
    try ByteText.write("<tbody>\n", to: sink)
    let text = context.markup(Self.escaped)
    let columns = rows.headers.map { header in
      context.column(
        special: "<>&\"'",
        frame: Self.frame(header.type.isNumeric ? "number" : nil),
        nullFrame: Self.frame("nil"),
        text: text
      )
    }
    try RowWriter(columns, row: ("<tr>", "", "</tr>\n")).write(
      rows,
      cancellation: context.cancellation,
      to: sink
    )
    try ByteText.write("</tbody>\n</table>\n", to: sink)
  }

  private static func frame(_ style: String?) -> TextColumn.Frame {
    let start = style.map { "<td class=\"\($0)\">" } ?? "<td>"
    return TextColumn.Frame(before: start, after: "</td>")
  }

  private static func escaped(_ text: String) -> String {
    text.replacingScalars { scalar in
      switch scalar {
      case "<": "&lt;"
      case ">": "&gt;"
      case "&": "&amp;"
      case "\"": "&quot;"
      case "'": "&#39;"
      default: nil
      }
    }
  }
}
