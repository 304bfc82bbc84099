import Storage
import TestSupport
import Testing

@testable import Execution

/// Compares sorting by packed keys with a stable sort by comparisons.
@Suite struct PackedKeysTests {
  private struct Key {
    let words: [UInt64]
    let validity: [UInt8]?
    let nullsFirst: Bool

    /// Which of two rows comes first; 0 for a tie.
    func compare(_ left: Int, _ right: Int) -> Int {
      let (leftIsNil, rightIsNil) = (validity?[left] == 0, validity?[right] == 0)
      if leftIsNil != rightIsNil { return leftIsNil == nullsFirst ? -1 : 1 }
      if leftIsNil || words[left] == words[right] { return 0 }
      return words[left] < words[right] ? -1 : 1
    }
  }

  @Test(arguments: 0..<UInt64(fuzzCount(30)))
  func rowsAreOrderedByKey(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let count = random.pick([0, 1, 2, 3, 100, 5000])
    let keys = (0..<Int.random(in: 0...4, using: &random)).map { _ in key(count, &random) }
    var packed = PackedKeys()
    for key in keys { packed.add(key.words, key.validity, nullsFirst: key.nullsFirst) }
    let expected = (0..<count).sorted { left, right in
      for key in keys {
        let order = key.compare(left, right)
        if order != 0 { return order < 0 }
      }
      return left < right
    }
    let sorted = try packed.sortedRows(count, CancellationFlag())
    #expect(sorted.map { Int($0) } == expected)
  }

  private func key(_ count: Int, _ random: inout SeededRandom) -> Key {
    let range: ClosedRange<UInt64> = random.pick([
      7...7, 0...1, 5...2000, 0...(1 << 33), 0 ... .max, (1 << 63)...(1 << 63 + 1000),
    ])
    let validity =
      random.chance(40) ? (0..<count).map { _ in UInt8(random.chance(80) ? 1 : 0) } : nil
    var words = (0..<count).map { _ in UInt64.random(in: range, using: &random) }
    if random.chance(40) {
      // Multiples of a number, as dates without times are, now and then with another one.
      let step: UInt64 = random.pick([6, 1 << 20, 86_400_000_000, 10_546_875])
      let start: UInt64 = random.pick([0, 1 << 63, 12_345])
      words = words.map { start + $0 % 5000 * step }
      if count > 0, random.chance(20) { words[Int.random(in: 0..<count, using: &random)] += 1 }
    }
    if random.chance(20) { words.sort() }
    // Nils have 0, as sort keys give them.
    if let validity { words = zip(words, validity).map { $1 == 0 ? 0 : $0 } }
    return Key(words: words, validity: validity, nullsFirst: random.chance(50))
  }
}
