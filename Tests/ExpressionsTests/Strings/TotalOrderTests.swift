import Expressions
import Testing

@Suite("the standard order is total")
struct TotalOrderTests {
  static let alphabets: [[Unicode.Scalar]] = [
    Alphabet.nasty, Alphabet.scalars("a\u{301}\u{323}éE1"), Alphabet.scalars("0019٣a"),
    Alphabet.scalars("aAａáÁæeß s\u{1}"), Alphabet.scalars("\u{1100}\u{1161}\u{11A8}가각ㄱ"),
    Alphabet.scalars("か\u{3099}がカ\u{200D}\u{FE0F}"), Alphabet.scalars("\u{1}\u{1F}a -"),
  ]

  /// Transitivity and antisymmetry over triples of short, often similar texts.
  @Test(arguments: alphabets.indices)
  func triples(alphabet: Int) {
    var samples = StringSamples(seed: UInt64(100 + alphabet))
    var broken: [[String]] = []
    for _ in 0..<StringSamples.count(1500) {
      let triple = samples.texts(3, of: Self.alphabets[alphabet], upTo: 4)
      if !Self.isOrdered(triple[0], triple[1], triple[2]) { broken.append(triple.map(shown)) }
    }
    #expect(broken.isEmpty)
  }

  /// Different texts never compare equal, and the same text always does.
  @Test(arguments: alphabets.indices)
  func distinct(alphabet: Int) {
    var samples = StringSamples(seed: UInt64(200 + alphabet))
    var texts: [[Unicode.Scalar]: String] = [:]
    for text in samples.texts(StringSamples.count(1000), of: Self.alphabets[alphabet], upTo: 4) {
      texts[Array(text.unicodeScalars)] = text
    }
    let keys = Set(texts.values.map { StandardOrder.key(of: $0) })
    #expect(keys.count == texts.count)
  }

  private static func isOrdered(_ a: String, _ b: String, _ c: String) -> Bool {
    let ab = StandardOrder.compare(a, b)
    let bc = StandardOrder.compare(b, c)
    let ac = StandardOrder.compare(a, c)
    guard ab == -StandardOrder.compare(b, a), ac == -StandardOrder.compare(c, a) else {
      return false
    }
    return ab != bc && ab != 0 && bc != 0 || ac == (ab == 0 ? bc : ab)
  }
}
