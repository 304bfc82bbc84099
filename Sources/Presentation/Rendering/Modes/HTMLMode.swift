import Diagnostics
public import Files
import Formats
import Model
public import Storage

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
    try ByteText.write("<table>\n", to: sink)
    if context.hasHeadings {
      let titles = rows.headers.map {
        "<th>\(htmlEscaped(escapedForTerminal($0.name)))</th>"
      }
      try ByteText.write("<thead>\n<tr>\(titles.joined())</tr>\n</thead>\n", to: sink)
    }
    try ByteText.write("<tbody>\n", to: sink)
    try HTMLRows(rows).write(in: context, to: sink)
    try ByteText.write("</tbody>\n</table>\n", to: sink)
  }
}

/// The rows of a result as `tr` elements; nil has the class `nil`, numbers the class `number`.
public struct HTMLRows {
  private let rows: any ResultRows

  /// Creates the rows of a result.
  public init(_ rows: any ResultRows) { self.rows = rows.withMarkedTotals }

  /// Passes the elements to `sink`. Throws the errors of the store and of `sink`.
  public func write(in context: RenderingContext, to sink: ByteSink) throws {
    let text = context.markup(htmlEscaped)
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
  }

  private static func frame(_ style: String?) -> TextColumn.Frame {
    let start = style.map { "<td class=\"\($0)\">" } ?? "<td>"
    return TextColumn.Frame(before: start, after: "</td>")
  }
}

/// `text` with the special characters of HTML escaped.
public func htmlEscaped(_ text: String) -> String {
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
