import Diagnostics
import Rendering
import TestSupport
import Testing

/// Charts drawn with characters.
@Suite struct ChartTextTests {
  @Test func linesFitTheTerminal() {
    var charts = RandomCharts(seed: 3)
    for round in 0..<fuzzCount(1_500) {
      let chart = charts.chart()
      let width = charts.pick([24, 30, 40, 80, 81, 200])
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

  @Test func withoutUnicodeThereIsOnlyASCII() {
    var charts = RandomCharts(seed: 4)
    for round in 0..<fuzzCount(500) {
      let chart = charts.chart(namesAreASCII: true)
      let text = ChartText(chart, in: RenderingContext(width: 60, usesUnicode: false)).text
      let isASCII = text.allSatisfy { $0.isASCII }
      #expect(isASCII, "\(round), \(chart.kind):\n\(text)")
    }
  }

  @Test func coloursChangeNoCharacter() {
    var charts = RandomCharts(seed: 6)
    for _ in 0..<fuzzCount(300) {
      let chart = charts.chart()
      let plain = ChartText(chart, in: RenderingContext(width: 70)).text
      let coloured = ChartText(chart, in: RenderingContext(width: 70, usesColor: true)).text
        .replacing(/\u{1B}\[[0-9;]*m/, with: "").replacing(/\ +\n/, with: "\n")
      #expect(coloured == plain)
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

  @Test func barsStandAtZero() {
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

  @Test func manyBarsAreCounted() {
    let chart = Self.bars((0..<10_000).map(String.init), (0..<10_000).map(Double.init))
    let lines = ChartText(chart, in: RenderingContext(width: 80)).text.split(separator: "\n")
    #expect(lines.last == "… and 9,960 more")
    #expect(lines.count == 1 + 40 + 2 + 1)
  }

  @Test(arguments: Chart.Kind.allCases) func withoutNumbersThereIsNoChart(_ kind: Chart.Kind) {
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
        == "nothing can be drawn: no row has a finite value\n1 of 1 has no value\n"
    )
  }

  @Test func crowdedPointsAreTold() {
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
        "10,000 points share 150 places, each of which shows the least and the greatest\n"
      )
    )
  }

  @Test func sparksAreFromTheLeastToTheGreatest() {
    let chart = Chart(
      .spark,
      title: "",
      axis: .names((1...8).map(String.init)),
      axisName: "",
      series: [
        Chart.Series(name: "rising", values: (1...8).map(Double.init)),
        Chart.Series(name: "flat", values: Array(repeating: 5, count: 8)),
        Chart.Series(name: "holes", values: [1, nil, 8, nil, -6, 1, 1, 1]),
      ]
    )
    #expect(
      ChartText(chart, in: RenderingContext()).text == """
        rising  ▁▂▃▄▅▆▇█  1 – 8
        flat    ▄▄▄▄▄▄▄▄  5 – 5
        holes   ▅ █ ▁▅▅▅  -6 – 8

        """
    )
  }
}
