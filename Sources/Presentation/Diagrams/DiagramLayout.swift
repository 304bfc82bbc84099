import Diagnostics
import Rendering

/// Where the boxes of a diagram stand and how its lines run, in pixels from the upper left corner.
///
/// Boxes stand in columns: what has many of something stands left of it, as far as there are no circles.
/// Within a column each box stands near those that it belongs to: the sweeps by the neighbours' mean
/// place of K. Sugiyama, S. Tagawa and M. Toda ("Methods for Visual Understanding of Hierarchical System
/// Structures", 1981).
struct DiagramLayout {
  /// A box with the room that it takes.
  struct Frame {
    var x = 0.0
    var y = 0.0
    var width = 0.0
    var height = 0.0

    var middle: Double { y + height / 2 }
  }

  /// Where a line meets a box.
  struct Port {
    var x = 0.0
    var y = 0.0
    /// Whether the line leaves to the right.
    var isRight = true
  }

  /// How a line runs: from the first box to the second.
  struct Route {
    var start = Port()
    var end = Port()
    /// Where it turns: each part is level or upright.
    var turns: [(x: Double, y: Double)] = []
  }

  /// The room between boxes of a column, above it or below it, that lines run through, each in a lane of its own.
  struct Passage {
    var lanes: [Int] = []
  }

  static let rowHeight = 18.0
  static let headHeight = 30.0
  static let margin = 20.0
  static let rowGap = 44.0
  private static let padding = 12.0
  private static let portGap = 22.0
  private static let sweeps = 6

  var frames: [Frame]
  var routes: [Route]
  private(set) var width = 0.0
  private(set) var height = 0.0

  let diagram: SchemaDiagram
  /// The places of the boxes that each line joins: the one on the left first, once there are columns.
  private(set) var joined: [(from: Int, to: Int)]
  var columns: [[Int]] = []
  var columnOfBox: [Int]
  /// Of each column what lines run through: above its first box, and below each of its boxes.
  var passages: [[Passage]] = []

  init(_ diagram: SchemaDiagram) {
    self.diagram = diagram
    joined = diagram.lines.map(Self.boxes)
    frames = Array(repeating: Frame(), count: diagram.boxes.count)
    routes = Array(repeating: Route(), count: diagram.lines.count)
    columnOfBox = Array(repeating: 0, count: diagram.boxes.count)
    makeColumns()
    orient()
    measure()
    arrange()
    route()
    let turns = routes.flatMap(\.turns)
    width = max(frames.map { $0.x + $0.width }.max() ?? 0, turns.map(\.x).max() ?? 0) + Self.margin
    height =
      max(frames.map { $0.y + $0.height }.max() ?? 0, turns.map(\.y).max() ?? 0) + Self.margin
  }

  /// What stands at the end of a line: `expenses * cascade`.
  static func label(_ end: SchemaDiagram.End) -> String {
    [end.role, end.count, end.rule].compactMap { $0 }.joined(separator: " ")
  }

  /// The width of a text.
  static func width(of text: String) -> Double { Double(text.displayWidth) * SVGMarkup.columnWidth }

  /// Whether a line runs from its second end, in the order of the diagram, to its first one.
  func isTurned(_ line: Int) -> Bool {
    switch diagram.lines[line] {
    case .relationship(let near, _): joined[line].from != near.box
    case .specialization(let first, _), .use(let first, _): joined[line].from != first
    }
  }

  /// The box on the left first, if that can be.
  private static func boxes(_ line: SchemaDiagram.Line) -> (from: Int, to: Int) {
    switch line {
    case .specialization(let child, let parent): return (parent, child)
    case .use(let user, let type): return (user, type)
    case .relationship(let near, let far):
      let (isNearMany, isFarMany) = (near.count.hasSuffix("*"), far.count.hasSuffix("*"))
      return isNearMany && !isFarMany ? (far.box, near.box) : (near.box, far.box)
    }
  }

  /// Turns lines that lead to the left, as some of every circle do.
  private mutating func orient() {
    for (place, line) in joined.enumerated() where columnOfBox[line.from] > columnOfBox[line.to] {
      joined[place] = (line.to, line.from)
    }
  }

  /// Whether a line goes round to a box of the same column, or to its own.
  func isLoop(_ line: (from: Int, to: Int)) -> Bool {
    columnOfBox[line.from] == columnOfBox[line.to]
  }

  // MARK: Sizes

  private mutating func measure() {
    var portCounts = Array(repeating: (left: 0, right: 0), count: frames.count)
    for (from, to) in joined {
      portCounts[from].right += 1
      if isLoop((from, to)) { portCounts[to].right += 1 } else { portCounts[to].left += 1 }
    }
    for (place, box) in diagram.boxes.enumerated() {
      let texts = [box.name + "  " + box.kind.rawValue] + box.rows.map(Self.text)
      frames[place].width = (texts.map(Self.width).max() ?? 0) + 2 * Self.padding
      let rows =
        box.rows.isEmpty
        ? Self.headHeight - 4 : Self.headHeight + Double(box.rows.count) * Self.rowHeight + 8
      let ports = Double(max(portCounts[place].left, portCounts[place].right)) * Self.portGap
      frames[place].height = max(rows, ports)
    }
  }

  private static func text(_ row: SchemaDiagram.Row) -> String {
    row.name + (row.type.map { ": \($0)" } ?? "") + (row.remark.map { "  \($0)" } ?? "")
  }

  // MARK: Places

  /// Puts the boxes of each column in their order, near to those that they belong to.
  private mutating func arrange() {
    passages = columns.map { Array(repeating: Passage(), count: $0.count + 1) }
    for _ in 0..<Self.sweeps {
      stack()
      for column in columns.indices {
        let wanted = columns[column].map { (box: $0, y: meanOfNeighbours($0)) }
        columns[column] = wanted.sorted { ($0.y, $0.box) < ($1.y, $1.box) }.map(\.box)
        stack()
      }
    }
  }

  private func meanOfNeighbours(_ box: Int) -> Double {
    let others = joined.compactMap { line in
      line.from == line.to ? nil : line.from == box ? line.to : line.to == box ? line.from : nil
    }
    guard !others.isEmpty else { return .infinity }
    return others.reduce(0) { $0 + frames[$1].middle } / Double(others.count)
  }

  /// Puts the boxes of each column one below the other, each column in the middle.
  mutating func stack() {
    let gaps = columns.indices.map { column in passages[column].indices.map { gap($0, of: column) }
    }
    let heights = zip(columns, gaps).map { column, gaps in
      column.reduce(gaps.reduce(0, +)) { $0 + frames[$1].height }
    }
    let highest = heights.max() ?? 0
    for (column, boxes) in columns.enumerated() {
      var y = Self.margin + (highest - heights[column]) / 2
      for (row, box) in boxes.enumerated() {
        y += gaps[column][row]
        frames[box].y = y
        y += frames[box].height
      }
    }
  }

  /// The height of what is left above box `row` of a column, or below its last one.
  private func gap(_ row: Int, of column: Int) -> Double {
    let lanes = Double(passages[column][row].lanes.count)
    if row > 0, row < columns[column].count {
      return max(Self.rowGap, 2 * Self.passageEdge + (lanes - 1) * Self.laneGap)
    }
    return lanes > 0 ? Self.passageEdge + lanes * Self.laneGap : 0
  }
}
