import Diagnostics
import TestSupport
import Testing

@testable import Charts
@testable import Rendering

/// Charts drawn with characters.
@Suite struct ChartTextTests {
  @Test func linesFitTheTerminal() {
    var charts = RandomCharts(seed: 3)
    for round in 0..<fuzzCount(1_500) {
      let chart = charts.chart()
      let width = charts.pick([1, 5, 8, 12, 16, 20, 24, 30, 40, 80, 81, 200])
      for usesUnicode in [true, false] {
        let text = ChartText(chart, in: RenderingContext(width: width, usesUnicode: usesUnicode))
          .text
        for line in text.split(separator: "\n").map(String.init) {
          #expect(line.displayWidth <= width, "\(round), \(chart.kind) in \(width): \(line)")
        }
        #expect(text.hasSuffix("\n"))
      }
    }
  }

  @Test func onlyASCIIWithoutUnicode() {
    var charts = RandomCharts(seed: 4)
    for round in 0..<fuzzCount(500) {
      let chart = charts.chart(namesAreASCII: true)
      let text = ChartText(chart, in: RenderingContext(width: 60, usesUnicode: false)).text
      let isASCII = text.allSatisfy { $0.isASCII }
      #expect(isASCII, "\(round), \(chart.kind):\n\(text)")
    }
  }

  @Test func colorsChangeNoCharacter() {
    var charts = RandomCharts(seed: 6)
    for _ in 0..<fuzzCount(300) {
      let chart = charts.chart()
      let plain = ChartText(chart, in: RenderingContext(width: 70)).text
      let colored = ChartText(chart, in: RenderingContext(width: 70, usesColor: true)).text
        .replacing(/\u{1B}\[[0-9;]*m/, with: "").replacing(/\ +\n/, with: "\n")
      #expect(colored == plain)
    }
  }

  private static func bars(_ names: [String], _ values: [Double?]) -> Chart {
    Chart(
      .bar,
      title: "spent by name",
      axis: .names(names),
      axisName: "name",
      series: [Chart.Series(name: "spent", values: values)]
    )
  }

  @Test func barsStartAtZero() {
    let chart = Self.bars(["Rent", "東京", "Refund", "None"], [100, 50, -50, nil])
    #expect(
      ChartText(chart, in: RenderingContext(width: 40, usesUnicode: false)).text == """
        spent by name
        Rent            |################## 100
        東京            |######### 50
        Refund #########| -50
        None            | nil
               ---------+-----------------+
                        0                100

        """
    )
  }

  /// Every nonzero value is visible, even next to far greater numbers of the other sign.
  @Test(arguments: [true, false]) func smallBarsOfTheOtherSignAreVisible(usesUnicode: Bool) {
    let context = RenderingContext(width: 30, usesUnicode: usesUnicode)
    for sign in [1.0, -1] {
      for small in [1e-9, 1e-3, 1] {
        let values = [100_000 * sign, -small * sign]
        let bars = ChartText(Self.bars(["a", "b"], values), in: context).text
        let lines = bars.split(separator: "\n")
        let fills = Set<Character>("#█▏▐")
        #expect(lines[1].contains { fills.contains($0) }, "\(bars)")
        #expect(lines[2].contains { fills.contains($0) }, "\(bars)")
        let column = Chart(
          .column,
          title: "",
          axis: .names(["a", "b", "c"]),
          axisName: "",
          series: [Chart.Series(name: "x", values: [nil, -small * sign, 100_000 * sign])]
        )
        let columns = ChartText(column, in: context).text
        let marks = Set<Character>("#▁▀")
        #expect(columns.split(separator: "\n").contains { $0.contains { marks.contains($0) } })
      }
    }
  }

  /// Bars get shorter first, then names, which finally move above their bars; numbers stay whole.
  @Test(arguments: [
    (40, "Travel abroad │██████████████ 123456.75"),
    (30, "Travel abro… │█████ 123456.75"),
    (24, "Travel … │███ 123456.75"),
    (16, "Travel abroad\n│████ 123456.75"),
    (12, "Travel abro…\n123456.75"),
    (8, "Travel …\n1.23e+05"),
  ]) func numbersAreNotTruncated(width: Int, lines: String) {
    let chart = Self.bars(["Travel abroad"], [123_456.75])
    let text = ChartText(chart, in: RenderingContext(width: width)).text
    #expect(text.contains("\n" + lines + "\n"), "\(text)")
  }

  /// Whatever the width, each bar has its whole number next to it.
  @Test func randomNumbersAreNotTruncated() {
    var charts = RandomCharts(seed: 12)
    for _ in 0..<fuzzCount(1_000) {
      let chart = charts.chart(namesAreASCII: true)
      guard chart.kind == .bar, chart.range != nil else { continue }
      let width = charts.pick([14, 16, 20, 24, 40, 80])
      let text = ChartText(chart, in: RenderingContext(width: width, usesUnicode: false)).text
      let shown = min(chart.axis.count, max(1, 40 / chart.series.count))
      for value in chart.series.flatMap({ $0.values.prefix(shown) }) {
        guard let value, text.contains("|") else { continue }
        #expect(text.contains(" \(NumberLabel.value(value))\n"), "\(text)")
      }
    }
  }

