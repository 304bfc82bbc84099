import Diagnostics
import Rendering

/// A chart drawn with characters.
package struct ChartText {
  let chart: Chart
  let context: RenderingContext
  let glyphs: ChartGlyphs
  /// The available width.
  let width: Int
  /// Notes below the chart, in addition to its own.
  var notes: [String] = []

  /// The width without a terminal.
  private static let defaultWidth = 80

  /// - Parameter context: The output settings.
  init(_ chart: Chart, in context: RenderingContext) {
    (self.chart, self.context) = (chart, context)
    glyphs = context.usesUnicode ? .unicode : .ascii
    width = max(context.width ?? Self.defaultWidth, 1)
  }

  /// The chart, each line with a newline.
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

  /// A wrapped, dim sentence.
  func remark(_ text: String) -> [StyledText] {
    inLines(text).map { StyledText($0, .dim) }
  }

  /// Wraps a text; only words longer than a line are cut.
  func inLines(_ text: String) -> [String] {
    wrapped(text, toWidth: width, ellipsis: context.ellipsis)
  }

  /// Cuts a text to one line.
  func cut(_ text: String) -> String {
    fitted(text, toWidth: width, ellipsis: context.ellipsis).text
  }

  private mutating func body() -> [StyledText] {
    guard let range = chart.range else {
      return remark("no chart: no row has a finite value")
    }
    switch chart.kind {
    case .bar: return bars()
    case .histogram: return histogram()
    case .column: return columns()
    case .line, .scatter: return plot(range)
    }
  }

  /// A label padded or cut to `width`.
  func padded(_ text: String, _ width: Int, onRight: Bool = false) -> String {
    let cut = fitted(text, toWidth: width, ellipsis: context.ellipsis)
    let space = String(repeating: " ", count: max(0, width - cut.width))
    return onRight ? space + cut.text : cut.text + space
  }

  /// A line of texts centered at columns, within `room`; texts that would overlap are omitted.
  ///
  /// - Parameter shift: How far a text can move to the right to avoid an overlap.
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

  /// The legend, if there are several series.
  ///
  /// - Parameter count: The number of drawn series; nil for all.
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
