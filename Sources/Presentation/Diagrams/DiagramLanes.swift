/// In which lane each line that turns between two columns runs up or down: in as few lanes as there can be, so that the
/// lines cross each other seldom.
struct DiagramLanes {
  /// The upright part of a line.
  struct Part {
    let line: Int
    /// The height at which the line comes from the left, and at which it leaves.
    let from: Double
    let to: Double
    /// Whether it goes back to the left.
    let returns: Bool

    var low: Double { min(from, to) }
    var high: Double { max(from, to) }

    func contains(_ y: Double) -> Bool { low < y && y < high }

    /// Whether two parts cannot share a lane.
    func touches(_ other: Part) -> Bool {
      low < other.high + DiagramLayout.laneGap && other.low < high + DiagramLayout.laneGap
    }

    /// Whether level parts of two lines lie on each other if this one runs to the left of the other one.
    func overlaps(leftOf other: Part) -> Bool {
      !returns && (to == other.from || other.returns && to == other.to)
    }

    /// How often two lines cross each other if this one runs to the left of the other one.
    /// That they lie on each other is worse than any crossing.
    func crossings(leftOf other: Part) -> Int {
      if overlaps(leftOf: other) { return DiagramLanes.overlapCost }
      let comesIn = [contains(other.from), other.returns && contains(other.to)]
      let goesOut = !returns && other.contains(to)
      return comesIn.count { $0 } + (goesOut ? 1 : 0)
    }
  }

  /// The lane of each line, counted from the left.
  let places: [Int: Int]
  /// How many lanes there are.
  let count: Int

  /// Whether two lines lie on each other, as those do that change their places.
  let hasOverlap: Bool

  private static let rounds = 3
  private static let overlapCost = 100

  /// Gives each of `parts` a lane.
  init(_ parts: [Part]) {
    var order: [Part] = []
    for part in parts { Self.insert(part, in: &order) }
    for _ in 1..<Self.rounds {
      for part in parts {
        order.removeAll { $0.line == part.line }
        Self.insert(part, in: &order)
      }
    }
    var lanes: [Int] = []
    for part in order {
      let taken = zip(order, lanes).filter { part.touches($0.0) }.map(\.1)
      lanes.append((taken.max() ?? -1) + 1)
    }
    places = Dictionary(uniqueKeysWithValues: zip(order.map(\.line), lanes))
    count = (lanes.max() ?? -1) + 1
    hasOverlap = order.indices.contains { place in
      order[..<place].contains { $0.overlaps(leftOf: order[place]) }
    }
  }

  /// Puts a part between the others where it crosses the fewest.
  private static func insert(_ part: Part, in order: inout [Part]) {
    // On the left of all; then beyond one after the other.
    var crossings = order.reduce(0) { $0 + part.crossings(leftOf: $1) }
    var best = (place: 0, crossings: crossings)
    for (place, other) in order.enumerated() {
      crossings += other.crossings(leftOf: part) - part.crossings(leftOf: other)
      if crossings < best.crossings { best = (place + 1, crossings) }
    }
    order.insert(part, at: best.place)
  }
}
