/// Determines which declarations are valid together, given what each needs.
struct ReadyDeclarations {
  private let names: [String]
  private let needs: [Set<String>]
  private var isReady: [Bool]
  /// The number of ready declarations by lower-case name.
  private var ready: [String: Int] = [:]

  /// - Parameter missing: The names that each declaration needs.
  init(names: [String], missing: [[String]]) {
    self.names = names.map { $0.lowercased() }
    needs = missing.map { Set($0.map { $0.lowercased() }) }
    isReady = Array(repeating: true, count: names.count)
    for name in self.names { ready[name, default: 0] += 1 }
    dropWaiting()
  }

  /// The indexes of declarations that miss nothing once all ready ones are declared.
  var readyPlaces: [Int] { isReady.indices.filter { isReady[$0] } }

  private mutating func dropWaiting() {
    var users: [String: [Int]] = [:]
    for (place, needs) in needs.enumerated() {
      for name in needs { users[name, default: []].append(place) }
    }
    var dropped = needs.indices.filter { place in needs[place].contains { ready[$0] == nil } }
    while let place = dropped.popLast() {
      guard isReady[place] else { continue }
      isReady[place] = false
      let left = (ready[names[place]] ?? 1) - 1
      ready[names[place]] = left
      if left == 0 { dropped += users[names[place]] ?? [] }
    }
  }
}
