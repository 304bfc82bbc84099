import Diagnostics

/// A line of small bars for each series.
extension ChartText {
  mutating func sparks() -> [StyledText] {
    let name = min(chart.series.reduce(0) { max($0, $1.name.displayWidth) }, width / 3)
    let ranges = chart.series.map { $0.values.compactMap { $0 }.closedRange }
    let texts = ranges.map { range in
      range.map {
        "\(NumberLabel.text($0.lowerBound)) \(glyphs.dash) \(NumberLabel.text($0.upperBound))"
      } ?? context.nullText
    }
    let text = min(texts.map(\.displayWidth).max() ?? 0, max(width - name - 12, 4))
    let room = max(width - name - text - 4, 8)
    let count = chart.axis.count
    if count > room {
      notes.append("\(groupedDigits(count)) values in \(room) places: each shows their average")
    }
    return chart.series.indices.map { index in
      var line = StyledText(padded(chart.series[index].name, name) + "  ")
      let bars = spark(averages(chart.series[index].values, most: room), ranges[index])
      line.append(bars, ChartGlyphs.role(index))
      line.appendSpaces(min(room, count) - bars.count + 2)
      line.append(fitted(texts[index], toWidth: text, ellipsis: context.ellipsis).text, .dim)
      return line
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

  /// No more than `most` values: each that of several neighbours.
  private func averages(_ values: [Double?], most: Int) -> [Double?] {
    guard values.count > most else { return values }
    return (0..<most).map { place in
      let part = values[place * values.count / most..<(place + 1) * values.count / most]
      let numbers = part.compactMap { $0 }
      return numbers.isEmpty
        ? nil : numbers.reduce(0) { $0 + $1 / Double(numbers.count) }
    }
  }
}
