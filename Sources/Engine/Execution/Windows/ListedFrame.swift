import Columns
import Expressions
import Model
import Storage

/// `text(x)`: the codes of the strings of a frame.
struct JoinedFrame: SlidingFrame {
  private var listed: ListedFrame
  private let joiner: TextJoiner

  /// - Parameter listed: The rows that are joined, in any number: the joiner limits the bytes.
  init(_ listed: ListedFrame, _ joiner: TextJoiner) {
    self.listed = listed
    self.listed.isLimited = false
    self.joiner = joiner
  }

  mutating func begin(_ group: Range<Int>) { listed.begin(group) }
  mutating func add(_ place: Int) { listed.add(place) }
  mutating func remove(_ place: Int) { listed.remove(place) }
  mutating func result() throws -> UInt32? { try joiner.code(of: listed.result()) }
}

/// `list(x)`: the rows of the values of a frame, in order.
///
/// A bit marks each place in the frame whose value is listed, so that only listed ones are visited.
struct ListedFrame: SlidingFrame {
  private let rows: [UInt32]
  /// 1 for each place with a value; nil if all have one.
  private let validity: [UInt8]?
  /// The neighbors with equal values, if each is listed once.
  private let neighbors: Neighbors?
  private let limit: Int
  private let cancellation: CancellationFlag
  private var bits: [UInt64]
  private var places = 0..<0
  /// Whether the number of values in all results is limited.
  var isLimited = true
  /// The values in the results, and those since the flag was checked.
  private var (kept, work) = (0, 0)

  /// The maximum number of values in all results: a few hundred megabytes.
  static let maxKept = 10_000_000

  init(
    _ layout: WindowLayout,
    _ column: Column,
    distinct ranks: [UInt32]?,
    limit: Int?,
    _ cancellation: CancellationFlag
  ) {
    rows = layout.rows
    let validity = column.validity.map { validity in
      layout.rows.map { validity.isValid(Int($0)).bit }
    }
    self.validity = validity
    neighbors = ranks.map { Neighbors(layout, $0, validity) }
    self.limit = limit ?? .max
    self.cancellation = cancellation
    bits = Array(repeating: 0, count: layout.rows.count / 64 + 1)
  }

  mutating func begin(_ group: Range<Int>) {}

  mutating func add(_ place: Int) {
    if places.isEmpty { places = place..<place }
    places = places.lowerBound..<place + 1
    if let validity, validity[place] == 0 { return }
    if let neighbors, places.contains(neighbors.previous(of: place)) { return }
    set(place)
  }

  mutating func remove(_ place: Int) {
    places = place + 1..<max(place + 1, places.upperBound)
    bits[place >> 6] &= ~(1 << UInt64(place & 63))
    guard let next = neighbors?.next(after: place), places.contains(next) else { return }
    if let validity, validity[place] == 0 { return }
    set(next)
  }

  private mutating func set(_ place: Int) { bits[place >> 6] |= 1 << UInt64(place & 63) }

  mutating func result() throws -> [UInt32] {
    var listed: [UInt32] = []
    var word = places.lowerBound >> 6
    while word << 6 < places.upperBound, listed.count < limit {
      var left = bits[word]
      while left != 0, listed.count < limit {
        listed.append(rows[word << 6 + left.trailingZeroBitCount])
        left &= left - 1
      }
      word += 1
    }
    kept += listed.count
    work += listed.count + places.count / 64
    if work > 100_000 {
      try cancellation.check()
      work = 0
    }
    if isLimited, kept > Self.maxKept { throw EvaluationError.windowTooLarge }
    return listed
  }

  /// The places of equal values in a group before and after a place.
  private struct Neighbors {
    private var before: [Int32]
    private var after: [Int32]

    /// - Parameter ranks: Numbers of the values, by row.
    init(_ layout: WindowLayout, _ ranks: [UInt32], _ validity: [UInt8]?) {
      before = Array(repeating: -1, count: layout.rows.count)
      after = before
      var last = Array(repeating: Int32(-1), count: Int(ranks.max() ?? 0) + 1)
      for group in layout.groups {
        for place in group where validity.map({ $0[place] != 0 }) ?? true {
          let rank = Int(ranks[Int(layout.rows[place])])
          if last[rank] >= group.lowerBound {
            before[place] = last[rank]
            after[Int(last[rank])] = Int32(truncatingIfNeeded: place)
          }
          last[rank] = Int32(truncatingIfNeeded: place)
        }
      }
    }

    func previous(of place: Int) -> Int { Int(before[place]) }
    func next(after place: Int) -> Int { Int(after[place]) }
  }
}
