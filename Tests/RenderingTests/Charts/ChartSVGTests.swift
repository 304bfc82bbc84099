import Foundation
import FoundationXML
import Rendering
import TestSupport
import Testing

/// Charts as pictures.
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
    }
  }

  @Test func textsAreEscaped() {
    let chart = Chart(
      .bar,
      title: "<script>alert(\"1\")</script> & \u{FFFE}",
      axis: .names(["<b>", "]]>"]),
      axisName: "",
      series: [Chart.Series(name: "x", values: [1, 2])]
    )
    let text = ChartSVG(chart).lines.joined(separator: "\n")
    #expect(text.contains("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; \u{FFFD}"))
    #expect(text.contains("&lt;b&gt;") && text.contains("]]&gt;"))
    #expect(!text.contains("<script"))
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
      #expect(text.contains(">10,000 points, drawn as "), "\(kind)")
      #expect(text.utf8.count < 600_000)
    }
  }
}

/// The elements of a picture, as an XML parser reads them.
private final class SVGReader: NSObject, XMLParserDelegate {
  static let expected: Set = [
    "svg", "title", "style", "rect", "text", "line", "circle", "polyline",
  ]

  private(set) var elements: [String] = []
  /// The values of attributes that are numbers.
  private(set) var numbers: [Double] = []
  private(set) var isWellFormed = false

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
    numbers += ["x", "y", "width", "height", "cx", "cy", "x1", "y1", "x2", "y2"].compactMap {
      attributes[$0].map { Double($0) ?? .nan }
    }
  }
}
