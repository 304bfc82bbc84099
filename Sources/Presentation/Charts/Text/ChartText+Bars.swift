import Diagnostics
import Foundation
import Model
import Rendering

/// Horizontal bars, one a line.
extension ChartText {
  /// A line of a bar chart.
  private struct Row {
    var label: String
    var series = ""
    var value: Double?
    var text: String
    var role: TextRole
  }

  mutating func bars() -> [StyledText] {
    let names = chart.axis.labels(chart.timeZone)
    let height = context.maxRows ?? RenderingContext.defaultMaxRows
    let most = height > 0 ? max(1, height / chart.series.count) : 0
    let shown = min(names.count, most)
    if shown < names.count {
      notes.append("\(context.ellipsis) and \(groupedDigits(names.count - shown)) more")
    }
    var rows: [Row] = []
    for place in 0..<shown {
      for (index, series) in chart.series.enumerated() {
        let value = series.values[place]
        rows.append(
          Row(
            label: index == 0 ? names[place] : "",
            series: chart.series.count > 1 ? series.name : "",
            value: value,
            text: value.map { NumberLabel.value($0, within: width) } ?? missingText,
            role: ChartGlyphs.role(index)
          )
        )
      }
    }
    if rows.isEmpty { return [] }
    let isNamed = if case .names = chart.axis { true } else { false }
    return lines(rows, minStep: 0, cutsLabels: isNamed)
  }

  /// The text instead of a number that is not shown.
  private var missingText: String {
    fitted(context.nullText, toWidth: max(width / 4, 4), ellipsis: context.ellipsis).text
  }

  func histogram() -> [StyledText] {
    let ranges = HistogramBins(chart.numbers, count: chart.bins)
    let (bins, edges) = (ranges.bins, ranges.edgeLabels(within: width))
    let lower = edges.dropLast().map(\.count).max() ?? 0
    let upper = edges.dropFirst().map(\.count).max() ?? 0
    let rows = bins.indices.map { index in
      Row(
        label: padded(edges[index], lower, onRight: true) + " \(glyphs.dash) "
          + padded(edges[index + 1], upper, onRight: true),
        value: Double(bins[index].count),
        text: "\(bins[index].count)",
        role: ChartGlyphs.role(0)
      )
    }
    return lines(rows, minStep: 1, cutsLabels: false)
  }

  private func lines(_ rows: [Row], minStep: Double, cutsLabels: Bool) -> [StyledText] {
    guard let range = rows.compactMap(\.value).closedRange else {
      return remark("no chart: no shown row has a finite value")
    }
    func widest(_ texts: [String]) -> Int { texts.reduce(0) { max($0, $1.displayWidth) } }
    let layout = BarLayout(
      width: width,
      label: widest(rows.map(\.label)),
      series: widest(rows.map(\.series)),
      value: widest(rows.map(\.text)),
      cutsLabels: cutsLabels
    )
    guard layout.bar > 0 else {
      return rows.flatMap { heading($0, layout) + [StyledText(cut($0.text), role(of: $0))] }
    }
    let scale = AxisScale.labeled(width: layout.bar, most: layout.bar / 9) { most in
      .numbers(
        range,
        includesZero: true,
        most: most,
        minStep: minStep,
        endsAtMarks: false
      )
    }
    let ruler = ZeroBaseline(scale, range, cells: layout.bar - 1)
    return rows.flatMap { heading($0, layout) + [line($0, layout, ruler)] }
      + axis(scale, ruler, layout)
  }

  /// The names above a bar, if they are stacked.
  private func heading(_ row: Row, _ layout: BarLayout) -> [StyledText] {
    guard layout.isStacked else { return [] }
    let names = layout.cutsLabels && !row.label.isEmpty ? [cut(row.label)] : inLines(row.label)
    return names.map { StyledText($0) }
      + (row.series.isEmpty ? [] : [StyledText(cut(row.series), .dim)])
  }

  private func line(_ row: Row, _ layout: BarLayout, _ ruler: ZeroBaseline) -> StyledText {
    var line = StyledText()
    if !layout.isStacked {
      line.append(padded(row.label, layout.label) + " ")
      if layout.series > 0 { line.append(padded(row.series, layout.series) + " ", .dim) }
    }
    let value = row.value ?? 0
    let left = value < 0 ? halves(of: value, ruler) : 0
    let half = left % 2 == 1 ? glyphs.leftHalf : nil
    line.appendSpaces(ruler.below - left / 2 - (half == nil ? 0 : 1))
    if let half { line.append(half, row.role) }
    line.append(String(repeating: glyphs.right.last ?? "", count: left / 2), row.role)
    line.append(glyphs.vertical, .border)
    if value > 0 {
      line.append(horizontal(min(ruler.length(of: value), Double(ruler.above))), row.role)
    }
    line.append(" ")
    line.append(row.text, role(of: row))
    return line
  }

  private func role(of row: Row) -> TextRole { row.value == nil ? .null : .plain }

  /// The length of a bar to the left in half characters, at least one.
  private func halves(of value: Double, _ ruler: ZeroBaseline) -> Int {
    let halves = Int((min(ruler.length(of: value), Double(ruler.below)) * 2).rounded())
    guard glyphs.leftHalf == nil else { return max(halves, 1) }
    return max((halves + 1) / 2, 1) * 2
  }

  /// A bar `length` characters long; at least one fraction is visible.
  private func horizontal(_ length: Double) -> String {
    let parts = glyphs.right.count
    let count = max(1, Int((length * Double(parts)).rounded()))
    let full = String(repeating: glyphs.right[parts - 1], count: count / parts)
    return full + (count % parts == 0 ? "" : glyphs.right[count % parts - 1])
  }

  /// The axis with its marks, and the labels below.
  private func axis(_ scale: AxisScale, _ ruler: ZeroBaseline, _ layout: BarLayout) -> [StyledText]
  {
    var marks = Array(repeating: glyphs.horizontal, count: layout.bar)
    for tick in scale.ticks { marks[ruler.cell(of: tick.value)] = glyphs.tick }
    marks[ruler.below] = ruler.below == 0 ? glyphs.corner : glyphs.crossing
    let indent = String(repeating: " ", count: layout.start)
    let labels = scale.ticks.map { (column: ruler.cell(of: $0.value), text: $0.label) }
    return [
      StyledText(indent + marks.joined(), .border),
      StyledText(indent + labelLine(labels, room: width - layout.start), .dim),
    ]
  }
}

extension Chart.Axis {
  /// The name of each place.
  fileprivate func labels(_ timeZone: TimeZone) -> [String] {
    switch self {
    case .names(let names): return names
    case .numbers(let places): return places.map { NumberLabel.value($0) }
    case .moments(let places):
      let texts = MomentText(timeZone: timeZone)
      return places.map { place in
        let microseconds = Int64(exactly: place.rounded()) ?? (place < 0 ? .min : .max)
        return texts.string(Timestamp(microseconds: microseconds))
      }
    }
  }
}
