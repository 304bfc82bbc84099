import Expressions
import Foundation
import Model
import Testing

/// Compares string functions with those of Foundation and Swift.
@Suite struct TextFunctionTests {
  @Test func replacementMatchesFoundation() throws {
    var samples = StringSamples(seed: 31)
    let letters = Alphabet.scalars("aabé東-")
    for _ in 0..<StringSamples.count(5000) {
      let text = samples.text(of: letters, upTo: 12)
      let (old, new) = (samples.text(of: letters, upTo: 2), samples.text(of: letters, upTo: 3))
      let expected =
        old.isEmpty ? text : text.replacingOccurrences(of: old, with: new, options: .literal)
      #expect(
        try TextFunctions.replacing(old, with: new, in: text) == expected,
        "\(text) \(old) \(new)"
      )
    }
  }

  @Test func lengthsMatchSwift() {
    var samples = StringSamples(seed: 32)
    for _ in 0..<StringSamples.count(5000) {
      let text = samples.text(of: Alphabet.nasty + Alphabet.scalars("\r\n\u{301}"), upTo: 9)
      #expect(TextFunctions.length(text) == Int64(text.count), "\(text.debugDescription)")
    }
  }
}
