import Columns

/// Rows with the numbers of their groups, from 0.
struct RowGroups {
  let numbers: [UInt32]
  let count: Int

  /// The rows by groups, in the given order within each; rows without one are in identity order.
  func rows(in order: [UInt32]?) -> (rows: [UInt32], groups: [Range<Int>]) {
    var starts = Array(repeating: 0, count: count + 1)
    starts.withUnsafeMutableBufferPointer { starts in
      for group in numbers { starts[Int(group) + 1] += 1 }
      for group in 0..<count { starts[group + 1] += starts[group] }
    }
    let groups = (0..<count).map { starts[$0]..<starts[$0 + 1] }
    if count <= 1, let order { return (order, groups) }
    var rows = Array(repeating: UInt32(0), count: numbers.count)
    rows.withUnsafeMutableBufferPointer { rows in
      starts.withUnsafeMutableBufferPointer { starts in
        numbers.withUnsafeBufferPointer { numbers in
          func place(_ row: Int) {
            let group = Int(numbers[row])
            rows[starts[group]] = UInt32(truncatingIfNeeded: row)
            starts[group] += 1
          }
          if let order {
            for row in order { place(Int(row)) }
          } else {
            for row in numbers.indices { place(row) }
          }
        }
      }
    }
    return (rows, groups)
  }
}

/// Rows in the order of sort keys.
struct RowOrder {
  let rows: [UInt32]
  /// The number of different smaller keys, by row.
  let ranks: [UInt32]
}

/// The rows of windows with the same `over`: by groups, each in its order. A place is the index of
/// a row in that order.
struct WindowLayout {
  let rows: [UInt32]
  /// The places of each group.
  let groups: [Range<Int>]
  /// The place of the first row with equal keys, by place; empty if not needed.
  let peerStarts: [UInt32]
  /// The place after the last row with equal keys, by place; empty if not needed.
  let peerEnds: [UInt32]

  /// A layout without peers.
  init(_ groups: RowGroups, _ order: [UInt32]?) {
    (rows, self.groups) = groups.rows(in: order)
    (peerStarts, peerEnds) = ([], [])
  }

  /// A layout with peers: the rows of a group with equal keys, which are all of them without an
  /// order.
  init(_ groups: RowGroups, peersIn order: RowOrder?) {
    let (rows, groups) = groups.rows(in: order?.rows)
    var starts = Array(repeating: UInt32(0), count: rows.count)
    var ends = starts
    for group in groups where !group.isEmpty {
      var start = group.lowerBound
      for place in group {
        let next = place + 1
        let isLast =
          next == group.upperBound
          || order.map { $0.ranks[Int(rows[place])] != $0.ranks[Int(rows[next])] } ?? false
        guard isLast else { continue }
        for peer in start...place {
          starts[peer] = UInt32(truncatingIfNeeded: start)
          ends[peer] = UInt32(truncatingIfNeeded: next)
        }
        start = next
      }
    }
    (self.rows, self.groups, peerStarts, peerEnds) = (rows, groups, starts, ends)
  }

  /// The rows as row numbers of columns.
  var rowNumbers: [Int64] { rows.map(Int64.init) }

  /// A value for each row, from its place and the places of its group; by one thread, in the order
  /// of the places, so that `value` can count.
  @inline(__always)
  func byRow<Element>(
    _ filler: Element,
    _ value: (_ place: Int, _ group: Range<Int>) throws -> Element
  ) rethrows -> [Element] {
    var values = Array(repeating: filler, count: rows.count)
    try values.withUnsafeMutableBufferPointer { values in
      try rows.withUnsafeBufferPointer { rows in
        for group in groups {
          for place in group { values[Int(rows[place])] = try value(place, group) }
        }
      }
    }
    return values
  }

  /// The same by several threads; `body` sets the values of the places of a part.
  @inline(__always)
  func byRow<Element>(
    _ filler: Element,
    _ parts: [Range<Int>],
    _ body: (_ part: Range<Int>, _ values: PlacedValues<Element>) throws -> Void
  ) throws -> [Element] {
    var values = Array(repeating: filler, count: rows.count)
    try values.withUnsafeMutableBufferPointer { values in
      try rows.withUnsafeBufferPointer { rows in
        // Each thread writes other rows, and all are done when this returns.
        nonisolated(unsafe) let target = PlacedValues(rows: rows, values: values)
        try withoutActuallyEscaping(body) { body in
          nonisolated(unsafe) let body = body
          for result in inParallel(
            parts.count,
            { part in Result { try body(parts[part], target) } }
          ) {
            try result.get()
          }
        }
      }
    }
    return values
  }

  /// The places in parts for several threads, or all.
  func parts(_ division: ScanDivision) -> [Range<Int>] {
    rows.count < 2 * division.minPlaces
      ? [0..<rows.count] : division.parts(of: 0..<rows.count, perCore: 1)
  }

  /// Calls `body` with the places of a part in each group, and the group.
  @inline(__always)
  func forEachGroup(
    in part: Range<Int>,
    _ body: (_ places: Range<Int>, _ group: Range<Int>) throws -> Void
  ) rethrows {
    for group in groups where group.overlaps(part) { try body(group.clamped(to: part), group) }
  }
}

extension Column {
  /// The values by place.
  func gathered(by layout: WindowLayout) -> Column {
    switch self {
    case .double(let column) where column.validity == nil:
      .double(FixedColumn(values: layout.gathered(column.values)))
    case .int(let column) where column.validity == nil:
      .int(FixedColumn(values: layout.gathered(column.values)))
    default: gathered(at: layout.rowNumbers)
    }
  }
}

extension WindowLayout {
  @inline(__always)
  fileprivate func gathered<Element>(_ values: [Element]) -> [Element] {
    values.withUnsafeBufferPointer { values in Vector(rows).map { values[Int($0)] } }
  }
}

/// Values of rows that are set by place.
struct PlacedValues<Element> {
  let rows: UnsafeBufferPointer<UInt32>
  let values: UnsafeMutableBufferPointer<Element>

  @inline(__always)
  func set(_ place: Int, _ value: Element) { values[Int(rows[place])] = value }
}
