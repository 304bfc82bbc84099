import Diagnostics
import Rendering

/// Line charts and scatter plots.
extension ChartText {
  private static let defaultHeight = 14
  /// With less space beside the axis, draw bars.
  private static let minRoom = 10

  mutating func plot(_ range: ClosedRange<Double>) -> [StyledText] {
    let vertical = AxisScale.numbers(range, includesZero: false, most: 6)
    let axis = vertical.labelWidth + 2
    let room = width - axis
    guard room >= Self.minRoom else { return bars() }
    let horizontal = chart.horizontalScale(width: room)
    let isBraille = glyphs.hasBraille && chart.series.count == 1
    var canvas = DotCanvas(columns: room, rows: Self.defaultHeight, isBraille: isBraille)
    for index in chart.series.indices { draw(index, horizontal, vertical, on: &canvas) }
    noteOverlaps(canvas)
    var lines = (0..<Self.defaultHeight).map { row in
      let tick = vertical.ticks.first { self.row(of: $0.value, vertical) == row }
      var line = StyledText(padded(tick?.label ?? "", axis - 2, onRight: true) + " ", .dim)
      line.append(tick == nil ? glyphs.vertical : glyphs.sideTick, .border)
      line.append(canvas.line(row, marks: glyphs.marks))
      return line
    }
    let indent = String(repeating: " ", count: axis - 1)
    let ticks = horizontal.ticks.map { tick in
      (column: column(of: tick.value, horizontal, room), text: tick.label)
    }
    var base = Array(repeating: glyphs.horizontal, count: room)
    for tick in ticks { base[tick.column] = glyphs.tick }
    lines.append(StyledText(indent + glyphs.corner + base.joined(), .border))
    let labels = ticks.map { (column: $0.column + 1, text: $0.text) }
    lines.append(StyledText(indent + labelLine(labels, room: room + 1), .dim))
    let days = zip(ticks, horizontal.ticks).compactMap { tick, mark in
      mark.day.map { (column: tick.column + 1, text: $0) }
    }
    if !days.isEmpty {
      lines.append(StyledText(indent + labelLine(days, room: room + 1, shift: room), .dim))
    }
    return lines + legend(glyphs.marks)
  }

  private func draw(
    _ index: Int,
    _ horizontal: AxisScale,
    _ vertical: AxisScale,
    on canvas: inout DotCanvas
  ) {
    let places = chart.axis.places
    var previous: (x: Int, y: Int)?
    for (place, value) in zip(places, chart.series[index].values) {
      guard let value else {
        // A missing value interrupts the line.
        previous = nil
        continue
      }
      let dot = (
        x: Int((horizontal.fraction(of: place) * Double(canvas.dotsWide - 1)).rounded()),
        y: Int(((1 - vertical.fraction(of: value)) * Double(canvas.dotsHigh - 1)).rounded())
      )
      if chart.kind == .line, let previous {
        canvas.connect(previous, dot, series: index)
      } else {
        canvas.set(dot.x, dot.y, series: index)
      }
      previous = dot
    }
  }

  private mutating func noteOverlaps(_ canvas: DotCanvas) {
    let most = chart.series.reduce(0) { most, series in
      max(most, series.values.count { $0 != nil })
    }
    let places = chart.kind == .line ? canvas.dotsWide : canvas.dotsWide * canvas.dotsHigh
    guard most > places else { return }
    notes.append(
      "\(groupedDigits(chart.numbers.count)) points at \(groupedDigits(places)) positions"
        + (chart.kind == .line ? ", each showing its minimum and maximum" : "")
    )
  }

  private func row(of value: Double, _ scale: AxisScale) -> Int {
    Int(((1 - scale.fraction(of: value)) * Double(Self.defaultHeight - 1)).rounded())
  }

  private func column(of value: Double, _ scale: AxisScale, _ room: Int) -> Int {
    Int((scale.fraction(of: value) * Double(room - 1)).rounded())
  }
}

extension Chart {
  /// The horizontal axis, with labels that fit in `width` characters.
  func horizontalScale(width: Int) -> AxisScale {
    switch axis {
    case .names(let names): .names(names, width: width)
    case .numbers(let places):
      .labeled(width: width, most: width / 10) { most in
        .numbers(
          places.closedRange ?? 0...1,
          includesZero: false,
          most: most,
          endsAtMarks: kind == .scatter
        )
      }
    case .moments(let places):
      .moments(places.closedRange ?? 0...1, in: timeZone, width: width)
    }
  }
}

extension Chart.Axis {
  /// The position of each place; names are evenly spaced.
  var places: [Double] {
    switch self {
    case .names(let names): names.indices.map(Double.init)
    case .numbers(let places), .moments(let places): places
    }
  }
}

extension AxisScale {
  /// The axis with the most marks, from `most` down to three, whose labels fit in `width` columns.
  static func labeled(width: Int, most: Int, _ scale: (Int) -> AxisScale) -> AxisScale {
    var most = max(most, 3)
    while true {
      let scale = scale(most)
      let needed = scale.ticks.reduce(0) { $0 + $1.label.count + 2 }
      if needed <= width + 2 || most == 3 { return scale }
      most -= 1
    }
  }

  /// An axis of names, labeled as far apart as necessary.
  static func names(_ names: [String], width: Int) -> AxisScale {
    let widest = names.reduce(0) { max($0, min($1.displayWidth, 16)) }
    let most = max(1, width / (widest + 2))
    let step = max(1, (names.count + most - 1) / most)
    let ticks = stride(from: 0, to: names.count, by: step).map { index in
      Tick(value: Double(index), label: fitted(names[index], toWidth: 16).text)
    }
    return AxisScale(lower: 0, upper: Double(max(names.count - 1, 1)), ticks: ticks)
  }
}
