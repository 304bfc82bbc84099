import Diagnostics

/// A chart as a picture in SVG, for light and dark pages, without scripts.
public struct ChartSVG {
  let chart: Chart
  /// What is to be said below the picture.
  var notes: [String]

  /// The picture's width.
  static let width = 760.0
  static let margin = 16.0
  static let lineHeight = 18.0
  /// Bars and columns beyond these are only counted.
  static let mostPlaces = 200
  /// The colours of series, which can be told apart on white and on black.
  private static let colors = [
    "#3b82c4", "#d9822b", "#3fa34d", "#c4475a", "#8a63c9", "#8c7a3d",
  ]

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
    if !chart.title.isEmpty {
      body.append(SVGMarkup.text(chart.title, Self.margin, top, "title"))
      top += Self.lineHeight
    }
    body += legend(&top)
    let (drawn, bottom) = drawing.draw(from: top)
    body += drawn
    var end = bottom + Self.margin
    for note in drawing.notes {
      body.append(SVGMarkup.text(note, Self.margin, end + 8, "soft"))
      end += Self.lineHeight
    }
    let title = chart.title.isEmpty ? chart.kind.rawValue : chart.title
    return SVGMarkup.head(width: Self.width, height: end, title: title, rules: Self.rules)
      + [SVGMarkup.rectangle(0, 0, Self.width, end, "page")] + body + ["</svg>"]
  }

  private static let rules: [String] =
    [
      ".page { fill: var(--paper); }",
      ".title { font-weight: bold; }",
      ".soft { fill: var(--soft); }",
      ".grid { stroke: var(--head); }",
      ".axis { stroke: var(--line); }",
    ]
    + colors.enumerated().flatMap { index, color in
      [
        ".fill\(index) { fill: \(color); }",
        ".line\(index) { fill: none; stroke: \(color); stroke-width: 1.6; }",
      ]
    }

  /// How many bars have room.
  var shownPlaces: Int { min(chart.axis.count, max(1, Self.mostPlaces / chart.series.count)) }

  /// How many places of the axis it leaves out: of many bars the last ones, of everything else none.
  public var leftOut: Int {
    chart.kind == .bar || chart.kind == .column ? chart.axis.count - shownPlaces : 0
  }

  private mutating func draw(from top: Double) -> (lines: [String], bottom: Double) {
    guard let range = chart.range else {
      let text = "nothing can be drawn: no row has a finite value"
      let line = SVGMarkup.text(text, Self.margin, top + Self.lineHeight, "soft")
      return ([line], top + 2 * Self.lineHeight)
    }
    switch chart.kind {
    case .bar: return bars(from: top)
    case .histogram: return histogram(from: top)
    case .column: return columns(from: top)
    case .line, .scatter: return plot(range, from: top)
    case .spark: return sparks(from: top)
    }
  }

  /// The class of the colour of series `index`.
  static func color(_ index: Int) -> String { "\(index % colors.count)" }

  /// What each series looks like, where there are several.
  private func legend(_ top: inout Double) -> [String] {
    guard chart.series.count > 1, chart.kind != .spark else { return [] }
    var lines: [String] = []
    var x = Self.margin
    for (index, series) in chart.series.enumerated() {
      let name = fitted(series.name, toWidth: 40)
      let size = 22 + Double(name.width) * SVGMarkup.columnWidth
      if x > Self.margin, x + size > Self.width - Self.margin {
        x = Self.margin
        top += Self.lineHeight
      }
      lines.append(SVGMarkup.rectangle(x, top - 9, 10, 10, "fill\(Self.color(index))"))
      lines.append(SVGMarkup.text(name.text, x + 15, top, "soft"))
      x += size
    }
    top += Self.lineHeight
    return lines
  }
}

extension ChartSVG {
  /// A straight line of a class.
  static func stroke(
    _ x1: Double,
    _ y1: Double,
    _ x2: Double,
    _ y2: Double,
    _ kind: String
  ) -> String {
    let ends = [x1, y1, x2, y2].map(SVGMarkup.number)
    return """
        <line class="\(kind)" x1="\(ends[0])" y1="\(ends[1])" x2="\(ends[2])" y2="\(ends[3])"/>
      """
  }

  /// The width of a text.
  static func width(of text: String) -> Double {
    Double(text.displayWidth) * SVGMarkup.columnWidth
  }

  /// The marks of an axis at the left, with lines to the right of them.
  static func leftAxis(_ scale: AxisScale, left: Double, top: Double, height: Double) -> [String] {
    scale.ticks.flatMap { tick in
      let y = top + height * (1 - scale.fraction(of: tick.value))
      return [
        stroke(left, y, width - margin, y, tick.value == 0 ? "axis" : "grid"),
        SVGMarkup.text(tick.label, left - 6, y + 4, "soft", anchor: "end"),
      ]
    }
  }

  /// The marks of an axis below, and their labels, those left out that would touch the one before.
  static func lowerAxis(_ ticks: [(x: Double, label: String)], left: Double, at y: Double)
    -> [String]
  {
    var lines = [stroke(left, y, width - margin, y, "axis")]
    var end = 0.0
    for tick in ticks {
      lines.append(stroke(tick.x, y, tick.x, y + 4, "axis"))
      let size = width(of: tick.label)
      let middle = min(max(tick.x, margin + size / 2), width - margin - size / 2)
      guard middle - size / 2 > end else { continue }
      lines.append(SVGMarkup.text(tick.label, middle, y + 18, "soft", anchor: "middle"))
      end = middle + size / 2 + 6
    }
    return lines
  }
}
