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
    let names = diagram.boxes.map(\.name).joined(separator: ", ")
    let head = SVGMarkup.head(
      width: layout.width,
      height: layout.height,
      title: title,
      summary: names.isEmpty ? nil : names,
      shapes: Self.shapes,
      colors: Self.colors
    )
    // Labels lie on all lines, and boxes on all of both.
    return head + diagram.lines.indices.flatMap(line) + diagram.lines.indices.flatMap(labels)
      + diagram.boxes.indices.flatMap(box) + ["</svg>"]
  }

  /// `Schema: 3 models, 1 enum`
  private var title: String {
    let counts = [
      ("model", SchemaDiagram.Box.Kind.model), ("enum", .enumeration), ("struct", .structure),
    ]
    .compactMap { word, kind -> String? in
      let count = diagram.boxes.count { $0.kind == kind }
      return count > 0 ? counted(count, word) : nil
    }
    return counts.isEmpty ? "Schema" : "Schema: " + counts.joined(separator: ", ")
  }

  private static let shapes = """
    .name { font-weight: bold; }
    .line { fill: none; stroke-width: 1.4; }
    .use { stroke-dasharray: 5 4; }
    .parent { stroke-width: 1.4; }
    """.split(separator: "\n").map(String.init)

  private static func colors(_ palette: SVGMarkup.Palette) -> [String] {
    [
      ".box { fill: \(palette.paper); stroke: \(palette.line); }",
      ".head { fill: \(palette.head); }",
      ".line { stroke: \(palette.line); }",
      ".parent { fill: \(palette.paper); stroke: \(palette.line); }",
    ]
  }

  // MARK: Boxes

  private func box(_ place: Int) -> [String] {
    let (box, frame) = (diagram.boxes[place], layout.frames[place])
    let (x, y) = (frame.x, frame.y)
    let head = DiagramLayout.headHeight
    let headHeight = box.rows.isEmpty ? frame.height : head - 4
    var lines = [
      SVGMarkup.rectangle(x, y, frame.width, frame.height, "box", radius: 4),
      SVGMarkup.rectangle(x + 0.5, y + 0.5, frame.width - 1, headHeight - 1, "head", radius: 4),
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
    case .specialization:
      let parent = layout.isTurned(place) ? route.start : route.end
      return [Self.curve(route, "line"), Self.triangle(parent)]
    case .relationship: return [Self.curve(route, "line")]
    }
  }

  private func labels(_ place: Int) -> [String] {
    guard case .relationship(let near, let far) = diagram.lines[place] else { return [] }
    let route = layout.routes[place]
    let isTurned = near.box != far.box && layout.isTurned(place)
    let (first, second) = isTurned ? (far, near) : (near, far)
    return Self.label(first, at: route.start) + Self.label(second, at: route.end)
  }

  /// A line with round corners.
  private static func curve(_ route: DiagramLayout.Route, _ kind: String) -> String {
    let points = [(route.start.x, route.start.y)] + route.turns + [(route.end.x, route.end.y)]
    var path = ["M", text(points[0])]
    for ((former, corner), next) in zip(zip(points, points.dropFirst()), points.dropFirst(2)) {
      let radius = min(Self.radius, length(former, corner) / 2, length(corner, next) / 2)
      path += ["L", text(point(radius, from: corner, to: former))]
      path += ["Q", text(corner) + ",", text(point(radius, from: corner, to: next))]
    }
    path += ["L", text((route.end.x, route.end.y))]
    return "  <path class=\"\(kind)\" d=\"\(path.joined(separator: " "))\"/>"
  }

  private static let radius = 6.0

  private static func text(_ point: (x: Double, y: Double)) -> String {
    "\(SVGMarkup.number(point.x)) \(SVGMarkup.number(point.y))"
  }

  /// The length of a part, which is level or upright.
  private static func length(_ from: (x: Double, y: Double), _ to: (x: Double, y: Double)) -> Double
  {
    abs(to.x - from.x) + abs(to.y - from.y)
  }

  /// What lies on a part so far from its beginning.
  private static func point(
    _ distance: Double,
    from: (x: Double, y: Double),
    to: (x: Double, y: Double)
  ) -> (x: Double, y: Double) {
    let length = length(from, to)
    guard length > 0 else { return from }
    let share = distance / length
    return (from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share)
  }

  /// Points at the model that the other one specialises.
  private static func triangle(_ port: DiagramLayout.Port) -> String {
    let back = port.x + (port.isRight ? 11 : -11)
    let points = [(port.x, port.y), (back, port.y - 6), (back, port.y + 6)]
      .map { "\(SVGMarkup.number($0.0)),\(SVGMarkup.number($0.1))" }
    return "  <polygon class=\"parent\" points=\"\(points.joined(separator: " "))\"/>"
  }

  /// What an end says, above its line, on a ground of its own.
  private static func label(_ end: SchemaDiagram.End, at port: DiagramLayout.Port) -> [String] {
    let text = DiagramLayout.label(end)
    let width = DiagramLayout.width(of: text)
    let x = port.isRight ? port.x + 6 : port.x - 6
    let anchor = port.isRight ? "start" : "end"
    return [
      SVGMarkup.rectangle(port.isRight ? x : x - width, port.y - 14, width, 13, "page"),
      SVGMarkup.text(text, x, port.y - 4, "soft", anchor: anchor),
    ]
  }
}
