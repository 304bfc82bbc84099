import Diagnostics

/// A chart drawn with characters.
public struct ChartText {
  let chart: Chart
  let context: RenderingContext
  let glyphs: ChartGlyphs
  /// The columns that there are.
  let width: Int
  /// What is to be said below the chart besides its own notes.
  var notes: [String] = []

  /// Without a terminal a chart is so wide.
  private static let usualWidth = 80
  /// Where there is less room than this, lines are longer than the terminal.
  private static let leastWidth = 24

  /// - Parameter context: Where it is drawn; without a width in 80 columns.
  public init(_ chart: Chart, in context: RenderingContext) {
    (self.chart, self.context) = (chart, context)
    glyphs = context.usesUnicode ? .unicode : .ascii
    width = max(context.width ?? Self.usualWidth, Self.leastWidth)
  }

  /// The whole text, each line ended.
  public var text: String {
    var drawing = self
    let body = drawing.body()
    let title = fitted(chart.title, toWidth: width, ellipsis: context.ellipsis).text
    let heading = chart.title.isEmpty ? [] : [StyledText(title, .heading)]
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
    wrapped(text, toWidth: width, ellipsis: context.ellipsis).map { StyledText($0, .dim) }
  }

  private mutating func body() -> [StyledText] {
    guard let range = chart.range else {
      return remark("nothing can be drawn: no row has a finite value")
    }
    switch chart.kind {
    case .bar: return bars()
    case .histogram: return histogram()
    case .column: return columns(range)
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
  func labelLine(_ labels: [(column: Int, text: String)], room: Int) -> String {
    var line = ""
    var used = 0
    for label in labels {
      let size = label.text.displayWidth
      let start = min(max(label.column - size / 2, 0), max(room - size, 0))
      guard used == 0 || start > used, size <= room else { continue }
      line += String(repeating: " ", count: start - used) + label.text
      used = start + size
    }
    return line
  }

  /// What each series looks like, where several share places.
  func legend(_ signs: [String]) -> [StyledText] {
    guard chart.series.count > 1 else { return [] }
    var line = StyledText()
    var used = 0
    var lines: [StyledText] = []
    for (index, series) in chart.series.enumerated() {
      let name = fitted(series.name, toWidth: max(8, width / 2), ellipsis: context.ellipsis)
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
