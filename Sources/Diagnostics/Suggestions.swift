/// The names among `candidates` that are spelt most like `name`, the nearest first.
///
/// A name may differ in a third of its letters, at least one and at most three.
public func nearestNames(to name: String, in candidates: [String], limit: Int = 3) -> [String] {
  let letters = Array(name.lowercased())
  let cap = min(3, max(1, letters.count / 3))
  let near = candidates.enumerated().compactMap { index, candidate in
    let distance = editDistance(letters, Array(candidate.lowercased()))
    return distance <= cap ? (distance, index, candidate) : nil
  }
  return near.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.prefix(limit).map { $0.2 }
}

/// The least number of letters to insert, delete, change or swap with a neighbour.
private func editDistance(_ left: [Character], _ right: [Character]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...right.count)
  for (row, letter) in left.enumerated() {
    var current = [row + 1]
    for (column, other) in right.enumerated() {
      var best = min(last[column] + (letter == other ? 0 : 1), last[column + 1] + 1)
      best = min(best, current[column] + 1)
      if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
        best = min(best, beforeLast[column - 1] + 1)
      }
      current.append(best)
    }
    (beforeLast, last) = (last, current)
  }
  return last[right.count]
}
