import Foundation
import FoundationXML
import Testing

/// A picture as an XML parser reads it.
final class Picture: NSObject, XMLParserDelegate {
  struct Box {
    let x, y, width, height: Double

    /// Whether a level or upright part goes through it.
    func isCrossed(_ part: Part) -> Bool {
      // Numbers have one digit behind the point.
      let edge = 0.21
      return part.low.x + edge < x + width && x + edge < part.high.x
        && part.low.y + edge < y + height && y + edge < part.high.y
    }
  }

  struct Point: Equatable {
    let x, y: Double
  }

  /// A part of a line between two corners: its ends at the upper left and at the lower right.
  struct Part: Equatable {
    let low, high: Point

    init(_ first: Point, _ second: Point) {
      low = Point(x: min(first.x, second.x), y: min(first.y, second.y))
      high = Point(x: max(first.x, second.x), y: max(first.y, second.y))
    }

    var isLevel: Bool { low.y == high.y }
    var isUpright: Bool { low.x == high.x }

    /// Whether two parts lie on each other and do not only cross.
    func lies(on other: Part) -> Bool {
      isLevel && other.isLevel && low.y == other.low.y && low.x < other.high.x
        && other.low.x < high.x
        || isUpright && other.isUpright && low.x == other.low.x && low.y < other.high.y
          && other.low.y < high.y
    }
  }

  private(set) var boxes: [Box] = []
  /// The grounds of what stands at the ends of lines.
  private(set) var labels: [Box] = []
  private(set) var texts: [String] = []
  /// The corners of lines.
  private(set) var lines: [[Point]] = []
  private var size = (width: 0.0, height: 0.0)
  private var text: String?

  init(_ source: String) throws {
    super.init()
    let parser = XMLParser(data: Data(source.utf8))
    parser.delegate = self
    try #require(parser.parse(), "\(String(describing: parser.parserError))")
  }

  /// The ends and the corners of `M 1 2 L 3 4 Q 5 6, 7 8 L 9 10`.
  private static func corners(_ path: String) -> [Point] {
    let words = path.split { $0 == " " || $0 == "," }
    func point(behind place: Int) -> Point? {
      guard place + 2 < words.count, let x = Double(words[place + 1]),
        let y = Double(words[place + 2])
      else { return nil }
      return Point(x: x, y: y)
    }
    let last = words.lastIndex(of: "L")
    return words.indices.compactMap { place in
      ["M", "Q"].contains(words[place]) || place == last ? point(behind: place) : nil
    }
  }

  /// Lines run level and upright, within the picture, through no box and not on each other.
  private func expectLines() {
    var parts: [(line: Int, part: Part)] = []
    for (line, corners) in lines.enumerated() {
      #expect(corners.count > 1)
      #expect(corners.allSatisfy { 0..<size.width ~= $0.x && 0..<size.height ~= $0.y })
      parts += zip(corners, corners.dropFirst()).map { (line, Part($0, $1)) }
    }
    let all = parts.map(\.part)
    #expect(all.filter { !$0.isLevel && !$0.isUpright } == [])
    #expect(all.filter { part in boxes.contains { $0.isCrossed(part) } } == [])
    #expect(all.filter { part in !part.isLevel && labels.contains { $0.isCrossed(part) } } == [])
    let hidden = parts.enumerated().filter { place, found in
      parts[..<place].contains { $0.line != found.line && $0.part.lies(on: found.part) }
    }
    #expect(hidden.map(\.element.part) == [])
  }

  /// No two boxes overlap, no label lies on a box, and all are within the picture.
  func expectOrder() {
    expectLines()
    for label in labels {
      #expect(label.x >= 0 && label.x + label.width <= size.width)
      for box in boxes {
        let isBeside = label.x + label.width <= box.x || box.x + box.width <= label.x
        let isBelow = label.y + label.height <= box.y || box.y + box.height <= label.y
        #expect(isBeside || isBelow)
      }
    }
    for (place, box) in boxes.enumerated() {
      #expect(box.x >= 0 && box.x + box.width <= size.width)
      #expect(box.y >= 0 && box.y + box.height <= size.height)
      for other in boxes[..<place] {
        let isBeside = box.x + box.width <= other.x || other.x + other.width <= box.x
        let isBelow = box.y + box.height <= other.y || other.y + other.height <= box.y
        #expect(isBeside || isBelow)
      }
    }
  }

  func parser(
    _ parser: XMLParser,
    didStartElement name: String,
    namespaceURI: String?,
    qualifiedName: String?,
    attributes: [String: String]
  ) {
    let number = { (key: String) in Double(attributes[key] ?? "") ?? .nan }
    switch name {
    case "svg": size = (number("width"), number("height"))
    case "rect" where attributes["class"] == "box" || attributes["class"] == "page":
      let box = Box(
        x: number("x"),
        y: number("y"),
        width: number("width"),
        height: number("height")
      )
      if attributes["class"] == "box" {
        boxes.append(box)
      } else if box.height != size.height {
        labels.append(box)
      }
    case "path": lines.append(Self.corners(attributes["d"] ?? ""))
    case "text": text = ""
    default: break
    }
  }

  func parser(_ parser: XMLParser, foundCharacters characters: String) { text? += characters }

  func parser(
    _ parser: XMLParser,
    didEndElement name: String,
    namespaceURI: String?,
    qualifiedName: String?
  ) {
    if name == "text", let found = text {
      texts.append(found)
      text = nil
    }
  }
}
