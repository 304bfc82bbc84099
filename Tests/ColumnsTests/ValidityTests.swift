import Columns
import TestSupport
import Testing

@Suite("Validity")
struct ValidityTests {
  @Test("follows an array of Bool through every change", arguments: 0..<fuzzCount(20))
  func agreesWithArray(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    let first = Int.random(in: 0...130, using: &random)
    var validity = Validity(repeating: seed % 2 == 0, count: first)
    var expected = Array(repeating: seed % 2 == 0, count: first)
    for _ in 0..<200 {
      change(&validity, &expected, &random)
      expectSame(validity, expected)
    }
  }

  private func change(
    _ validity: inout Validity,
    _ expected: inout [Bool],
    _ random: inout SeededRandom
  ) {
    let isValid = Bool.random(using: &random)
    let count = Int.random(in: 0...70, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      validity.append(isValid)
      expected.append(isValid)
    case 1:
      validity.append(repeating: isValid, count: count)
      expected += Array(repeating: isValid, count: count)
    case 2:
      var other = Validity(repeating: isValid, count: count)
      var otherExpected = Array(repeating: isValid, count: count)
      for row in stride(from: 0, to: count, by: 3) {
        other.set(row, !isValid)
        otherExpected[row] = !isValid
      }
      validity.append(contentsOf: other)
      expected += otherExpected
    default:
      guard let row = expected.indices.randomElement(using: &random) else { return }
      validity.set(row, isValid)
      expected[row] = isValid
    }
  }

  private func expectSame(_ validity: Validity, _ expected: [Bool]) {
    #expect(validity.count == expected.count)
    #expect(validity.words.count == (expected.count + 63) / 64)
    #expect(expected.indices.allSatisfy { validity.isValid($0) == expected[$0] })
    // Counting looks at whole words: bits after the last row must be 0.
    #expect(validity.validCount == expected.count { $0 })
  }
}
