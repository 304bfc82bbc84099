import Diagnostics

/// Bars to the right, each in a line of its own.
extension ChartText {
  /// A line of a chart of bars.
  private struct Row {
    var label: String
    var series = ""
    var value: Double?
    var text: String
    var role: TextRole
  }

  mutating func bars() -> [StyledText] {
    guard case .names(let names) = chart.axis else { return [] }
    let most = max(1, (context.maxRows ?? RenderingContext.usualMaxRows) / chart.series.count)
    let shown = names.count > most ? most : names.count
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
            text: value.map(NumberLabel.value) ?? context.nullText,
            role: ChartGlyphs.role(index)
          )
        )
      }
    }
    return lines(rows, leastStep: 0)
  }

  func histogram() -> [StyledText] {
    let bins = Bins(chart.numbers, count: chart.bins).bins
    let lowers = bins.map { NumberLabel.text($0.lower) }
    let uppers = bins.map { NumberLabel.text($0.upper) }
    let (lower, upper) = (lowers.map(\.count).max() ?? 0, uppers.map(\.count).max() ?? 0)
    let rows = bins.indices.map { index in
      Row(
        label: padded(lowers[index], lower, onRight: true) + " \(glyphs.dash) "
          + padded(uppers[index], upper, onRight: true),
        value: Double(bins[index].count),
        text: groupedDigits(bins[index].count),
        role: ChartGlyphs.role(0)
      )
    }
    return lines(rows, leastStep: 1)
  }

  private func lines(_ rows: [Row], leastStep: Double) -> [StyledText] {
    func widest(_ texts: [String], most: Int) -> Int {
      min(texts.reduce(0) { max($0, $1.displayWidth) }, most)
    }
    let label = widest(rows.map(\.label), most: width < 40 ? width / 3 : width * 2 / 5)
    let series = widest(rows.map(\.series), most: width / 6)
    let value = widest(rows.map(\.text), most: width / 4)
    let start = label + 1 + (series > 0 ? series + 1 : 0)
    let room = max(width - start - value - 2, 3)
    guard let range = rows.compactMap(\.value).closedRange else {
      return remark("nothing can be drawn: no row that is shown has a finite value")
    }
    let scale = AxisScale.numbers(
      range,
      includesZero: true,
      most: max(2, room / 9),
      leastStep: leastStep,
      endsAtMarks: false
    )
    let ruler = Ruler(scale, room: room)
    var lines = rows.map { row in
      var line = StyledText(padded(row.label, label) + " ")
      if series > 0 { line.append(padded(row.series, series) + " ", .dim) }
      line.append(bar(row, ruler))
      return line
    }
    let indent = String(repeating: " ", count: start)
    lines.append(StyledText(indent + ruler.line(glyphs), .border))
    let labels = scale.ticks.map { (ruler.column(of: $0.value), $0.label) }
    lines.append(
      StyledText(indent + labelLine(labels, room: max(room + value + 2, 1)), .dim)
    )
    return lines
  }

  private func bar(_ row: Row, _ ruler: Ruler) -> StyledText {
    var line = StyledText()
    let value = row.value ?? 0
    let left = value < 0 ? ruler.halves(of: value) : 0
    let full = left / 2
    let half = left % 2 == 1 ? glyphs.leftHalf : nil
    line.appendSpaces(ruler.zero - full - (half == nil ? 0 : 1))
    if let half { line.append(half, row.role) }
    line.append(String(repeating: glyphs.right.last ?? "", count: full), row.role)
    line.append(glyphs.vertical, .border)
    if value > 0 {
      let length = min(ruler.length(of: value), Double(ruler.roomOnRight))
      line.append(horizontal(length), row.role)
      line.append(" ")
    } else {
      line.append(" ")
    }
    line.append(
      fitted(row.text, toWidth: max(width / 4, 4), ellipsis: context.ellipsis).text,
      row.value == nil ? .null : .plain
    )
    return line
  }

  /// A bar of so many characters; what is there at all is seen.
  private func horizontal(_ length: Double) -> String {
    let parts = glyphs.right.count
    let count = max(1, Int((length * Double(parts)).rounded()))
    let full = String(repeating: glyphs.right[parts - 1], count: count / parts)
    return full + (count % parts == 0 ? "" : glyphs.right[count % parts - 1])
  }
}

/// Where values lie in a row of characters, one of which is the line at zero.
private struct Ruler {
  private let scale: AxisScale
  private let room: Int
  /// The column of the line at zero.
  let zero: Int

  init(_ scale: AxisScale, room: Int) {
    (self.scale, self.room) = (scale, room)
    // Bars to the right have room for one character at least.
    let last = scale.upper > 0 ? room - 2 : room - 1
    zero = min(Int((scale.fraction(of: 0) * Double(room - 1)).rounded()), last)
  }

  /// The characters behind the line at zero.
  var roomOnRight: Int { room - 1 - zero }

  /// The length of a value's bar in characters.
  func length(of value: Double) -> Double {
    abs(scale.fraction(of: value) - scale.fraction(of: 0)) * Double(room - 1)
  }

  /// The length of a bar to the left in halves of a character, at least one.
  func halves(of value: Double) -> Int {
    min(max(Int((length(of: value) * 2).rounded()), 1), zero * 2)
  }

  func column(of value: Double) -> Int {
    min(max(zero + Int((length(of: value) * (value < 0 ? -1 : 1)).rounded()), 0), room - 1)
  }

  /// The line of the axis, with a mark at each tick.
  func line(_ glyphs: ChartGlyphs) -> String {
    var line = Array(repeating: glyphs.horizontal, count: room)
    for tick in scale.ticks { line[column(of: tick.value)] = glyphs.tick }
    line[zero] = zero == 0 ? glyphs.corner : glyphs.crossing
    return line.joined()
  }
}
