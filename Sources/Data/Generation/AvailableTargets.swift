import Demo
import Model
import Storage

/// Records that can still be referenced by new records.
struct AvailableTargets {
  private var keys: [RecordKey]
  private var left: [Int?]

  init(_ keys: [RecordKey], most: Int?, counts: [RecordKey: Int]) {
    let rooms = keys.map { key in most.map { $0 - (counts[key] ?? 0) } }
    let free = keys.indices.filter { rooms[$0].map { $0 > 0 } ?? true }
    self.keys = free.map { keys[$0] }
    left = free.map { rooms[$0] }
  }

  /// How many references these records can still take.
  var size: Int {
    left.reduce(0) { sum, rest in
      let (size, overflow) = sum.addingReportingOverflow(rest ?? .max)
      return overflow ? .max : size
    }
  }

  mutating func add(_ added: [RecordKey], most: Int?) {
    if most == 0 { return }
    keys += added
    left += added.map { _ in most }
  }

  mutating func take(_ random: inout SplitMix64) -> RecordKey? {
    guard !keys.isEmpty else { return nil }
    let place = random.below(keys.count)
    let key = keys[place]
    if let rest = left[place] {
      left[place] = rest - 1
      if rest <= 1 {
        keys.swapAt(place, keys.count - 1)
        left.swapAt(place, left.count - 1)
        keys.removeLast()
        left.removeLast()
      }
    }
    return key
  }
}
