/// Adds inherited members after some entities have changed.
struct Inheritance {
  private(set) var entities: [Entity]
  private let positions: [String: Int]
  /// The state of each entity's inherited members.
  private var states: [State]

  private enum State {
    /// Not checked yet.
    case unknown
    /// Up to date.
    case complete
    /// To be determined again.
    case stale
    /// Being determined.
    case inProgress
  }

  /// `changed` names the entities that have only their own members so far.
  init(_ entities: [Entity], _ positions: [String: Int], changed: [String]) {
    self.entities = entities
    self.positions = positions
    states = Array(repeating: .unknown, count: entities.count)
    for position in changed.compactMap({ positions[$0] }) { states[position] = .stale }
  }

  /// Completes the changed entities and their descendants. Missing parents and cycles are ignored.
  mutating func complete() {
    for position in entities.indices { judge(position) }
    for position in entities.indices { complete(position) }
  }

  /// Determines whether an entity or one of its ancestors has changed.
  private mutating func judge(_ position: Int) {
    var path: [Int] = []
    var current: Int? = position
    var answer = State.complete
    while let next = current {
      if states[next] != .unknown {
        if states[next] == .stale { answer = .stale }
        break
      }
      states[next] = .complete
      path.append(next)
      current = parent(of: next)
    }
    for position in path { states[position] = answer }
  }

  private mutating func complete(_ position: Int) {
    guard states[position] == .stale else { return }
    states[position] = .inProgress
    if let parent = parent(of: position), states[parent] != .inProgress {
      complete(parent)
      entities[position] = entities[position].inheriting(from: entities[parent])
    }
    states[position] = .complete
  }

  private func parent(of position: Int) -> Int? {
    entities[position].parent.flatMap { positions[$0] }
  }
}
