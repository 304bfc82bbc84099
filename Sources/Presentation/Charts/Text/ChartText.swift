import Diagnostics
import Rendering

/// A chart drawn with characters.
package struct ChartText {
  let chart: Chart
  let context: RenderingContext
  let glyphs: ChartGlyphs
  /// The columns that there are.
  let width: Int
  /// What is to be said below the chart besides its own notes.
  var notes: [String] = []

  /// Without a terminal a chart is so wide.
  private static let usualWidth = 80

  /// - Parameter context: Where it is drawn; without a width in 80 columns.
  init(_ chart: Chart, in context: RenderingContext) {
    (self.chart, self.context) = (chart, context)
    glyphs = context.usesUnicode ? .unicode : .ascii
    width = max(context.width ?? Self.usualWidth, 1)
  }

  /// The whole text, each line ended.
  var text: String {
    var drawing = self
    let body = drawing.body()
    let heading = inLines(chart.title).map { StyledText($0, .heading) }
    let notes = (chart.notes + drawing.notes).flatMap(remark)
    return (heading + body + notes).map { rendered($0) + "\n" }.joined()
  }

  private func rendered(_ line: StyledText) -> String {
    if context.usesColor { return line.rendered(usesColor: true) }
    var plain = line.plain[...]
    while plain.hasSuffix(" ") { plain.removeLast() }
    return String(plain)
  }

  /// A sentence in as many lines as it needs.
  func remark(_ text: String) -> [StyledText] {
    inLines(text).map { StyledText($0, .dim) }
  }

  /// A text in as many lines as it needs, of which only a word that is longer than a line is cut.
  func inLines(_ text: String) -> [String] {
    wrapped(text, toWidth: width, ellipsis: context.ellipsis)
  }

  /// A text in one line.
  func cut(_ text: String) -> String {
    fitted(text, toWidth: width, ellipsis: context.ellipsis).text
  }

  private mutating func body() -> [StyledText] {
    guard let range = chart.range else {
      return remark("nothing can be drawn: no row has a finite value")
    }
    switch chart.kind {
    case .bar: return bars()
    case .histogram: return histogram()
    case .column: return columns()
    case .line, .scatter: return plot(range)
    case .spark: return sparks()
    }
  }

  /// A label in so many columns, on the left or on the right of them.
  func padded(_ text: String, _ width: Int, onRight: Bool = false) -> String {
    let cut = fitted(text, toWidth: width, ellipsis: context.ellipsis)
    let space = String(repeating: " ", count: max(0, width - cut.width))
    return onRight ? space + cut.text : cut.text + space
  }

  /// A line with texts at columns, those left out that would touch the one before.
  ///
  /// Each text stands in the middle of its column if it can, and within `room` columns.
  ///
  /// - Parameter shift: By how many columns a text that would touch the one before may give way to the right.
  func labelLine(
    _ labels: [(column: Int, text: String)],
    room: Int,
    shift: Int = 2
  ) -> String {
    var line = ""
    var used = 0
    for label in labels {
      let size = label.text.displayWidth
      let last = max(room - size, 0)
      var start = min(max(label.column - size / 2, 0), last)
      if used > 0 { start = min(max(start, min(used + 1, start + shift)), last) }
      guard used == 0 || start > used, size <= room else { continue }
      line += String(repeating: " ", count: start - used) + label.text
      used = start + size
    }
    return line
  }

  /// What each series looks like, where several share places.
  ///
  /// - Parameter count: How many are drawn; nil for all.
  func legend(_ signs: [String], count: Int? = nil) -> [StyledText] {
    guard chart.series.count > 1 else { return [] }
    var line = StyledText()
    var used = 0
    var lines: [StyledText] = []
    for (index, series) in chart.series.prefix(count ?? .max).enumerated() {
      let name = fitted(series.name, toWidth: max(width - 2, 1), ellipsis: context.ellipsis)
      if used > 0, used + name.width + 4 > width {
        lines.append(line)
        (line, used) = (StyledText(), 0)
      }
      if used > 0 { line.append("  ") }
      line.append(signs[index % signs.count], ChartGlyphs.role(index))
      line.append(" " + name.text)
      used += name.width + 4
    }
    return lines + [line]
  }
}
