import Expressions
import Foundation
import Model
import Testing

@Suite("string operators and Foundation's searches")
struct StringMatcherFoundationTests {
  /// An operator and the question to ask Foundation.
  private struct Case: Sendable {
    let match: StringMatch
    let oracle: @Sendable (_ text: String, _ needle: String) -> Bool
  }

  private static func searching(
    _ operation: StringMatch.Operation,
    _ position: NSString.CompareOptions,
    ignoring: [(case: Bool, diacritics: Bool)]
  ) -> [Case] {
    ignoring.map { ignoresCase, ignoresDiacritics in
      var options = position
      if ignoresCase { options.insert(.caseInsensitive) }
      if ignoresDiacritics { options.insert(.diacriticInsensitive) }
      let match = StringMatch(
        operation,
        ignoresCase: ignoresCase,
        ignoresDiacritics: ignoresDiacritics
      )
      return Case(match: match) { [options] text, needle in
        needle.isEmpty || FoundationOracle.finds(needle, in: text, options)
      }
    }
  }

  private static func cases(ignoring: [(case: Bool, diacritics: Bool)]) -> [Case] {
    [
      Case(match: StringMatch(.looselyContains)) { FoundationOracle.looselyContains($0, $1) },
      Case(match: StringMatch(.looselyEquals)) { FoundationOracle.looselyEquals($0, $1) },
    ] + searching(.contains, [], ignoring: ignoring)
      + searching(.startsWith, [.anchored], ignoring: ignoring)
      + searching(.endsWith, [.anchored, .backwards], ignoring: ignoring)
  }

  /// For ASCII.
  private static let allCases = cases(ignoring: [(true, false), (false, true), (true, true)])

  /// For other texts: except `[c]` alone, where Foundation says that `иЕ` contains `й`.
  private static let soundCases = cases(ignoring: [(false, true), (true, true)])

  private static func differences(
    over alphabet: [Unicode.Scalar],
    _ cases: [Case],
    texts: Int,
    seed: UInt64
  ) -> [String] {
    var samples = StringSamples(seed: seed)
    var differences: [String] = []
    for index in 0..<StringSamples.count(texts) {
      let text = samples.text(of: alphabet, upTo: index.isMultiple(of: 3) ? 40 : 8)
      let needle = samples.text(of: alphabet, upTo: 1 + index % 3)
      for item in cases
      where isMatch(item.match, text, needle) != item.oracle(text, needle) {
        differences.append("\(item.match): \(shown(text)) \(shown(needle))")
      }
    }
    return differences
  }

  @Test("agree on ASCII", arguments: Alphabet.ascii.indices)
  func ascii(alphabet: Int) {
    let scalars = Alphabet.ascii[alphabet].scalars
    #expect(
      Self.differences(over: scalars, Self.allCases, texts: 700, seed: UInt64(300 + alphabet))
        .isEmpty
    )
  }

  @Test(
    "agree on letters of one script or two",
    arguments: [
      "aeiouyáéíóúýÁÉÍÓÚÝ", "aAeEéÈêëîïłŁøØåÅæÆñÑ", "sSxXfFi\u{131}I", "ΣσςαάΑΆωώ", "еёЕЁиИйЙ",
      "가나한글a", "日本語東京", "あいアイ漢", "👍❤🇩🇪a", "ẤấầẩẫậEe",
    ]
  )
  func letters(letters: String) {
    let alphabet = Alphabet.scalars(letters)
    #expect(Self.differences(over: alphabet, Self.soundCases, texts: 600, seed: 310).isEmpty)
  }

  @Test("agree on the accented letters of U+00C0–017F")
  func accentedLatin() {
    let alphabet = Alphabet.accented + Alphabet.printable
    #expect(Self.differences(over: alphabet, Self.soundCases, texts: 1500, seed: 320).isEmpty)
    #expect(
      Self.differences(over: Alphabet.accented, Self.soundCases, texts: 1500, seed: 321).isEmpty
    )
  }

  /// Characters that are equal to Swift once they are capitals, in the same order.
  @Test(
    "[c] compares characters",
    arguments: [
      "еёЕЁиИйЙ", "aAeEéÈêëîïłŁøØåÅæÆñÑe\u{301}", "ΣσςαάΑΆωώ", "ẤấầẩẫậEe", "가나각a",
    ]
  )
  func caseOnly(letters: String) {
    var samples = StringSamples(seed: 340)
    let match = StringMatch(.contains, ignoresCase: true)
    for _ in 0..<StringSamples.count(1000) {
      let text = samples.text(of: Alphabet.scalars(letters), upTo: 12)
      let needle = samples.text(of: Alphabet.scalars(letters), upTo: 2)
      let isFound = isMatch(match, text, needle)
      let expected = Array(text.uppercased()).containsRun(Array(needle.uppercased()))
      #expect(isFound == expected, "\(shown(text)) \(shown(needle))")
    }
  }

  @Test("without options a text is searched scalar by scalar")
  func exact() {
    var samples = StringSamples(seed: 330)
    for _ in 0..<StringSamples.count(3000) {
      let alphabet = Alphabet.scalars("aAé\u{301}e👍")
      let text = samples.text(of: alphabet, upTo: 20)
      let needle = samples.text(of: alphabet, upTo: 3)
      let expected: [(StringMatch.Operation, Bool)] = [
        (.contains, Array(text.unicodeScalars).containsRun(Array(needle.unicodeScalars))),
        (.startsWith, text.unicodeScalars.starts(with: needle.unicodeScalars)),
        (.endsWith, text.unicodeScalars.reversed().starts(with: needle.unicodeScalars.reversed())),
      ]
      for (operation, isFound) in expected {
        let isHeld = isMatch(StringMatch(operation), text, needle)
        #expect(isHeld == isFound, "\(operation) \(shown(text)) \(shown(needle))")
      }
    }
  }

  /// Scalars that one of their own forms finds to `~` alone or to Foundation alone: capitals newer
  /// than Foundation's data, composed marks, and letters that Foundation does not take apart.
  private static let knownDifferences: Set<UInt32> = [
    0x19B, 0x264, 0x340, 0x341, 0x343, 0x344, 0x345, 0xC48, 0xF73, 0xF75, 0xF76, 0xF78, 0xF81,
    0xF93, 0xF9D, 0xFA2, 0xFA7, 0xFAC, 0xFB9, 0x1C80, 0x1C81, 0x1C82, 0x1C83, 0x1C84, 0x1C85,
    0x1C86, 0x1C87, 0x1C88, 0x1C89, 0x1C8A,
  ]

  /// Every scalar with its capital, its small and its decomposed form.
  @Test("agree on single letters and their forms except a list")
  func everyLetter() {
    var differing: Set<UInt32> = []
    for scalar in (0xA1...0x2FFF).compactMap({ Unicode.Scalar(UInt32($0)) }) {
      let text = String(scalar)
      let forms = [text.uppercased(), text.lowercased(), text.decomposedStringWithCanonicalMapping]
      for form in forms where !form.unicodeScalars.elementsEqual(text.unicodeScalars) {
        let isFound = isMatch(StringMatch(.looselyContains), text, form)
        if isFound != FoundationOracle.looselyContains(text, form) {
          differing.insert(scalar.value)
        }
      }
    }
    #expect(differing.subtracting(Self.knownDifferences).isEmpty)
  }
}

extension Array where Element: Equatable {
  fileprivate func containsRun(_ run: [Element]) -> Bool {
    guard run.count <= count else { return false }
    return (0...(count - run.count)).contains { self[$0..<($0 + run.count)].elementsEqual(run) }
  }
}
