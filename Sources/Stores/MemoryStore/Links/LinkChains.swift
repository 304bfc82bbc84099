/// The links of each row at one end of a link table, as doubly linked lists of indices.
struct LinkChains {
  private static let none = -1

  private var heads: [Int] = []
  private var next: [Int] = []
  private var previous: [Int] = []

  /// The indices of the links of `row`.
  func places(of row: Int64) -> [Int] {
    guard row >= 0, row < Int64(heads.count) else { return [] }
    var places: [Int] = []
    var place = heads[Int(row)]
    while place != Self.none {
      places.append(place)
      place = next[place]
    }
    return places
  }

  /// Adds the link at index `place` to `row`.
  mutating func insert(_ place: Int, of row: Int64) {
    let row = Int(row)
    while heads.count <= row { heads.append(Self.none) }
    while next.count <= place {
      next.append(Self.none)
      previous.append(Self.none)
    }
    next[place] = heads[row]
    previous[place] = Self.none
    if heads[row] != Self.none { previous[heads[row]] = place }
    heads[row] = place
  }

  /// Removes the link at index `place` from `row`.
  mutating func remove(_ place: Int, of row: Int64) {
    if previous[place] == Self.none {
      heads[Int(row)] = next[place]
    } else {
      next[previous[place]] = next[place]
    }
    if next[place] != Self.none { previous[next[place]] = previous[place] }
  }
}
