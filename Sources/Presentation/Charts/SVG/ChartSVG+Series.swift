import Diagnostics
import Rendering

/// Series colors and the legend.
extension ChartSVG {
  /// The colors of series, distinguishable on white and on black, neighbors best.
  private static let colors = [
    "#3b82c4", "#d9822b", "#3fa34d", "#c4475a", "#8a63c9",
    "#8c5a3c", "#2aa5a0", "#d06fb0", "#7f8c99", "#94942a",
  ]

  /// The color number of a series, the suffix of its CSS classes: `fill0`, `line0`.
  static func look(_ index: Int) -> Int { index % colors.count }

  /// The CSS rules of all used colors.
  var seriesRules: [String] {
    Self.colors.prefix(chart.series.count).enumerated().flatMap { look, color in
      [
        ".fill\(look) { fill: \(color); }",
        ".line\(look) { fill: none; stroke: \(color); stroke-width: 1.6; }",
      ]
    }
  }

  /// The legend, if there are several series.
  func legend(_ top: inout Double) -> [String] {
    guard chart.series.count > 1 else { return [] }
    let names = chart.series.map { fitted($0.name, toWidth: 40).text }
    let sizes = names.map { 30 + Self.width(of: $0) }
    // Several lines are aligned in columns.
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

  /// The legend's sample of a series.
  private func sign(_ index: Int, _ x: Double, _ y: Double) -> String {
    if chart.kind == .line {
      return Self.stroke(x, y - 4, x + 14, y - 4, "line\(Self.look(index))")
    }
    return SVGMarkup.rectangle(x + 2, y - 9, 10, 10, "fill\(Self.look(index))")
  }

  /// The full text if only a part is shown, otherwise nil.
  static func whole(_ text: String, _ shown: String) -> String? { text == shown ? nil : text }

  /// The tooltip of a bar: `Rent, spent: 1450`.
  func hint(_ place: String, _ series: Int, _ value: Double) -> String {
    let name = chart.series.count > 1 ? "\(place), \(chart.series[series].name)" : place
    return "\(name): \(NumberLabel.value(value))"
  }
}
