/// How lines run: level out of a box, upright between columns, and round the boxes of columns that lie between, so that
/// no line goes through a box and none lies on another one.
extension DiagramLayout {
  /// Between lines that run beside each other.
  static let laneGap = 8.0
  /// Between a box and the lines that pass above or below it.
  static let passageEdge = 16.0
  /// The straight part of a line beyond its label.
  private static let lead = 14.0
  private static let leastColumnGap = 90.0
  /// Lines that would turn by no more than this are straight.
  private static let leastTurn = 10.0
  /// Between lines that leave a box on the same side, so that there is room for a label.
  private static let leastPortGap = 14.0

  /// What meets the gaps between columns, each kind at heights of its own: level parts on both sides of a gap, which
  /// lines come to by other lanes, are not at the same height.
  private enum Level {
    case rightPort
    case leftPort
    case passage(isShifted: Bool)

    /// The nearest height that is kept for this.
    func height(near y: Double) -> Double {
      let rest: Double =
        switch self {
        case .rightPort: 0
        case .leftPort: 2
        case .passage(let isShifted): isShifted ? 6 : 4
        }
      return ((y - rest) / DiagramLayout.laneGap).rounded() * DiagramLayout.laneGap + rest
    }
  }

  /// Finds the ways of all lines, and gives the columns and the boxes their places.
  mutating func route() {
    choosePassages()
    stack()
    var shifted: Set<Int> = []
    var (heights, lanes) = levels(shifted)
    // Passages of two columns are at the same heights unless lines would lie on each other.
    while true {
      let more = lanes.indices.filter { lanes[$0].hasOverlap }.map { $0 + 1 }
      guard !shifted.isSuperset(of: more) else { break }
      shifted.formUnion(more)
      (heights, lanes) = levels(shifted)
    }
    let places = placeColumns(lanes)
    for line in joined.indices { run(line, heights[line], places) }
  }

  /// The heights at which each line runs level, from the left, and the lanes behind each column.
  ///
  /// - Parameter shifted: The columns whose passages are at other heights than those of the column before.
  private mutating func levels(_ shifted: Set<Int>) -> (heights: [[Double]], lanes: [DiagramLanes])
  {
    let passed = passedHeights(shifted)
    placePorts(passed)
    straighten()
    let heights = joined.indices.map { [routes[$0].start.y] + passed[$0] + [routes[$0].end.y] }
    return (heights, columns.indices.map { turns(behind: $0, heights) })
  }

  // MARK: Passages

  /// The columns that a line has to pass.
  private func passedColumns(_ line: (from: Int, to: Int)) -> Range<Int> {
    let (from, to) = (columnOfBox[line.from], columnOfBox[line.to])
    return from + 1 < to ? from + 1..<to : from..<from
  }

  /// Each line passes a column where the way is the shortest.
  private mutating func choosePassages() {
    var found: [(passage: (column: Int, row: Int), line: Int)] = []
    for (place, line) in joined.enumerated() {
      var y = frames[line.from].middle
      let target = frames[line.to].middle
      for column in passedColumns(line) {
        let ways = passages[column].indices.map { row in
          let height = passageHeight(row, of: column)
          return (row: row, height: height, length: abs(height - y) + abs(height - target))
        }
        guard
          let best = ways.min(by: {
            ($0.length, abs($0.height - y)) < ($1.length, abs($1.height - y))
          })
        else { continue }
        found.append(((column, best.row), place))
        y = best.height
      }
    }
    func wanted(_ line: Int) -> Double {
      frames[joined[line].from].middle + frames[joined[line].to].middle
    }
    for (passage, line) in found.sorted(by: {
      (wanted($0.line), $0.line) < (wanted($1.line), $1.line)
    }) {
      passages[passage.column][passage.row].lanes.append(line)
    }
  }

  /// The height of the first lane of a passage.
  private func passageHeight(_ row: Int, of column: Int) -> Double {
    let boxes = columns[column]
    let room = Double(max(passages[column][row].lanes.count, 1) - 1) * Self.laneGap
    let above = row > 0 ? frames[boxes[row - 1]] : nil
    let below = row < boxes.count ? frames[boxes[row]] : nil
    switch (above, below) {
    case (let above?, let below?): return (above.y + above.height + below.y - room) / 2
    case (let above?, nil): return above.y + above.height + Self.passageEdge
    case (nil, let below?): return below.y - Self.passageEdge - room
    case (nil, nil): return Self.margin
    }
  }

  /// The heights at which each line passes columns, from the left.
  private func passedHeights(_ shifted: Set<Int>) -> [[Double]] {
    var isShifted = false
    var heights: [[Double]] = Array(repeating: [], count: joined.count)
    for column in columns.indices {
      if shifted.contains(column) { isShifted.toggle() }
      for (row, passage) in passages[column].enumerated() {
        let first = Level.passage(isShifted: isShifted).height(near: passageHeight(row, of: column))
        for (lane, line) in passage.lanes.enumerated() {
          heights[line].append(first + Double(lane) * Self.laneGap)
        }
      }
    }
    return heights
  }

