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
    /// As far as here the line is straight, so that it crosses no label.
    var bend = 0.0
  }

  /// How a line runs: from the first box to the second.
  struct Route {
    var start = Port()
    var end = Port()
  }

  static let rowHeight = 18.0
  static let headHeight = 30.0
  private static let padding = 12.0
  private static let rowGap = 44.0
  private static let leastColumnGap = 90.0
  private static let portGap = 22.0
  /// The straight part of a line beyond its label.
  private static let lead = 12.0
  /// How far a line within a column goes beyond its straight parts.
  private static let loopReach = 36.0
  private static let sweeps = 6

  private(set) var frames: [Frame]
  private(set) var routes: [Route]
  private(set) var width = 0.0
  private(set) var height = 0.0

  private let diagram: SchemaDiagram
  /// The places of the boxes that each line joins.
  private let joined: [(from: Int, to: Int)]
  private var columns: [[Int]] = []
  private var columnOfBox: [Int]

  init(_ diagram: SchemaDiagram) {
    self.diagram = diagram
    joined = diagram.lines.map(Self.boxes)
    frames = Array(repeating: Frame(), count: diagram.boxes.count)
    routes = Array(repeating: Route(), count: diagram.lines.count)
    columnOfBox = Array(repeating: 0, count: diagram.boxes.count)
    makeColumns()
    measure()
    arrange()
    route()
  }

  /// What stands at the end of a line: `expenses * cascade`.
  static func label(_ end: SchemaDiagram.End) -> String {
    [end.role, end.count, end.rule].compactMap { $0 }.joined(separator: " ")
  }

  /// The width of a text.
  static func width(of text: String) -> Double { Double(text.displayWidth) * SVGMarkup.columnWidth }

  /// Whether a relationship runs from its far end to its near one.
  func isTurned(_ line: Int) -> Bool {
    guard case .relationship(let near, _) = diagram.lines[line] else { return false }
    return joined[line].from != near.box
  }

  // MARK: Columns

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

  /// Each box is as many columns to the right as there are lines on the shortest way to it.
  private mutating func makeColumns() {
    var followers = Array(repeating: [Int](), count: diagram.boxes.count)
    var isFollower = Array(repeating: false, count: diagram.boxes.count)
    var isAlone = Array(repeating: true, count: diagram.boxes.count)
    for (from, to) in joined where from != to {
      followers[from].append(to)
      isFollower[to] = true
      (isAlone[from], isAlone[to]) = (false, false)
    }
    var isPlaced = isAlone
    for start in diagram.boxes.indices where !isPlaced[start] && !isFollower[start] {
      place(start, followers, &isPlaced)
    }
    // What is left goes round in circles.
    for start in diagram.boxes.indices where !isPlaced[start] { place(start, followers, &isPlaced) }
    placeLonely(diagram.boxes.indices.filter { isAlone[$0] })
  }

  private mutating func place(_ start: Int, _ followers: [[Int]], _ isPlaced: inout [Bool]) {
    var waiting = [(box: start, column: 0)]
    isPlaced[start] = true
    var next = 0
    while next < waiting.count {
      let (box, column) = waiting[next]
      next += 1
      put(box, in: column)
      for follower in followers[box] where !isPlaced[follower] {
        isPlaced[follower] = true
        waiting.append((follower, column + 1))
      }
    }
  }

  /// Boxes without lines fill up the columns that have the fewest rows.
  private mutating func placeLonely(_ boxes: [Int]) {
    let wanted = max(columns.count, Int(Double(diagram.boxes.count).squareRoot().rounded(.up)))
    while columns.count < wanted { columns.append([]) }
    var heights = columns.map { $0.reduce(0) { $0 + 3 + diagram.boxes[$1].rows.count } }
    for box in boxes {
      guard let lowest = heights.indices.min(by: { heights[$0] < heights[$1] }) else { return }
      put(box, in: lowest)
      heights[lowest] += 3 + diagram.boxes[box].rows.count
    }
    columns.removeAll(where: \.isEmpty)
  }

  private mutating func put(_ box: Int, in column: Int) {
    while columns.count <= column { columns.append([]) }
    columns[column].append(box)
    columnOfBox[box] = column
  }

  // MARK: Sizes

  private mutating func measure() {
    var portCounts = Array(repeating: (left: 0, right: 0), count: frames.count)
    for (from, to) in joined {
      portCounts[from].right += 1
      if from == to || columnOfBox[from] >= columnOfBox[to] {
        portCounts[to].right += 1
      } else {
        portCounts[to].left += 1
      }
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

  private mutating func arrange() {
    for _ in 0..<Self.sweeps {
      stack()
      for column in columns.indices {
        let wanted = columns[column].map { (box: $0, y: meanOfNeighbours($0)) }
        columns[column] = wanted.sorted { ($0.y, $0.box) < ($1.y, $1.box) }.map(\.box)
        stack()
      }
    }
    var x = 20.0
    for (place, column) in columns.enumerated() {
      for box in column { frames[box].x = x }
      let widest = column.map { frames[$0].width }.max() ?? 0
      x += widest + gap(behind: place)
    }
    width = (frames.map { $0.x + $0.width }.max() ?? 0) + rightMargin + 20
  }

  private func meanOfNeighbours(_ box: Int) -> Double {
    let others = joined.compactMap { line in
      line.from == line.to ? nil : line.from == box ? line.to : line.to == box ? line.from : nil
    }
    guard !others.isEmpty else { return .infinity }
    return others.reduce(0) { $0 + frames[$1].middle } / Double(others.count)
  }

  /// Puts the boxes of each column one below the other, each column in the middle.
  private mutating func stack() {
    let heights = columns.map { column in
      column.reduce(-Self.rowGap) { $0 + frames[$1].height + Self.rowGap }
    }
    let highest = max(0, heights.max() ?? 0)
    for (column, own) in zip(columns, heights) {
      var y = 20 + (highest - own) / 2
      for box in column {
        frames[box].y = y
        y += frames[box].height + Self.rowGap
      }
    }
    height = highest + 40
  }

  /// The room for the labels on both sides of a gap.
  private func gap(behind column: Int) -> Double {
    var (left, right) = (0.0, 0.0)
    for (place, line) in joined.enumerated() {
      let labels = labelWidths(place)
      if columnOfBox[line.from] == column { left = max(left, labels.from) }
      if columnOfBox[line.to] == column, isRight(line, atEnd: true) { left = max(left, labels.to) }
      if columnOfBox[line.to] == column + 1, !isRight(line, atEnd: true) {
        right = max(right, labels.to)
      }
    }
    let hasLoop = joined.contains { columnOfBox[$0.from] == column && isLoop($0) }
    let loop = hasLoop ? Self.loopReach : 0
    return max(Self.leastColumnGap, left + right + loop + 2 * Self.lead + 50)
  }

  /// The room that lines of the last column need on its right.
  private var rightMargin: Double {
    let last = columns.count - 1
    let isNeeded = joined.contains {
      columnOfBox[$0.from] == last || isRight($0, atEnd: true) && columnOfBox[$0.to] == last
    }
    return isNeeded ? gap(behind: last) : 0
  }

  private func labelWidths(_ place: Int) -> (from: Double, to: Double) {
    guard case .relationship(let near, let far) = diagram.lines[place] else { return (0, 0) }
    let (first, second) = near.box == joined[place].from ? (near, far) : (far, near)
    return (Self.width(of: Self.label(first)), Self.width(of: Self.label(second)))
  }

  // MARK: Lines

  /// Whether a line meets its second box, or its first one, on the right.
  private func isRight(_ line: (from: Int, to: Int), atEnd: Bool) -> Bool {
    !atEnd || line.from == line.to || columnOfBox[line.from] >= columnOfBox[line.to]
  }

  /// Whether a line goes round to a box of the same column, or to its own.
  private func isLoop(_ line: (from: Int, to: Int)) -> Bool {
    columnOfBox[line.from] == columnOfBox[line.to]
  }

  private mutating func route() {
    // The ports of each side from above, in the order of what is at the other end.
    var sides: [[(line: Int, atEnd: Bool, other: Double)]] =
      Array(repeating: [], count: 2 * frames.count)
    for (place, line) in joined.enumerated() {
      sides[2 * line.from + 1].append((place, false, frames[line.to].middle))
      let side = isRight(line, atEnd: true) ? 1 : 0
      sides[2 * line.to + side].append((place, true, frames[line.from].middle))
    }
    for (side, ports) in sides.enumerated() {
      let frame = frames[side / 2]
      let isRight = side % 2 == 1
      let step = frame.height / Double(max(ports.count, 1))
      let widest = ports.map { $0.atEnd ? labelWidths($0.line).to : labelWidths($0.line).from }
        .max()
      let straight = (widest ?? 0) + Self.lead
      // Other lines turn beyond those that come back.
      let beyond = ports.contains { isLoop(joined[$0.line]) } ? Self.loopReach : 0
      let inOrder = ports.enumerated().sorted {
        ($0.element.other, $0.offset) < ($1.element.other, $1.offset)
      }
      for (rank, port) in inOrder.map(\.element).enumerated() {
        let x = isRight ? frame.x + frame.width : frame.x
        let reach = straight + (isLoop(joined[port.line]) ? 0 : beyond)
        let found = Port(
          x: x,
          y: frame.y + step * (Double(rank) + 0.5),
          isRight: isRight,
          bend: isRight ? x + reach : x - reach
        )
        if port.atEnd { routes[port.line].end = found } else { routes[port.line].start = found }
      }
    }
    // Within a column, lines go round beyond the labels of both boxes.
    for (place, line) in joined.enumerated() where isLoop(line) {
      let bend = max(routes[place].start.bend, routes[place].end.bend)
      (routes[place].start.bend, routes[place].end.bend) = (bend, bend)
    }
  }
}
