import Diagnostics
import Rendering

/// Vertical bars; negative numbers point down.
extension ChartText {
  private static let defaultHeight = 12
  private static let widestColumn = 10
  private static let widestGap = 6
  /// With less space beside the axis, draw horizontal bars.
  private static let minRoom = 8

  /// The layout of columns.
  private struct Layout {
    /// The width of the axis, including its line.
    let axis: Int
    /// The width of a bar, and of the space after the bars of one place.
    let bar: Int
    let gap: Int
    /// The number of shown places, and of series.
    let shown: Int
    let series: Int

    var group: Int { bar * series + gap }
  }

  mutating func columns() -> [StyledText] {
    guard case .names(let names) = chart.axis else { return [] }
    let series = min(chart.series.count, ChartGlyphs.maxSeries)
    let (layout, range) = fittingLayout(names.count, series)
    guard width - layout.axis >= max(Self.minRoom, series) else { return bars() }
    if series < chart.series.count {
      notes.append("only the first \(series) of \(chart.series.count) columns are shown")
    }
    if layout.shown < names.count {
      notes.append("\(context.ellipsis) and \(groupedDigits(names.count - layout.shown)) more")
    }
    guard let range else {
      return remark("no chart: no shown row has a finite value")
    }
    let scale = Self.scale(range)
    let ruler = ZeroBaseline(scale, range, cells: Self.defaultHeight)
    var lines = (0..<ruler.above).reversed().map { level in
      line(level, scale, ruler, layout) { self.upper($0, level, $1, ruler) }
    }
    lines.append(axisLine(scale, layout, below: ruler.below))
    lines += (0..<ruler.below).map { level in
      line(-level - 1, scale, ruler, layout) { self.lower($0, level, $1, ruler) }
    }
    lines.append(StyledText(nameLine(names, layout), .dim))
    return lines + legend(glyphs.fills, count: series)
  }

  private static func scale(_ range: ClosedRange<Double>) -> AxisScale {
    AxisScale.numbers(range, includesZero: true, most: 6, endsAtMarks: false)
  }

  /// The layout with as many places as fit beside the axis labels, and the range of their numbers,
  /// nil if they have none.
  private func fittingLayout(_ count: Int, _ series: Int) -> (Layout, ClosedRange<Double>?) {
    // Start with one digit; wider labels leave less space for places.
    var axis = 3
    while true {
      let layout = layout(count, series, axis: axis)
      let drawn = chart.series.prefix(series).flatMap { $0.values.prefix(layout.shown) }
      let range = drawn.compactMap { $0 }.closedRange
      let needed = range.map { Self.scale($0).labelWidth + 2 } ?? 0
      if needed <= axis { return (layout, range) }
      axis = needed
    }
  }

  private func layout(_ count: Int, _ series: Int, axis: Int) -> Layout {
    let room = max(width - axis, series + 1)
    let wished = room / max(count, 1)
    let least = wished > series ? 1 : 0
    let bar = min(max((wished - least) / series, 1), Self.widestColumn)
    let gap = min(max(wished - bar * series, least), Self.widestGap)
    let shown = min(count, max(1, (room + gap) / (bar * series + gap)))
    return Layout(axis: axis, bar: bar, gap: gap, shown: shown, series: series)
  }

  /// A line of the chart: level 0 is just above the axis, level -1 just below.
  private func line(
    _ level: Int,
    _ scale: AxisScale,
    _ ruler: ZeroBaseline,
    _ layout: Layout,
    _ part: (Double, Int) -> String
  ) -> StyledText {
    let tick = scale.ticks.first { tick in
      let edge = ruler.cell(of: tick.value) - ruler.below
      return tick.value != 0 && (tick.value > 0 ? edge - 1 : edge) == level
    }
    var line = StyledText(padded(tick?.label ?? "", layout.axis - 2, onRight: true) + " ", .dim)
    line.append(tick == nil ? glyphs.vertical : glyphs.sideTick, .border)
    for place in 0..<layout.shown {
      for series in 0..<layout.series {
        let value = chart.series[series].values[place] ?? 0
        let text = part(value, series)
        line.append(String(repeating: text, count: layout.bar), ChartGlyphs.role(series))
      }
      if place < layout.shown - 1 { line.appendSpaces(layout.gap) }
    }
    return line
  }

  /// The character of a bar at a level above the axis.
  private func upper(_ value: Double, _ level: Int, _ series: Int, _ ruler: ZeroBaseline) -> String
  {
    guard value > 0 else { return " " }
    let isPlain = series > 0
    let parts = isPlain ? 1 : glyphs.up.count
    let height = min(ruler.length(of: value), Double(ruler.above))
    let count = max(1, Int((height * Double(parts)).rounded()))
    let filled = min(count - level * parts, parts)
    guard filled > 0 else { return " " }
    return isPlain ? glyphs.fills[series % glyphs.fills.count] : glyphs.up[filled - 1]
  }

  /// The character of a bar at a level below the axis.
  private func lower(_ value: Double, _ level: Int, _ series: Int, _ ruler: ZeroBaseline) -> String
  {
    guard value < 0 else { return " " }
    let fill = glyphs.fills[series % glyphs.fills.count]
    let depth = min(ruler.length(of: value), Double(ruler.below))
    guard series == 0, let half = glyphs.downHalf else {
      return max(1, Int(depth.rounded())) > level ? fill : " "
    }
    let filled = max(1, Int((depth * 2).rounded())) - level * 2
    return filled >= 2 ? fill : filled == 1 ? half : " "
  }

  private func axisLine(_ scale: AxisScale, _ layout: Layout, below: Int) -> StyledText {
    var line = StyledText(padded(scale.zeroLabel, layout.axis - 2, onRight: true) + " ", .dim)
    let drawn = layout.shown * layout.group - layout.gap
    line.append(
      (below > 0 ? glyphs.crossing : glyphs.corner)
        + String(repeating: glyphs.horizontal, count: drawn),
      .border
    )
    return line
  }

  /// The names of as many places as fit.
  private func nameLine(_ names: [String], _ layout: Layout) -> String {
    let widest = names.prefix(layout.shown).reduce(0) { max($0, $1.displayWidth) }
    let wished = min(max(widest + 1, 4), 12)
    let step = max(1, (wished + layout.group - 1) / layout.group)
    // A single name would seem to belong to all bars.
    let isAlone = layout.shown > 1 && step >= layout.shown && layout.group >= 4
    let isEach = isAlone || layout.group >= min(widest + 1, 6)
    let used = isEach ? 1 : step
    let texts = distinguishing(Array(names.prefix(layout.shown)), width: used * layout.group - 1)
    var line = String(repeating: " ", count: layout.axis)
    for place in stride(from: 0, to: layout.shown, by: used) {
      let isLast = place + used >= layout.shown
      let room = used * layout.group - (isLast ? 0 : 1)
      let rest = width - layout.axis - place * layout.group
      line += padded(texts[place], max(min(rest, room), 0)) + (isLast ? "" : " ")
    }
    return line
  }
}
