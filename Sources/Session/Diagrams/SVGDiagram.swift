public import Model
import Rendering

/// A schema as a picture in SVG, which browsers and editors show.
public struct SVGDiagram {
  private let diagram: SchemaDiagram
  private let layout: DiagramLayout

  /// The whole of `schema`, or what of it is called one of `names`.
  public init(_ schema: Schema, names: Set<String>? = nil) {
    diagram = SchemaDiagram(schema, names: names)
    layout = DiagramLayout(diagram)
  }

  /// The text, line by line.
  public var lines: [String] {
    SVGMarkup.head(width: layout.width, height: layout.height, title: title, rules: Self.rules)
      + diagram.lines.indices.flatMap(line) + diagram.boxes.indices.flatMap(box) + ["</svg>"]
  }

  private var title: String { "Schema: " + diagram.boxes.map(\.name).joined(separator: ", ") }

  private static let rules = """
    .name { font-weight: bold; }
    .soft { fill: var(--soft); }
    .box { fill: var(--paper); stroke: var(--line); }
    .head { fill: var(--head); }
    .line { fill: none; stroke: var(--line); stroke-width: 1.4; }
    .use { stroke-dasharray: 5 4; }
    .parent { fill: var(--paper); stroke: var(--line); stroke-width: 1.4; }
    """.split(separator: "\n").map(String.init)

  // MARK: Boxes

  private func box(_ place: Int) -> [String] {
    let (box, frame) = (diagram.boxes[place], layout.frames[place])
    let (x, y) = (frame.x, frame.y)
    let head = DiagramLayout.headHeight
    var lines = [
      SVGMarkup.rectangle(x, y, frame.width, frame.height, "box", radius: 4),
      SVGMarkup.rectangle(x, y, frame.width, head - 4, "head", radius: 4),
      SVGMarkup.text(box.name, x + 12, y + 18, "name"),
    ]
    if box.kind != .model {
      lines.append(
        SVGMarkup.text(box.kind.rawValue, x + frame.width - 12, y + 18, "soft", anchor: "end")
      )
    }
    for (row, member) in box.rows.enumerated() {
      let base = y + head + DiagramLayout.rowHeight * (Double(row) + 0.7)
      let type = member.type.map { ": \($0)" } ?? ""
      lines.append(SVGMarkup.text(member.name + type, x + 12, base, nil))
      if let remark = member.remark {
        lines.append(SVGMarkup.text(remark, x + frame.width - 12, base, "soft", anchor: "end"))
      }
    }
    return lines
  }

  // MARK: Lines

  private func line(_ place: Int) -> [String] {
    let route = layout.routes[place]
    switch diagram.lines[place] {
    case .use: return [Self.curve(route, "line use")]
    case .specialization: return [Self.curve(route, "line"), Self.triangle(route.start)]
    case .relationship(let near, let far):
      let isTurned = near.box != far.box && layout.isTurned(place)
      let (first, second) = isTurned ? (far, near) : (near, far)
      return [
        Self.curve(route, "line"), Self.label(first, at: route.start),
        Self.label(second, at: route.end),
      ]
    }
  }

  private static func curve(_ route: DiagramLayout.Route, _ kind: String) -> String {
    let (start, end) = (route.start, route.end)
    let reach = max(45, abs(end.x - start.x) / 2)
    let first = start.x + (start.isRight ? reach : -reach)
    let second = end.x + (end.isRight ? reach : -reach)
    let points = [start.x, start.y, first, start.y, second, end.y, end.x, end.y].map(
      SVGMarkup.number
    )
    return """
        <path class="\(kind)" d="M \(points[0]) \(points[1]) C \(points[2]) \(points[3]), \
      \(points[4]) \(points[5]), \(points[6]) \(points[7])"/>
      """
  }

  /// Points at the model that the other one specialises.
  private static func triangle(_ port: DiagramLayout.Port) -> String {
    let back = port.x + (port.isRight ? 11 : -11)
    let points = [(port.x, port.y), (back, port.y - 6), (back, port.y + 6)]
      .map { "\(SVGMarkup.number($0.0)),\(SVGMarkup.number($0.1))" }
    return "  <polygon class=\"parent\" points=\"\(points.joined(separator: " "))\"/>"
  }

  private static func label(_ end: SchemaDiagram.End, at port: DiagramLayout.Port) -> String {
    SVGMarkup.text(
      DiagramLayout.label(end),
      port.x + (port.isRight ? 6 : -6),
      port.y - 4,
      "soft",
      anchor: port.isRight ? "start" : "end"
    )
  }
}
