/// Names that differ by more than the case of their letters.
struct DistinctNames {
  private var taken: Set<String> = []
  private var lastNumbers: [String: Int] = [:]

  /// Takes a name if nothing has it.
  mutating func claim(_ name: String) -> Bool { taken.insert(name.lowercased()).inserted }

  /// Takes the first of `names` that nothing has, else the last with a number: `data_2`.
  mutating func claim(firstOf names: [String]) -> String {
    for name in names where claim(name) { return name }
    let name = names.last ?? "_"
    let folded = name.lowercased()
    var number = lastNumbers[folded] ?? 1
    repeat { number += 1 } while !claim("\(name)_\(number)")
    lastNumbers[folded] = number
    return "\(name)_\(number)"
  }
}
