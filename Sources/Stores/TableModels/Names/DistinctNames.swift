/// Creates names that differ, by default by more than case.
package struct DistinctNames {
  private var taken: Set<String> = []
  private var lastNumbers: [String: Int] = [:]
  private let distinguishesCase: Bool

  package init(distinguishesCase: Bool = false) { self.distinguishesCase = distinguishesCase }

  private func folded(_ name: String) -> String { distinguishesCase ? name : name.lowercased() }

  /// Reserves a name; returns false if it is taken.
  package mutating func claim(_ name: String) -> Bool { taken.insert(folded(name)).inserted }

  /// Reserves the first free name of `names`, otherwise the last with a number: `data_2`.
  package mutating func claim(firstOf names: [String]) -> String {
    for name in names where claim(name) { return name }
    let name = names.last ?? "_"
    let folded = folded(name)
    var number = lastNumbers[folded] ?? 1
    repeat { number += 1 } while !claim("\(name)_\(number)")
    lastNumbers[folded] = number
    return "\(name)_\(number)"
  }
}
