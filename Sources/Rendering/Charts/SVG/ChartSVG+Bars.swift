import Diagnostics

/// Bars to the right and upwards.
extension ChartSVG {
  private static let height = 280.0

  /// The places that are shown; the others are told of.
  private mutating func shownNames() -> [String] {
    guard case .names(let names) = chart.axis else { return [] }
    let shown = shownPlaces
    if names.count > shown { notes.append("… and \(groupedDigits(names.count - shown)) more") }
    return Array(names.prefix(shown))
  }

  /// The numbers that are shown.
  private func range(of places: Int) -> ClosedRange<Double> {
    chart.series.flatMap { $0.values.prefix(places).compactMap { $0 } }.closedRange ?? 0...1
  }

  mutating func bars(from top: Double) -> (lines: [String], bottom: Double) {
    let names = shownNames()
    let scale = AxisScale.numbers(
      range(of: names.count),
      includesZero: true,
      most: 8,
      endsAtMarks: false
    )
    let labels = names.map { fitted($0, toWidth: 32).text }
    let left = Self.margin + 8 + (labels.map(Self.width).max() ?? 0)
    let values = chart.numbers.reduce(0) { max($0, Self.width(of: NumberLabel.value($1))) }
    let room = max(Self.width - Self.margin - left - values - 8, 40)
    func x(_ value: Double) -> Double { left + room * scale.fraction(of: value) }
    let bar = chart.series.count == 1 ? 16.0 : 12.0
    let group = bar * Double(chart.series.count) + 6
    let bottom = top + group * Double(names.count)
    var lines = scale.ticks.map { Self.stroke(x($0.value), top, x($0.value), bottom, "grid") }
    for (place, label) in labels.enumerated() {
      let y = top + group * Double(place)
      let middle = y + (group - 6) / 2 + 7
      lines.append(SVGMarkup.text(label, left - 8, middle, nil, anchor: "end"))
      for (index, series) in chart.series.enumerated() {
        guard let value = series.values[place] else { continue }
        let start = min(x(0), x(value))
        let size = max(abs(x(value) - x(0)), 1)
        let y = y + 3 + bar * Double(index)
        lines.append(
          SVGMarkup.rectangle(start, y, size, bar - 2, "fill\(Self.color(index))")
        )
        lines.append(
          SVGMarkup.text(NumberLabel.value(value), max(x(0), x(value)) + 5, y + bar - 4, "soft")
        )
      }
    }
    lines.append(Self.stroke(x(0), top, x(0), bottom, "axis"))
    let ticks = scale.ticks.map { (x: x($0.value), label: $0.label) }
    return (lines + Self.lowerAxis(ticks, left: left, at: bottom), bottom + 24)
  }

  mutating func columns(from top: Double) -> (lines: [String], bottom: Double) {
    let names = shownNames()
    let scale = AxisScale.numbers(
      range(of: names.count),
      includesZero: true,
      most: 8,
      endsAtMarks: false
    )
    let groups = names.indices.map { place in chart.series.map { $0.values[place] } }
    let frame = uprightFrame(scale, groups, from: top)
    let room = frame.group
    let labels = names.enumerated().map { index, name in
      let most = max(Int(max(room, 70) / SVGMarkup.columnWidth), 3)
      return (x: frame.left + room * (Double(index) + 0.5), label: fitted(name, toWidth: most).text)
    }
    let lines = Self.lowerAxis(labels, left: frame.left, at: top + Self.height)
    return (frame.lines + lines, top + Self.height + 24)
  }

  func histogram(from top: Double) -> (lines: [String], bottom: Double) {
    let bins = Bins(chart.numbers, count: chart.bins).bins
    let counts = bins.map { Double($0.count) }
    let scale = AxisScale.numbers(
      counts.closedRange ?? 0...1,
      includesZero: true,
      most: 8,
      leastStep: 1,
      endsAtMarks: false
    )
    let frame = uprightFrame(scale, counts.map { [$0] }, from: top)
    let edges = bins.map(\.lower) + bins.suffix(1).map(\.upper)
    let labels = edges.enumerated().map { index, edge in
      (x: frame.left + frame.group * Double(index), label: NumberLabel.text(edge))
    }
    let lines = Self.lowerAxis(labels, left: frame.left, at: top + Self.height)
    return (frame.lines + lines, top + Self.height + 24)
  }

  /// Bars upwards in groups, over an axis at the left.
  private func uprightFrame(
    _ scale: AxisScale,
    _ groups: [[Double?]],
    from top: Double
  ) -> (lines: [String], left: Double, group: Double) {
    let left = Self.margin + 8 + (scale.ticks.map { Self.width(of: $0.label) }.max() ?? 0)
    let group = (Self.width - Self.margin - left) / Double(max(groups.count, 1))
    let gap = min(group * 0.15, 8)
    func y(_ value: Double) -> Double { top + Self.height * (1 - scale.fraction(of: value)) }
    var lines = Self.leftAxis(scale, left: left, top: top, height: Self.height)
    for (place, values) in groups.enumerated() {
      let bar = (group - gap) / Double(max(values.count, 1))
      for (index, value) in values.enumerated() {
        guard let value, value != 0 else { continue }
        let x = left + group * Double(place) + gap / 2 + bar * Double(index)
        lines.append(
          SVGMarkup.rectangle(
            x,
            min(y(0), y(value)),
            max(bar, 0.5),
            max(abs(y(value) - y(0)), 1),
            "fill\(Self.color(index))"
          )
        )
      }
    }
    return (lines, left, group)
  }
}
