import Diagnostics
import Rendering

/// Horizontal bars, one place below the other.
extension ChartSVG {
  /// The names of the shown places and an axis that includes zero; nil if they have no numbers.
  ///
  /// Adds a note about places that are not shown.
  mutating func namedPlaces() -> (names: [String], scale: AxisScale)? {
    guard case .names(let names) = chart.axis else { return nil }
    let shown = shownPlaces
    if names.count > shown { notes.append("… and \(groupedDigits(names.count - shown)) more") }
    let numbers = chart.series.flatMap { $0.values.prefix(shown).compactMap { $0 } }
    guard let range = numbers.closedRange else { return nil }
    let scale = AxisScale.numbers(range, includesZero: true, most: 8, endsAtMarks: false)
    return (Array(names.prefix(shown)), scale)
  }

  /// The reason for a missing chart if no shown place has a number.
  static let noNumber = "no shown row has a finite value"

  mutating func bars(from top: Double) -> (lines: [String], bottom: Double) {
    guard let (names, scale) = namedPlaces() else { return Self.nothing(Self.noNumber, from: top) }
    let labels = names.map { fitted($0, toWidth: 32).text }
    let left = Self.margin + 8 + (labels.map(Self.width).max() ?? 0)
    let texts = chart.series.flatMap { series in names.indices.map { Self.text(series, $0) } }
    let room = max(Self.width - Self.margin - left - (texts.map(Self.width).max() ?? 0) - 8, 40)
    func x(_ value: Double) -> Double { left + room * scale.fraction(of: value) }
    let bar = chart.series.count == 1 ? 16.0 : 12.0
    let group = bar * Double(chart.series.count) + 6
    let bottom = top + group * Double(names.count)
    var lines = scale.ticks.map { Self.stroke(x($0.value), top, x($0.value), bottom, "grid") }
    for (place, label) in labels.enumerated() {
      let y = top + group * Double(place)
      let middle = y + (group - 6) / 2 + 7
      let hint = Self.whole(names[place], label)
      lines.append(SVGMarkup.text(label, left - 8, middle, nil, anchor: "end", hint: hint))
      for (index, series) in chart.series.enumerated() {
        let y = y + 3 + bar * Double(index)
        let value = series.values[place]
        if let value {
          lines.append(
            SVGMarkup.rectangle(
              min(x(0), x(value)),
              y,
              max(abs(x(value) - x(0)), 1),
              bar - 2,
              "fill\(Self.look(index))",
              hint: self.hint(names[place], index, value)
            )
          )
        }
        let end = max(x(0), value.map(x) ?? 0)
        lines.append(SVGMarkup.text(Self.text(series, place), end + 5, y + bar - 4, "soft"))
      }
    }
    lines.append(Self.stroke(x(0), top, x(0), bottom, "axis"))
    let marks = scale.ticks.map { BottomAxisMark(x: x($0.value), label: $0.label) }
    let axis = Self.bottomAxis(marks, left: left, at: bottom)
    return (lines + axis.lines, axis.bottom)
  }

  /// The text beside a bar.
  private static func text(_ series: Chart.Series, _ place: Int) -> String {
    series.values[place].map(NumberLabel.value) ?? nilText
  }
}
