import Columns
import Expressions
import Model
import Storage

/// `median(x)` and `percentile(x, 0.9)` of short frames of numbers: the sorted numbers.
struct ShortRankedFrame: SlidingFrame {
  /// Ordered words of the numbers, by place.
  private let words: [UInt64]
  private let validity: [UInt8]?
  private let fraction: Double
  private var sorted: [UInt64]
  private var count = 0

  /// The maximum length of a frame; a tree is faster for longer ones.
  static let maxLength = 1024

  init(_ words: [UInt64], _ validity: [UInt8]?, fraction: Double, length: Int) {
    (self.words, self.validity, self.fraction) = (words, validity, fraction)
    sorted = Array(repeating: 0, count: length)
  }

  mutating func begin(_ group: Range<Int>) { count = 0 }

  mutating func add(_ place: Int) {
    if let validity, validity[place] == 0 { return }
    let (word, count) = (words[place], count)
    sorted.withUnsafeMutableBufferPointer { sorted in
      let index = Self.index(of: word, in: sorted, count)
      guard let start = sorted.baseAddress.map({ $0 + index }) else { return }
      (start + 1).update(from: start, count: count - index)
      start.pointee = word
    }
    self.count += 1
  }

  mutating func remove(_ place: Int) {
    if let validity, validity[place] == 0 { return }
    let (word, count) = (words[place], count)
    sorted.withUnsafeMutableBufferPointer { sorted in
      let index = Self.index(of: word, in: sorted, count)
      guard let start = sorted.baseAddress.map({ $0 + index }) else { return }
      start.update(from: start + 1, count: count - index - 1)
    }
    self.count -= 1
  }

  func result() -> Double? {
    Statistics.percentile(of: count, fraction) { SortableWord.double(sorted[$0]) }
  }

  /// The number of smaller words.
  @inline(__always)
  private static func index(
    of word: UInt64,
    in sorted: UnsafeMutableBufferPointer<UInt64>,
    _ count: Int
  ) -> Int {
    var (first, left) = (0, count)
    while left > 0 {
      let half = left / 2
      let isLess = sorted[first + half] < word
      first = isLess ? first + half + 1 : first
      left = isLess ? left - half - 1 : half
    }
    return first
  }
}

/// `median(x)` and `percentile(x, 0.9)`: a tree of counts of the sorted values (P. Fenwick, "A New
/// Data Structure for Cumulative Frequency Tables", 1994).
struct RankedFrame<Result>: SlidingFrame {
  private let sorted: SortedPlaces
  /// The result of a number of values. The body returns the index of one in the sorted values.
  private let percentile: (_ count: Int, _ index: (Int) -> Int) -> Result
  private var tree: [UInt32] = []
  private var start = 0
  private var count = 0

  init(
    _ sorted: SortedPlaces,
    _ percentile: @escaping (_ count: Int, _ index: (Int) -> Int) -> Result
  ) {
    (self.sorted, self.percentile) = (sorted, percentile)
  }

  mutating func begin(_ group: Range<Int>) {
    let own = sorted.range(of: group)
    start = own.lowerBound
    count = 0
    tree = Array(repeating: 0, count: own.count + 1)
  }

  mutating func add(_ place: Int) {
    guard let rank = sorted.rank(of: place) else { return }
    count += 1
    var node = rank - start + 1
    while node < tree.count {
      tree[node] += 1
      node += node & -node
    }
  }

  mutating func remove(_ place: Int) {
    guard let rank = sorted.rank(of: place) else { return }
    count -= 1
    var node = rank - start + 1
    while node < tree.count {
      tree[node] -= 1
      node += node & -node
    }
  }

  func result() -> Result { percentile(count) { start + index(of: $0) } }

  /// The index of the value with that many smaller ones in the frame.
  private func index(of place: Int) -> Int {
    var (node, left) = (0, UInt32(place))
    var step = 1
    while step < tree.count { step *= 2 }
    while step > 0 {
      let next = node + step
      if next < tree.count, tree[next] <= left {
        left -= tree[next]
        node = next
      }
      step /= 2
    }
    return node
  }
}

/// The values of rows by groups, ascending, without nils.
struct SortedPlaces {
  /// The rows of the values.
  let rows: [UInt32]
  /// The index of each place in the sorted values; the maximum for nils.
  private let ranks: [UInt32]
  /// The number of values before each place.
  private let counts: [UInt32]

  init(_ layout: WindowLayout, _ order: [UInt32], _ isValid: (Int) -> Bool) {
    var (counts, places) = ([UInt32(0)], layout.rows)
    counts.reserveCapacity(layout.rows.count + 1)
    var groups = layout.rows
    for (number, group) in layout.groups.enumerated() {
      for place in group {
        let row = Int(layout.rows[place])
        counts.append(counts[place] + (isValid(row) ? 1 : 0))
        places[row] = UInt32(truncatingIfNeeded: place)
        groups[row] = UInt32(truncatingIfNeeded: number)
      }
    }
    var next = layout.groups.map { counts[$0.lowerBound] }
    var rows = Array(repeating: UInt32(0), count: Int(counts[counts.count - 1]))
    var ranks = Array(repeating: UInt32.max, count: layout.rows.count)
    for row in order where isValid(Int(row)) {
      let group = Int(groups[Int(row)])
      rows[Int(next[group])] = row
      ranks[Int(places[Int(row)])] = next[group]
      next[group] += 1
    }
    (self.rows, self.ranks, self.counts) = (rows, ranks, counts)
  }

  /// The indices of the values of a group.
  func range(of group: Range<Int>) -> Range<Int> {
    Int(counts[group.lowerBound])..<Int(counts[group.upperBound])
  }

  @inline(__always)
  func rank(of place: Int) -> Int? {
    let rank = ranks[place]
    return rank == .max ? nil : Int(rank)
  }
}
