import Model
import TestSupport
import Testing

@testable import PostgreSQLStore

/// References of records that are not identified by one number.
struct KeyNumberingTests {
  private func key(_ number: Int) -> RecordKey { .values([.int(Int64(number)), .string("x")]) }

  /// Whatever keys are added in whatever order, references rise with the keys and never change.
  @Test(arguments: 0..<fuzzCount(40))
  func referencesRiseWithKeys(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    var numbering = KeyNumbering()
    var known: [Int: Int64] = [:]
    let all = Array(0..<600)
    for _ in 0..<Int.random(in: 0..<12, using: &random) {
      let added = (0..<Int.random(in: 1..<40, using: &random)).map { _ in random.pick(all) }
      guard numbering.add(added.map(key), of: "e") else { break }
      for number in added { known[number] = known[number] ?? numbering.reference(to: key(number)) }
    }
    if random.chance(70) { try numbering.complete(all.map(key), of: "e") }
    let references = all.compactMap { numbering.reference(to: key($0)) }
    #expect(references == references.sorted() && Set(references).count == references.count)
    for (number, reference) in known {
      #expect(numbering.reference(to: key(number)) == reference)
      #expect(numbering.key(at: reference) == key(number))
    }
    #expect(numbering.key(at: (references.last ?? 0) + 1) == nil)
    if known.isEmpty, numbering.isComplete { #expect(references == all.map(Int64.init)) }
  }

  @Test func roomEnds() throws {
    var numbering = KeyNumbering()
    let isAdded = numbering.add([key(0), key(100_000)], of: "e")
    #expect(isAdded)
    var (low, high, count) = (0, 100_000, 0)
    while high - low > 1, numbering.add([key((low + high) / 2)], of: "e") {
      if count.isMultiple(of: 2) { high = (low + high) / 2 } else { low = (low + high) / 2 }
      count += 1
    }
    #expect(count > 10)
    try numbering.complete((0...100_000).map(key), of: "e")
    #expect(numbering.isComplete && !numbering.arePlaces)
  }
}
