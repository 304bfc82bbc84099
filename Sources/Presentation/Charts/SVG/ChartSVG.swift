import Diagnostics
import Rendering

/// A chart as a picture in SVG, for light and dark pages, without scripts.
public struct ChartSVG {
  let chart: Chart
  /// What is to be said below the picture.
  var notes: [String]

  /// The picture's width.
  static let width = 760.0
  static let margin = 16.0
  static let lineHeight = 18.0
  /// What stands for a value that there is not.
  static let nilText = "nil"
  /// Bars and columns beyond these are only counted.
  private static let mostPlaces = 200
  private static let mostTitleLines = 3
  /// The columns of text that a line of the picture has room for.
  private static let lineWidth = Int((width - 2 * margin) / SVGMarkup.columnWidth)

  /// A picture of `chart`.
  public init(_ chart: Chart) {
    self.chart = chart
    notes = chart.notes
  }

  /// The text, line by line.
  public var lines: [String] {
    var drawing = self
    var top = Self.margin + Self.lineHeight
    var body: [String] = []
    for line in titleLines {
      body.append(SVGMarkup.text(line, Self.margin, top, "title"))
      top += Self.lineHeight
    }
    body += legend(&top)
    let (drawn, bottom) = drawing.draw(from: top)
    body += drawn
    var end = bottom + Self.margin
    for note in drawing.notes.flatMap(Self.folded) {
      body.append(SVGMarkup.text(note, Self.margin, end + 8, "soft"))
      end += Self.lineHeight
    }
    return head(height: end) + body + ["</svg>"]
  }

  private func head(height: Double) -> [String] {
    let rows = counted(chart.series.first?.values.count ?? 0, "row")
    let drawn = chart.series.map(\.name).joined(separator: ", ")
    let kind = chart.kind == .histogram ? "histogram" : "\(chart.kind.rawValue) chart"
    return SVGMarkup.head(
      width: Self.width,
      height: height,
      title: chart.title.isEmpty ? kind : chart.title,
      summary: "\(kind) of \(rows): \(drawn)",
      shapes: [".title { font-weight: bold; }"] + seriesRules,
      colors: { [".grid { stroke: \($0.head); }", ".axis { stroke: \($0.line); }"] }
    )
  }

  /// The title, of which more than a few lines are left out: the legend has all names.
  private var titleLines: [String] {
    let lines = Self.folded(chart.title)
    guard lines.count > Self.mostTitleLines else { return lines }
    let last = fitted(
      lines[Self.mostTitleLines - 1] + " " + lines[Self.mostTitleLines],
      toWidth: Self.lineWidth
    )
    return lines.prefix(Self.mostTitleLines - 1) + [last.text]
  }

  /// A sentence in as many lines as it needs.
  private static func folded(_ text: String) -> [String] {
    wrapped(text, toWidth: lineWidth, ellipsis: "…")
  }

  /// How many bars have room.
  var shownPlaces: Int { min(chart.axis.count, max(1, Self.mostPlaces / chart.series.count)) }

  /// How many rows are drawn: those with a finite number, of many bars without the last ones.
  public var drawnCount: Int {
    let areBars = chart.kind == .bar || chart.kind == .column
    let shown = areBars ? shownPlaces : chart.series.first?.values.count ?? 0
    return (0..<shown).count { place in chart.series.contains { $0.values[place] != nil } }
  }

  private mutating func draw(from top: Double) -> (lines: [String], bottom: Double) {
    guard let range = chart.range else {
      return Self.nothing("no row has a finite value", from: top)
    }
    switch chart.kind {
    case .bar: return bars(from: top)
    case .histogram: return histogram(from: top)
    case .column: return columns(from: top)
    case .line, .scatter: return plot(range, from: top)
    case .spark: return sparks(from: top)
    }
  }

  /// Why there is nothing to see.
  static func nothing(_ reason: String, from top: Double) -> (lines: [String], bottom: Double) {
    let text = "nothing can be drawn: \(reason)"
    let line = SVGMarkup.text(text, margin, top + lineHeight, "soft")
    return ([line], top + 2 * lineHeight)
  }
}
