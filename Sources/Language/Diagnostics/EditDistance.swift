/// The minimum number of insertions, deletions, substitutions and swaps of neighbors that turn
/// `left` into `right`; nil if it exceeds `most`.
///
/// This is the restricted Damerau-Levenshtein distance: no letter is edited twice.
func editDistance(
  from left: [Unicode.Scalar],
  to right: [Unicode.Scalar],
  atMost most: Int
) -> Int? {
  guard abs(left.count - right.count) <= most else { return nil }
  var beforeLast: [Int] = []
  var last = Array(0...right.count)
  for row in left.indices {
    var current = [row + 1]
    for column in right.indices {
      let substituted = last[column] + (left[row] == right[column] ? 0 : 1)
      var best = min(substituted, last[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
        best = min(best, beforeLast[column - 1] + 1)
      }
      current.append(best)
    }
    (beforeLast, last) = (last, current)
  }
  return last[right.count] <= most ? last[right.count] : nil
}
