import Foundation
import Testing

@testable import Expressions

@Suite("canonical text")
struct CanonicalTextTests {
  private static func canonical(_ text: String) -> [UInt32] {
    UTF8Text.withBytes(of: text) { CanonicalText($0).scalars }
  }

  private static func text(_ scalars: [UInt32]) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars.compactMap(Unicode.Scalar.init))
    return String(text)
  }

  @Test("every scalar decomposes as Foundation has it, Hangul stays whole")
  func everyScalar() {
    var wrong: [String] = []
    for plane in [0x80...0x33FF, 0xA000...0xABFF, 0xF900...0x1FFFF, 0x2F800...0x2FA1F] {
      for scalar in plane.lazy.compactMap({ Unicode.Scalar(UInt32($0)) }) {
        let text = String(scalar)
        let expected = text.decomposedStringWithCanonicalMapping.unicodeScalars.map(\.value)
        if Self.canonical(text) != expected { wrong.append(shown(text)) }
      }
    }
    #expect(wrong.isEmpty)
    #expect(Self.canonical("한글") == [0xD55C, 0xAE00])
  }

  @Test("marks are in canonical order")
  func order() {
    var samples = StringSamples(seed: 60)
    let alphabet = Alphabet.scalars("aệö\u{301}\u{302}\u{323}\u{327}\u{338}\u{345}\u{5C1}\u{3099}")
    for text in samples.texts(StringSamples.count(1000), of: alphabet, upTo: 6) {
      let expected = text.decomposedStringWithCanonicalMapping.unicodeScalars.map(\.value)
      #expect(Self.canonical(text) == expected, "\(shown(text))")
    }
  }

  /// Swift's `==` is canonical equivalence, reckoned apart from any normal form of Foundation's.
  @Test("texts are the same where Swift takes them for the same, jamo and syllables too")
  func equivalence() {
    var samples = StringSamples(seed: 61)
    let alphabet = Alphabet.scalars(
      "\u{1100}\u{1112}\u{1161}\u{1175}\u{11A7}\u{11A8}\u{11C2}\u{1113}가각힣ㄱaé\u{301}e"
    )
    for _ in 0..<StringSamples.count(3000) {
      let left = samples.text(of: alphabet, upTo: 3)
      let right = samples.text(of: alphabet, upTo: 3)
      let isSame = Self.canonical(left) == Self.canonical(right)
      #expect(isSame == (left == right), "\(shown(left)) \(shown(right))")
      #expect(Self.text(Self.canonical(left)) == left, "\(shown(left))")
    }
  }

  @Test("UTF-8 reads as the standard library reads it")
  func reading() {
    var samples = StringSamples(seed: 62)
    for text in samples.texts(500, of: Alphabet.nasty, upTo: 6) {
      let scalars = Array(text.utf8).withUnsafeBufferPointer { bytes in
        var reader = ScalarReader(bytes)
        var scalars: [UInt32] = []
        while let scalar = reader.next() { scalars.append(scalar) }
        return scalars
      }
      #expect(scalars == text.unicodeScalars.map(\.value), "\(shown(text))")
    }
  }
}
