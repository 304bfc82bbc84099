import Diagnostics
import Foundation
import FoundationXML
import Rendering
import TestSupport
import Testing

@testable import Charts

/// Charts as SVG pictures.
@Suite struct ChartSVGTests {
  @Test func everyPictureIsWellFormed() {
    var charts = RandomCharts(seed: 7)
    for round in 0..<fuzzCount(600) {
      let chart = charts.chart()
      let text = ChartSVG(chart).lines.joined(separator: "\n")
      let reader = SVGReader(text)
      #expect(reader.isWellFormed, "\(round), \(chart.kind)")
      #expect(reader.elements.first == "svg")
      #expect(Set(reader.elements).subtracting(SVGReader.expected) == [])
      let areWithin = reader.numbers.allSatisfy { $0 >= -1 && $0 < 100_000 }
      #expect(areWithin, "\(round)")
      let outside = reader.texts.filter { !$0.isWithin(reader.width, reader.height) }
      #expect(outside.isEmpty, "\(round), \(chart.kind): \(outside)")
      let classes = reader.classes.filter { !text.contains("    .\($0) {") }
      #expect(classes.isEmpty, "\(round), \(chart.kind)")
      #expect(ChartSVG(chart).lines.joined(separator: "\n") == text)
    }
  }

  private static func chart(_ kind: Chart.Kind, _ names: [String], _ series: [Double?]...) -> Chart
  {
    Chart(
      kind,
      title: "",
      axis: .names(names),
      axisName: "",
      series: series.enumerated().map { Chart.Series(name: "s\($0)", values: $1) }
    )
  }

  /// Programs other than browsers paint what they do not understand black.
  @Test func colorsNeedNoVariables() {
    let text = ChartSVG(Self.chart(.bar, ["a"], [1])).lines.joined(separator: "\n")
    #expect(!text.contains("var(") && !text.contains("--"))
    #expect(text.contains(".page { fill: #ffffff; }") && text.contains(".page { fill: #161b22; }"))
  }

  @Test(arguments: [Chart.Kind.bar, .column])
  func nilValuesAreReported(kind: Chart.Kind) {
    let chart = Self.chart(kind, ["a", "b", "c"], [1, nil, -2], [nil, 0, 3])
    let reader = SVGReader(ChartSVG(chart).lines.joined(separator: "\n"))
    #expect(reader.texts.count { $0.text == "nil" } == 2)
    // The page, two signs of the legend, and a bar for each number; a column of zero has no height.
    #expect(reader.elements.count { $0 == "rect" } == (kind == .bar ? 7 : 6))
  }

  @Test(arguments: [Chart.Kind.bar, .column])
  func allNilBarsAreReported(kind: Chart.Kind) {
    let names = (0..<300).map(String.init)
    let chart = Self.chart(kind, names, names.indices.map { $0 < 200 ? nil : 1 })
    let lines = ChartSVG(chart).lines
    #expect(
      lines.contains {
        $0.contains("no chart: no shown row has a finite value")
      }
    )
    #expect(lines.contains { $0.contains(">… and 100 more</text>") })
  }

  @Test func ticksWithTimesHaveTheirDays() {
    let day = 20_000.0 * 86_400e6
    let chart = Chart(
      .line,
      title: "",
      axis: .moments([day + 20 * 3_600e6, day + 32 * 3_600e6]),
      axisName: "",
      series: [Chart.Series(name: "x", values: [1, 2])]
    )
    let texts = SVGReader(ChartSVG(chart).lines.joined(separator: "\n")).texts
    let days = texts.filter { $0.text.hasPrefix("2024-10-") }
    #expect(days.map(\.text) == ["2024-10-04", "2024-10-05"])
    let midnight = texts.first { $0.text == "00:00" }
    #expect(midnight?.x == days.last?.x && midnight?.y == days.last.map { $0.y - 16 })
  }

  @Test func boundsOfRangesHaveTheSameDigits() {
    let chart = Chart(
      .histogram,
      title: "",
      axis: .names(["", "", ""]),
      axisName: "",
      series: [Chart.Series(name: "x", values: [0, 0.3, 1])],
      bins: 4
    )
    let texts = SVGReader(ChartSVG(chart).lines.joined(separator: "\n")).texts.map(\.text)
    #expect(texts.suffix(5) == ["0.00", "0.25", "0.50", "0.75", "1.00"])
  }

  @Test func barLabelsAreTruncated() {
    let long = String(repeating: "long ", count: 12)
    for kind in [Chart.Kind.bar, .column] {
      let text = ChartSVG(Self.chart(kind, [long, "b"], [1, 2], [3, 4])).lines.joined(
        separator: "\n"
      )
      #expect(text.contains("<title>b, s1: 4</title>"), "\(kind)")
      #expect(text.contains("><title>\(long)</title>long long"), "\(kind)")
    }
    let histogram = ChartSVG(Self.chart(.histogram, ["", "", ""], [1, 1, 9])).lines
    #expect(histogram.contains { $0.hasSuffix(": 2</title></rect>") })
    #expect(histogram.contains { $0.hasSuffix(">2</text>") })
    #expect(histogram.contains("  <title>histogram</title>"))
  }

  @Test func adjacentNamesAreSlanted() {
    func turned(_ count: Int) -> Int {
      let names = (0..<count).map { "Category \($0)" }
      let chart = Self.chart(.column, names, names.indices.map { Double($0) })
      return ChartSVG(chart).lines.count { $0.contains("rotate(-45") }
    }
    #expect(turned(5) == 0 && turned(20) == 20)
    // Nine would be less than a letter's width apart.
    #expect(turned(8) == 0 && turned(9) == 9)
    #expect(turned(60) == 30, "every second, where not even slanted ones have room")
  }

  @Test func tenSeriesAreDistinguishable() {
    let chart = Chart(
      .line,
      title: "",
      axis: .names(["a", "b"]),
      axisName: "",
      series: (0..<10).map { Chart.Series(name: "series \($0)", values: [0, Double($0)]) }
    )
    let rules = ChartSVG(chart).lines.filter {
      $0.hasPrefix("    .line") || $0.hasPrefix("    .fill")
    }
    let looks = rules.compactMap { $0.split(separator: " ", maxSplits: 1).last }
    #expect(looks.count == 20 && Set(looks).count == 20)
  }

  @Test func longTitlesAreFolded() {
    let title = (0..<40).map { "column\($0)" }.joined(separator: ", ")
    let chart = Chart(
      .bar,
      title: title,
      axis: .names(["a"]),
      axisName: "",
      series: [Chart.Series(name: "x", values: [1])]
    )
    let lines = ChartSVG(chart).lines
    #expect(lines.count { $0.contains("class=\"title\"") } == 3)
    #expect(lines.contains { $0.hasSuffix("…</text>") })
    #expect(
      lines.contains("  <title>\(title)</title>")
        && lines.contains("  <desc>bar chart of 1 row: x</desc>")
    )
  }

  @Test func stringsAreEscaped() {
    let chart = Chart(
      .bar,
      title: "<script>alert(\"1\")</script> & \u{FFFE}\u{1}\u{B}\u{2028}",
      axis: .names(["<b>", "]]>"]),
      axisName: "",
      series: [Chart.Series(name: "x", values: [1, 2])]
    )
    let text = ChartSVG(chart).lines.joined(separator: "\n")
    #expect(text.contains("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; \u{FFFD}"))
    #expect(text.contains("&lt;b&gt;") && text.contains("]]&gt;"))
    #expect(!text.contains("<script"))
    #expect(SVGReader(text).isWellFormed)
    #expect(text.contains("prefers-color-scheme: dark"))
  }

  @Test func manyPointsAreDrawnOnce() {
    let count = 10_000
    func chart(_ kind: Chart.Kind) -> Chart {
      Chart(
        kind,
        title: "",
        axis: .numbers((0..<count).map { Double($0 / 10) }),
        axisName: "",
        series: [Chart.Series(name: "x", values: (0..<count).map { Double($0 % 10) })]
      )
    }
    for kind in [Chart.Kind.line, .scatter] {
      let text = ChartSVG(chart(kind)).lines.joined(separator: "\n")
      #expect(text.contains(">10,000 points drawn as "), "\(kind)")
      #expect(text.utf8.count < 600_000)
    }
  }
}

