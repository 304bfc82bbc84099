import Diagnostics
import Rendering

/// Vertical bars and histograms.
extension ChartSVG {
  private static let height = 280.0

  mutating func columns(from top: Double) -> (lines: [String], bottom: Double) {
    guard let (names, scale) = namedPlaces() else { return Self.nothing(Self.noNumber, from: top) }
    let style = NameStyle(names, least: Self.leftAxisWidth(scale))
    let frame = VerticalBarFrame(
      scale,
      left: style.left,
      top: top,
      places: names.count,
      series: chart.series.count
    )
    var lines = frame.axis
    for (place, name) in names.enumerated() {
      for (index, series) in chart.series.enumerated() {
        guard let value = series.values[place] else {
          lines += frame.label(Self.nilText, above: 0, place, index)
          continue
        }
        if value != 0 { lines.append(frame.bar(value, place, index, hint(name, index, value))) }
      }
    }
    let end = top + Self.height
    lines += Self.bottomNames(style, of: names, left: frame.left, group: frame.group, at: end)
    return (lines, end + style.height)
  }

  func histogram(from top: Double) -> (lines: [String], bottom: Double) {
    let ranges = HistogramBins(chart.numbers, count: chart.bins)
    let (bins, edges) = (ranges.bins, ranges.edgeLabels)
    let counts = bins.map { Double($0.count) }
    let scale = AxisScale.numbers(
      counts.closedRange ?? 0...1,
      includesZero: true,
      most: 8,
      minStep: 1,
      endsAtMarks: false
    )
    // The label of the highest bar is above it.
    let top = top + 10
    let frame = VerticalBarFrame(
      scale,
      left: Self.leftAxisWidth(scale),
      top: top,
      places: bins.count,
      series: 1
    )
    var lines = frame.axis
    for (place, bin) in bins.enumerated() where bin.count > 0 {
      let count = groupedDigits(bin.count)
      let hint = "\(edges[place]) – \(edges[place + 1]): \(count)"
      lines.append(frame.bar(counts[place], place, 0, hint))
      lines += frame.label(count, above: counts[place], place, 0)
    }
    let marks = edges.enumerated().map { index, edge in
      BottomAxisMark(x: frame.left + frame.group * Double(index), label: edge)
    }
    let below = Self.bottomAxis(marks, left: frame.left, at: top + Self.height)
    return (lines + below.lines, below.bottom)
  }

  /// Lays out vertical bars in groups: one group for each place, one bar for each series.
  private struct VerticalBarFrame {
    let scale: AxisScale
    let left: Double
    let top: Double
    /// The width of a group, of the gap between groups, and of a bar.
    let group: Double
    let gap: Double
    let bar: Double

    init(_ scale: AxisScale, left: Double, top: Double, places: Int, series: Int) {
      (self.scale, self.left, self.top) = (scale, left, top)
      group = (ChartSVG.width - ChartSVG.margin - left) / Double(max(places, 1))
      gap = min(group * 0.15, 8)
      bar = (group - gap) / Double(max(series, 1))
    }

    var axis: [String] {
      ChartSVG.leftAxis(scale, left: left, top: top, height: ChartSVG.height)
    }

    private func y(_ value: Double) -> Double {
      top + ChartSVG.height * (1 - scale.fraction(of: value))
    }

    private func x(_ place: Int, _ series: Int) -> Double {
      left + group * Double(place) + gap / 2 + bar * Double(series)
    }

    func bar(_ value: Double, _ place: Int, _ series: Int, _ hint: String) -> String {
      let height = max(abs(y(value) - y(0)), 1)
      return SVGMarkup.rectangle(
        x(place, series),
        value < 0 ? y(0) : y(0) - height,
        max(bar, 0.5),
        height,
        "fill\(ChartSVG.look(series))",
        hint: hint
      )
    }

    /// A label above a bar, if the bar is wide enough.
    func label(_ text: String, above value: Double, _ place: Int, _ series: Int) -> [String] {
      guard ChartSVG.width(of: text) <= bar + 2 else { return [] }
      let middle = x(place, series) + bar / 2
      return [SVGMarkup.text(text, middle, y(value) - 4, "soft", anchor: "middle")]
    }
  }
}
