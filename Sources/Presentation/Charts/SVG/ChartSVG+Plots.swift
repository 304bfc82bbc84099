import Diagnostics
import Rendering

/// Lines and dots.
extension ChartSVG {
  private static let height = 300.0

  /// A position in whole points.
  private struct Dot: Hashable {
    let x: Int
    let y: Int
  }

  mutating func plot(
    _ range: ClosedRange<Double>,
    from top: Double
  ) -> (lines: [String], bottom: Double) {
    let vertical = AxisScale.numbers(range, includesZero: false, most: 7)
    let left = Self.leftAxisWidth(vertical)
    let room = Self.width - Self.margin - left
    let horizontal = chart.horizontalScale(width: Int(room / SVGMarkup.columnWidth))
    var lines = Self.leftAxis(vertical, left: left, top: top, height: Self.height)
    var drawn = 0
    for (index, series) in chart.series.enumerated() {
      let dots = zip(chart.axis.places, series.values).map { place, value in
        value.map { value in
          Dot(
            x: Int((left + room * horizontal.fraction(of: place)).rounded()),
            y: Int((top + Self.height * (1 - vertical.fraction(of: value))).rounded())
          )
        }
      }
      if chart.kind == .line {
        let runs = Self.runs(dots)
        drawn += runs.reduce(0) { $0 + $1.count }
        lines += runs.map { Self.path($0, Self.look(index)) }
      } else {
        var seen: Set<Dot> = []
        let different = dots.compactMap { $0 }.filter { seen.insert($0).inserted }
        drawn += different.count
        lines += different.map {
          "  <circle class=\"fill\(Self.look(index))\" cx=\"\($0.x)\" cy=\"\($0.y)\" r=\"2.5\"/>"
        }
      }
    }
    let count = chart.numbers.count
    if count > drawn {
      notes.append("\(groupedDigits(count)) points drawn as \(groupedDigits(drawn))")
    }
    let marks = horizontal.ticks.map {
      BottomAxisMark(
        x: left + room * horizontal.fraction(of: $0.value),
        label: $0.label,
        day: $0.day
      )
    }
    let axis = Self.bottomAxis(marks, left: left, at: top + Self.height)
    return (lines + axis.lines, axis.bottom)
  }

  /// The dots between missing values, connected. Of dots with the same x, only the first, the
  /// highest, the lowest and the last remain, which looks the same.
  private static func runs(_ dots: [Dot?]) -> [[Dot]] {
    var runs: [[Dot]] = []
    var run: [Dot] = []
    var column: [Dot] = []
    func closeColumn() {
      guard let first = column.first, let last = column.last else { return }
      let heights = column.map(\.y)
      let (low, high) = (heights.min() ?? first.y, heights.max() ?? first.y)
      for y in [first.y, low, high, last.y] where run.last != Dot(x: first.x, y: y) {
        run.append(Dot(x: first.x, y: y))
      }
      column = []
    }
    func closeRun() {
      closeColumn()
      if !run.isEmpty { runs.append(run) }
      run = []
    }
    for dot in dots {
      guard let dot else {
        closeRun()
        continue
      }
      if let last = column.last, last.x != dot.x { closeColumn() }
      column.append(dot)
    }
    closeRun()
    return runs
  }

  /// The line through dots, or a single dot.
  private static func path(_ dots: [Dot], _ look: Int) -> String {
    if dots.count == 1, let dot = dots.first {
      return "  <circle class=\"fill\(look)\" cx=\"\(dot.x)\" cy=\"\(dot.y)\" r=\"2.5\"/>"
    }
    let points = dots.map { "\($0.x),\($0.y)" }.joined(separator: " ")
    return "  <polyline class=\"line\(look)\" points=\"\(points)\"/>"
  }
}
