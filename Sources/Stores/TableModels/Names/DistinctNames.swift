/// Creates names that differ by more than case.
package struct DistinctNames {
  private var taken: Set<String> = []
  private var lastNumbers: [String: Int] = [:]

  package init() {}

  /// Reserves a name; returns false if it is taken.
  package mutating func claim(_ name: String) -> Bool { taken.insert(name.lowercased()).inserted }

  /// Reserves the first free name of `names`, otherwise the last with a number: `data_2`.
  package mutating func claim(firstOf names: [String]) -> String {
    for name in names where claim(name) { return name }
    let name = names.last ?? "_"
    let folded = name.lowercased()
    var number = lastNumbers[folded] ?? 1
    repeat { number += 1 } while !claim("\(name)_\(number)")
    lastNumbers[folded] = number
    return "\(name)_\(number)"
  }
}