  @Test func boundsOfRangesAreNotTruncated() {
    let chart = Chart(
      .histogram,
      title: "x",
      axis: .names([]),
      axisName: "",
      series: [Chart.Series(name: "x", values: [-1.5e308, 0.5e308, 1.4e308])],
      bins: 2
    )
    for width in [14, 20, 24, 30, 40, 80] {
      let text = ChartText(chart, in: RenderingContext(width: width)).text
      for edge in ["-1.5e+308", "-5e+306", "1.4e+308"] { #expect(text.contains(edge), "\(text)") }
    }
  }

  @Test func manyBarsAreCounted() {
    let chart = Self.bars((0..<10_000).map(String.init), (0..<10_000).map(Double.init))
    let lines = ChartText(chart, in: RenderingContext(width: 80)).text.split(separator: "\n")
    #expect(lines.last == "… and 9,960 more")
    #expect(lines.count == 1 + 40 + 2 + 1)
  }

  @Test(arguments: Chart.Kind.allCases) func noNumbersNoChart(_ kind: Chart.Kind) {
    let chart = Chart(
      kind,
      title: "",
      axis: .names(["a"]),
      axisName: "",
      series: [Chart.Series(name: "x", values: [nil])],
      notes: ["1 of 1 has no value"]
    )
    #expect(
      ChartText(chart, in: RenderingContext()).text
        == "no chart: no row has a finite value\n1 of 1 has no value\n"
    )
  }

  private static func columns(_ names: [String], _ values: [[Double?]]) -> Chart {
    Chart(
      .column,
      title: "",
      axis: .names(names),
      axisName: "",
      series: values.enumerated().map { Chart.Series(name: "s\($0)", values: $1) }
    )
  }

  /// The axis has room for the labels that it draws, and for no others.
  @Test func axisCoversTheDrawnColumns() {
    for last in [9.0, 98_765] {
      let series = [[-1.0, 0], [-1, 1], [-1, 2], [-1, 3], [-1, last]]
      let text = ChartText(Self.columns(["x", "y"], series), in: RenderingContext(width: 40)).text
      let lines = text.split(separator: "\n")
      #expect(lines.first?.hasPrefix(" 3 ┤") ?? false, "\(text)")
      #expect(lines.contains { $0.hasPrefix("-1 ┤") }, "\(text)")
      #expect(!text.contains("…") && !text.contains("s4"), "\(text)")
    }
    let crowd = Self.columns((0..<200).map(String.init), [(0..<200).map { $0 < 150 ? 0.5 : 1e9 }])
    let text = ChartText(crowd, in: RenderingContext(width: 60)).text
    #expect(text.contains("0.4 ┤") && !text.contains("e+"), "\(text)")
  }

  @Test func namesBelowColumnsAreDistinct() {
    let times = ["10:00", "10:20", "11:40"].map { "2026-03-21 \($0):00Z" }
    let values: [[Double?]] = [[1, 2, 3]]
    let context = RenderingContext(width: 40)
    let last = ChartText(Self.columns(times, values), in: context).text.split(separator: "\n").last
    #expect(last?.split(separator: " ") == ["…10:00:00Z", "…10:20:00Z", "…11:40:00Z"])
    let narrow = ChartText(
      Self.columns(["Rent", "Travel", "Household"], values),
      in: RenderingContext(width: 16)
    ).text
    #expect(narrow.hasSuffix("Re… Tr… Hou…\n"), "\(narrow)")
  }

  @Test func noLinesNoBars() {
    var context = RenderingContext(width: 40)
    context.maxRows = 0
    let text = ChartText(Self.bars(["a", "b"], [1, 2]), in: context).text
    #expect(text == "spent by name\n… and 2 more\n")
  }

  @Test func pointsOfAllLinesAreCounted() {
    let values = (0..<20_000).map { Double($0 % 100) }
    let chart = Chart(
      .line,
      title: "",
      axis: .numbers((0..<20_000).map(Double.init)),
      axisName: "n",
      series: ["a", "b"].map { Chart.Series(name: $0, values: values) }
    )
    let text = ChartText(chart, in: RenderingContext(width: 80)).text
    #expect(text.contains("\n40,000 points at 75 positions, each"), "\(text.suffix(200))")
  }

  @Test func overlappingPointsAreReported() {
    let chart = Chart(
      .line,
      title: "",
      axis: .numbers((0..<10_000).map(Double.init)),
      axisName: "n",
      series: [Chart.Series(name: "x", values: (0..<10_000).map { Double($0 % 100) })]
    )
    let text = ChartText(chart, in: RenderingContext(width: 80)).text
    #expect(
      text.hasSuffix(
        "10,000 points at 150 positions, each showing its minimum and maximum\n"
      )
    )
  }
}
