import Diagnostics
import Rendering

/// Sparklines.
extension ChartText {
  /// The minimum width of names and of sparklines.
  private static let minPart = 8

  mutating func sparks() -> [StyledText] {
    let ranges = chart.series.map { $0.values.compactMap { $0 }.closedRange }
    let texts = ranges.map { range in
      range.map { NumberLabel.text($0, dash: "\(glyphs.dash)") } ?? context.nullText
    }
    let count = chart.axis.count
    let (least, text) = (min(count, Self.minPart), texts.reduce(0) { max($0, $1.displayWidth) })
    let longest = chart.series.reduce(0) { max($0, $1.name.displayWidth) }
    // Names, bars and values are separated by two spaces.
    let beside = width - text - 4
    let name = min(longest, max(width / 3, min(Self.minPart, beside - least)))
    let isStacked = beside - name < least
    let room = isStacked ? width : beside - name
    if count > room {
      // Values are drawn in pairs.
      let (all, places) = (groupedDigits(count), groupedDigits(room < 2 ? room : room / 2 * 2))
      notes.append(
        "\(all) values in \(places) columns, each pair showing its minimum and maximum"
      )
    }
    return chart.series.indices.flatMap { index in
      let bars = spark(extremes(chart.series[index].values, most: room), ranges[index])
      let drawn = StyledText(bars, ChartGlyphs.role(index))
      if isStacked {
        return [StyledText(cut(chart.series[index].name)), drawn] + remark(texts[index])
      }
      var line = StyledText(padded(chart.series[index].name, name) + "  ")
      line.append(drawn)
      line.appendSpaces(min(room, count) - bars.count + 2)
      line.append(texts[index], .dim)
      return [line]
    }
  }

  private func spark(_ values: [Double?], _ range: ClosedRange<Double>?) -> String {
    values.map { value in
      guard let value, let range else { return " " }
      let last = glyphs.sparks.count - 1
      guard range.lowerBound < range.upperBound else { return glyphs.sparks[last / 2] }
      let share = AxisScale.share(of: value, in: range)
      return glyphs.sparks[Int((share * Double(last)).rounded())]
    }.joined()
  }

  /// At most `most` values: the minimum and the maximum of each group of neighbors, in order.
  private func extremes(_ values: [Double?], most: Int) -> [Double?] {
    guard values.count > most else { return values }
    let parts = max(most / 2, 1)
    return (0..<parts).flatMap { part in
      let from = part * values.count / parts
      let numbers = values[from..<(part + 1) * values.count / parts].compactMap { $0 }
      guard let range = numbers.closedRange,
        let low = numbers.firstIndex(of: range.lowerBound),
        let high = numbers.firstIndex(of: range.upperBound)
      else { return [nil, nil] as [Double?] }
      return low <= high
        ? [range.lowerBound, range.upperBound] : [range.upperBound, range.lowerBound]
    }.prefix(most).map { $0 }
  }
}
