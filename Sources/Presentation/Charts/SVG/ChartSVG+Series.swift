import Diagnostics
import Rendering

/// What series look like, and the legend that says so.
extension ChartSVG {
  /// The colours of series, which can be told apart on white and on black, neighbours best.
  private static let colors = [
    "#3b82c4", "#d9822b", "#3fa34d", "#c4475a", "#8a63c9",
    "#8c5a3c", "#2aa5a0", "#d06fb0", "#7f8c99", "#94942a",
  ]

  /// Behind the last colour the first comes again, paler within and with broken lines.
  private static let styles: [(opacity: String, dashes: String)] = [
    ("", ""), (" fill-opacity: 0.45;", " stroke-dasharray: 7 3;"),
    (" fill-opacity: 0.1;", " stroke-dasharray: 2 3;"),
  ]

  /// The number of the look of series `index`, which its classes end with: `fill0`, `line0`.
  static func look(_ index: Int) -> Int { index % (colors.count * styles.count) }

  /// The rules of all looks that are used.
  var seriesRules: [String] {
    Set(chart.series.indices.map(Self.look)).sorted().flatMap { look in
      let color = Self.colors[look % Self.colors.count]
      let style = Self.styles[look / Self.colors.count]
      let edge = style.opacity.isEmpty ? "" : style.opacity + " stroke: \(color);"
      return [
        ".fill\(look) { fill: \(color);\(edge) }",
        ".line\(look) { fill: none; stroke: \(color); stroke-width: 1.6;\(style.dashes) }",
      ]
    }
  }

  /// What each series looks like, where there are several.
  func legend(_ top: inout Double) -> [String] {
    guard chart.series.count > 1, chart.kind != .spark else { return [] }
    let names = chart.series.map { fitted($0.name, toWidth: 40).text }
    let sizes = names.map { 30 + Self.width(of: $0) }
    // Several lines of them stand in columns.
    let isOneLine = sizes.reduce(0, +) <= Self.width - 2 * Self.margin
    let widest = sizes.max() ?? 0
    var lines: [String] = []
    var x = Self.margin
    for (index, series) in chart.series.enumerated() {
      let size = isOneLine ? sizes[index] : widest
      if x > Self.margin, x + size > Self.width - Self.margin {
        x = Self.margin
        top += Self.lineHeight
      }
      lines.append(sign(index, x, top))
      lines.append(
        SVGMarkup.text(
          names[index],
          x + 19,
          top,
          "soft",
          hint: Self.whole(series.name, names[index])
        )
      )
      x += size
    }
    top += Self.lineHeight
    return lines
  }

  /// What a series is drawn with, small.
  private func sign(_ index: Int, _ x: Double, _ y: Double) -> String {
    if chart.kind == .line {
      return Self.stroke(x, y - 4, x + 14, y - 4, "line\(Self.look(index))")
    }
    return SVGMarkup.rectangle(x + 2, y - 9, 10, 10, "fill\(Self.look(index))")
  }

  /// The whole of a text of which only a part is shown; nil where all is.
  static func whole(_ text: String, _ shown: String) -> String? { text == shown ? nil : text }

  /// What a bar says where the pointer rests on it: `Rent, spent: 1450`.
  func hint(_ place: String, _ series: Int, _ value: Double) -> String {
    let name = chart.series.count > 1 ? "\(place), \(chart.series[series].name)" : place
    return "\(name): \(NumberLabel.value(value))"
  }
}