/// The elements of an SVG picture, as an XML parser reads them.
private final class SVGReader: NSObject, XMLParserDelegate {
  static let expected: Set = [
    "svg", "title", "desc", "style", "rect", "text", "line", "circle", "polyline",
  ]

  private(set) var elements: [String] = []
  /// The values of attributes that are numbers.
  private(set) var numbers: [Double] = []
  private(set) var isWellFormed = false
  private(set) var classes: Set<String> = []
  private(set) var texts: [Text] = []
  private(set) var width = 0.0
  private(set) var height = 0.0
  /// How deep in a text the reader is: a text's own title belongs to no text.
  private var depth = 0

  /// A text and its position.
  struct Text {
    let x, y: Double
    let anchor: String?
    let isTurned: Bool
    var text = ""

    func isWithin(_ width: Double, _ height: Double) -> Bool {
      let size = Double(text.displayWidth) * SVGMarkup.columnWidth
      // Rotated text ends at its position and starts at the lower left.
      if isTurned { return x - size * 0.71 >= -1 && x <= width && y + size * 0.71 <= height }
      let start = anchor == "end" ? x - size : anchor == "middle" ? x - size / 2 : x
      return start >= -1 && start + size <= width + 1 && y >= 10 && y <= height
    }
  }

  init(_ text: String) {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    isWellFormed = parser.parse()
  }

  func parser(
    _ parser: XMLParser,
    didStartElement elementName: String,
    namespaceURI: String?,
    qualifiedName: String?,
    attributes: [String: String]
  ) {
    elements.append(elementName)
    let number = { (key: String) in Double(attributes[key] ?? "") ?? .nan }
    if elementName == "svg" { (width, height) = (number("width"), number("height")) }
    if let name = attributes["class"] { classes.insert(name) }
    if depth > 0 { depth += 1 }
    if elementName == "text" {
      depth = 1
      let isTurned = attributes["transform"] != nil
      texts.append(
        Text(x: number("x"), y: number("y"), anchor: attributes["text-anchor"], isTurned: isTurned)
      )
    }
    numbers += ["x", "y", "width", "height", "cx", "cy", "x1", "y1", "x2", "y2"].compactMap {
      attributes[$0].map { Double($0) ?? .nan }
    }
  }

  func parser(
    _ parser: XMLParser,
    didEndElement elementName: String,
    namespaceURI: String?,
    qualifiedName: String?
  ) {
    if depth > 0 { depth -= 1 }
  }

  func parser(_ parser: XMLParser, foundCharacters characters: String) {
    if depth == 1 { texts[texts.count - 1].text += characters }
  }
}
