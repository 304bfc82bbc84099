import Expressions
import Testing

@Suite("the standard order and Foundation's")
struct StandardOrderFoundationTests {
  /// Pairs where the two differ; tries `pairs` random ones, half of them short.
  private static func differences(
    over alphabet: [Unicode.Scalar],
    pairs: Int,
    seed: UInt64
  ) -> [String] {
    var samples = StringSamples(seed: seed)
    var differences: [String] = []
    for index in 0..<StringSamples.count(pairs) {
      let longest = index.isMultiple(of: 2) ? 12 : 3
      let left = samples.text(of: alphabet, upTo: longest)
      let right = samples.text(of: alphabet, upTo: longest)
      if StandardOrder.compare(left, right) != FoundationOracle.compare(left, right) {
        differences.append("\(shown(left)) \(shown(right))")
      }
    }
    return differences
  }

  @Test("agree on ASCII", arguments: Alphabet.ascii.indices)
  func ascii(alphabet: Int) {
    let scalars = Alphabet.ascii[alphabet].scalars
    #expect(Self.differences(over: scalars, pairs: 4000, seed: UInt64(alphabet)).isEmpty)
  }

  @Test("agree on the accented letters of U+00C0–017F")
  func accentedLatin() {
    #expect(Alphabet.accented.count == 161)
    #expect(Self.differences(over: Alphabet.accented, pairs: 4000, seed: 20).isEmpty)
    let mixed = Alphabet.accented + Alphabet.printable
    #expect(Self.differences(over: mixed, pairs: 4000, seed: 21).isEmpty)
  }

  @Test("agree where letters have the same base letter", arguments: ["aàáâãäåāăą", "SŚŝŞšs1"])
  func sameBaseLetter(letters: String) {
    let alphabet = Alphabet.scalars(letters + letters.uppercased() + "z")
    #expect(Self.differences(over: alphabet, pairs: 3000, seed: 30).isEmpty)
  }

  /// Every pair of single letters of U+00C0–017F; what differs is listed here.
  @Test("agree on all letters of U+00C0–017F except a list")
  func allLatinCharacters() {
    let letters = (Alphabet.latin + Alphabet.scalars("abdehijklmnoqstuz")).map(String.init)
    var differing: Set<String> = []
    for left in letters {
      for right in letters
      where left.unicodeScalars.lexicographicallyPrecedes(right.unicodeScalars) {
        if StandardOrder.compare(left, right) != FoundationOracle.compare(left, right) {
          differing.insert(left + right)
        }
      }
    }
    #expect(differing == ["×÷"])
  }
}