  // MARK: Ports

  /// Gives each line a place at its boxes: on each side from above, in the order of where the lines go.
  private mutating func placePorts(_ passed: [[Double]]) {
    var sides: [[(line: Int, atEnd: Bool, other: Double)]] =
      Array(repeating: [], count: 2 * frames.count)
    for (place, line) in joined.enumerated() {
      sides[2 * line.from + 1].append((place, false, passed[place].first ?? frames[line.to].middle))
      let side = isLoop(line) ? 1 : 0
      sides[2 * line.to + side].append(
        (place, true, passed[place].last ?? frames[line.from].middle)
      )
    }
    for (side, ports) in sides.enumerated() {
      let frame = frames[side / 2]
      let isRight = side % 2 == 1
      let step = frame.height / Double(max(ports.count, 1))
      let inOrder = ports.enumerated().sorted {
        ($0.element.other, $0.offset) < ($1.element.other, $1.offset)
      }
      for (rank, port) in inOrder.map(\.element).enumerated() {
        let y = frame.y + step * (Double(rank) + 0.5)
        let level = isRight ? Level.rightPort : .leftPort
        let found = Port(y: level.height(near: y), isRight: isRight)
        if port.atEnd { routes[port.line].end = found } else { routes[port.line].start = found }
      }
    }
  }

  /// Moves ends of lines to the next column to the height of the beginning where that is near and free.
  private mutating func straighten() {
    for (place, line) in joined.enumerated()
    where columnOfBox[line.from] + 1 == columnOfBox[line.to] {
      let (y, frame) = (routes[place].start.y, frames[line.to])
      guard abs(y - routes[place].end.y) <= Self.leastTurn,
        y >= frame.y + Self.leastPortGap / 2,
        y <= frame.y + frame.height - Self.leastPortGap / 2,
        !joined.indices.contains(where: { other in
          other != place && joined[other].to == line.to && !isLoop(joined[other])
            && abs(routes[other].end.y - y) < Self.leastPortGap
        })
      else { continue }
      routes[place].end.y = y
    }
  }

  // MARK: Lanes

  /// The lanes of the lines that turn behind a column.
  private func turns(behind column: Int, _ heights: [[Double]]) -> DiagramLanes {
    let parts = joined.indices.compactMap { place -> DiagramLanes.Part? in
      let first = column - columnOfBox[joined[place].from]
      guard first >= 0, first + 1 < heights[place].count else { return nil }
      let (from, to) = (heights[place][first], heights[place][first + 1])
      guard from != to else { return nil }
      return DiagramLanes.Part(line: place, from: from, to: to, returns: isLoop(joined[place]))
    }
    return DiagramLanes(parts)
  }

  /// Gives the boxes their places from the left; tells where each line turns behind each column.
  private mutating func placeColumns(_ lanes: [DiagramLanes]) -> [[Int: Double]] {
    var x = Self.margin
    return columns.indices.map { column in
      for box in columns[column] { frames[box].x = x }
      let right = x + (columns[column].map { frames[$0].width }.max() ?? 0)
      let labels = labelRoom(behind: column)
      let needed = Double(lanes[column].count + 1) * Self.laneGap
      let room = max(needed, Self.leastColumnGap - labels.left - labels.right)
      x = right + labels.left + room + labels.right
      let step = room / Double(lanes[column].count + 1)
      return lanes[column].places.mapValues { right + labels.left + step * Double($0 + 1) }
    }
  }

  /// The room for labels on both sides of what is behind a column.
  private func labelRoom(behind column: Int) -> (left: Double, right: Double) {
    var (left, right) = (0.0, 0.0)
    for (place, line) in joined.enumerated() {
      let labels = labelWidths(place)
      if columnOfBox[line.from] == column { left = max(left, labels.from) }
      if isLoop(line) {
        if columnOfBox[line.to] == column { left = max(left, labels.to) }
      } else if columnOfBox[line.to] == column + 1 {
        right = max(right, labels.to)
      }
    }
    return (left + Self.lead, right + Self.lead)
  }

  private func labelWidths(_ place: Int) -> (from: Double, to: Double) {
    guard case .relationship(let near, let far) = diagram.lines[place] else { return (0, 0) }
    let (first, second) = near.box == joined[place].from ? (near, far) : (far, near)
    return (Self.width(of: Self.label(first)), Self.width(of: Self.label(second)))
  }

  /// Sets the ends of a line and where it turns.
  private mutating func run(_ place: Int, _ heights: [Double], _ places: [[Int: Double]]) {
    let line = joined[place]
    let (from, to) = (frames[line.from], frames[line.to])
    routes[place].start.x = from.x + from.width
    routes[place].end.x = routes[place].end.isRight ? to.x + to.width : to.x
    let first = columnOfBox[line.from]
    for (index, (y, next)) in zip(heights, heights.dropFirst()).enumerated() {
      guard let x = places[first + index][place] else { continue }
      routes[place].turns += [(x, y), (x, next)]
    }
  }
}
