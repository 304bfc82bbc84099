import Model

/// Compares two states of a result.
struct ResultComparison {
  /// The distinct names of the columns.
  let names: [String]
  let old: ResultState
  let new: ResultState

  /// The changes; empty if there are none.
  func changes() -> [RowChange] {
    let oldPlaces = places(old.keys)
    let newPlaces = places(new.keys)
    let gone = old.keys.indices.filter { newPlaces[old.keys[$0]] == nil }
    return gone.map(departure) + stays(oldPlaces)
  }

  private func places(_ keys: [RowKey]) -> [RowKey: Int] {
    Dictionary(zip(keys, keys.indices), uniquingKeysWith: { first, _ in first })
  }

  private func departure(_ row: Int) -> RowChange {
    let key = old.keys[row]
    let isFound = new.found?.contains(key) ?? false
    return RowChange(
      kind: isFound ? .left : .removed,
      key: key,
      place: nil,
      old: fields(old.rows[row]),
      new: []
    )
  }

  /// The changes of the rows in the new result.
  private func stays(_ oldPlaces: [RowKey: Int]) -> [RowChange] {
    let previous = new.keys.map { oldPlaces[$0] }
    let settled = longestAscent(previous)
    return new.keys.indices.compactMap { row in
      guard let before = previous[row] else { return arrival(row) }
      let different = names.indices.filter { old.rows[before][$0] != new.rows[row][$0] }
      let place = settled[row] ? nil : row
      if different.isEmpty, place == nil { return nil }
      return RowChange(
        kind: different.isEmpty ? .moved : .changed,
        key: new.keys[row],
        place: place,
        old: fields(old.rows[before], different),
        new: fields(new.rows[row], isNamed(new.keys[row]) ? different : nil)
      )
    }
  }

  /// Whether the key identifies the row independently of its values.
  private func isNamed(_ key: RowKey) -> Bool {
    if case .values = key { false } else { true }
  }

  private func arrival(_ row: Int) -> RowChange {
    let key = new.keys[row]
    let wasFound = old.found?.contains(key) ?? false
    return RowChange(
      kind: wasFound ? .entered : .inserted,
      key: key,
      place: row,
      old: [],
      new: fields(new.rows[row])
    )
  }

  private func fields(_ row: [Value], _ columns: [Int]? = nil) -> [ObjectField] {
    (columns ?? Array(names.indices)).map { ObjectField(names[$0], row[$0]) }
  }

  /// Which of the remaining rows keep their order: as many as possible, so that the fewest are
  /// reported as moved.
  private func longestAscent(_ places: [Int?]) -> [Bool] {
    // For each length of an ascending sequence, the row with the smallest place that ends one.
    var ends: [Int] = []
    var before: [Int?] = Array(repeating: nil, count: places.count)
    for (row, place) in places.enumerated() {
      guard let place else { continue }
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if (places[ends[middle]] ?? 0) < place { low = middle + 1 } else { high = middle }
      }
      before[row] = low > 0 ? ends[low - 1] : nil
      if low < ends.count { ends[low] = row } else { ends.append(row) }
    }
    var isSettled = Array(repeating: false, count: places.count)
    var row = ends.last
    while let current = row {
      isSettled[current] = true
      row = before[current]
    }
    return isSettled
  }
}
