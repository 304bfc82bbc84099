import Diagnostics
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
    to write: (String) throws -> Void
  ) throws {
    try write("<table>\n")
    if context.hasHeadings {
      let titles = rows.headers.map {
        "<th>\(Self.escaped(escapedForTerminal($0.name)))</th>"
      }
      try write("<thead>\n<tr>\(titles.joined())</tr>\n</thead>\n")
    }
    try write("<tbody>\n")
    try rows.writeRows(
      to: write,
      CellFormat(markup: "<>&\"'", context, escaped: Self.escaped),
      frame: { header in
        (Self.frame(header.type.isNumeric ? "number" : nil), Self.frame("nil"))
      },
      row: ("<tr>", "", "</tr>\n")
    )
    try write("</tbody>\n</table>\n")
  }

  private static func frame(_ style: String?) -> CellFormat.Frame {
    let start = style.map { "<td class=\"\($0)\">" } ?? "<td>"
    return CellFormat.Frame(before: Array(start.utf8), after: Array("</td>".utf8))
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
