import Diagnostics
import Rendering

/// Draws a chart as SVG without scripts, for light and dark pages.
public struct ChartSVG {
  let chart: Chart
  /// Notes below the chart.
  var notes: [String]

  /// The width of the image.
  static let width = 760.0
  static let margin = 16.0
  static let lineHeight = 18.0
  /// The text for a missing value.
  static let nilText = "nil"
  /// More bars and columns are only counted.
  private static let maxPlaces = 200
  private static let maxTitleLines = 3
  /// The number of characters in a line.
  private static let lineWidth = Int((width - 2 * margin) / SVGMarkup.columnWidth)

  /// Creates an image of `chart`.
  public init(_ chart: Chart) {
    self.chart = chart
    notes = chart.notes
  }

  /// The lines of the SVG document.
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

  private var kind: String {
    chart.kind == .histogram ? "histogram" : "\(chart.kind.rawValue) chart"
  }

  /// `bar chart of 12 rows: spent`
  var summary: String {
    let rows = counted(chart.series.first?.values.count ?? 0, "row")
    return "\(kind) of \(rows): " + chart.series.map(\.name).joined(separator: ", ")
  }

  private func head(height: Double) -> [String] {
    SVGMarkup.head(
      width: Self.width,
      height: height,
      title: chart.title.isEmpty ? kind : chart.title,
      summary: summary,
      shapes: [".title { font-weight: bold; }"] + seriesRules,
      colors: { [".grid { stroke: \($0.head); }", ".axis { stroke: \($0.line); }"] }
    )
  }

  /// The title, cut after a few lines.
  private var titleLines: [String] {
    let lines = Self.folded(chart.title)
    guard lines.count > Self.maxTitleLines else { return lines }
    let last = fitted(
      lines[Self.maxTitleLines - 1] + " " + lines[Self.maxTitleLines],
      toWidth: Self.lineWidth
    )
    return lines.prefix(Self.maxTitleLines - 1) + [last.text]
  }

  /// Text wrapped to the width.
  private static func folded(_ text: String) -> [String] {
    wrapped(text, toWidth: lineWidth, ellipsis: "…")
  }

  /// The number of places that fit.
  var shownPlaces: Int { min(chart.axis.count, max(1, Self.maxPlaces / chart.series.count)) }

  /// The number of rows with a finite number, without those beyond ``shownPlaces``.
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
    }
  }

  /// A message instead of a chart.
  static func nothing(_ reason: String, from top: Double) -> (lines: [String], bottom: Double) {
    let text = "no chart: \(reason)"
    let line = SVGMarkup.text(text, margin, top + lineHeight, "soft")
    return ([line], top + 2 * lineHeight)
  }
}
