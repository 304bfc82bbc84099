import Expressions
import Foundation
import Model
import TestSupport

/// Random strings, the same in every run; `MARTLET_FUZZ_SCALE=n` generates n times as many.
struct StringSamples {
  private var random: SeededRandom

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
  }

  /// `count` texts of up to `longest` scalars out of `alphabet`.
  mutating func texts(
    _ count: Int,
    of alphabet: [Unicode.Scalar],
    upTo longest: Int
  ) -> [String] {
    (0..<count).map { _ in text(of: alphabet, upTo: longest) }
  }

  /// A text of up to `longest` scalars out of `alphabet`.
  mutating func text(of alphabet: [Unicode.Scalar], upTo longest: Int) -> String {
    var scalars = String.UnicodeScalarView()
    for _ in 0..<next(below: longest + 1) { scalars.append(alphabet[next(below: alphabet.count)]) }
    return String(scalars)
  }

  /// A number from 0 up to, not including, `bound`.
  mutating func next(below bound: Int) -> Int {
    Int(random.next() % UInt64(bound))
  }

  /// A count of cases, multiplied by `MARTLET_FUZZ_SCALE` if that is set.
  static func count(_ count: Int) -> Int { fuzzCount(count) }
}

/// The alphabets of random strings.
enum Alphabet {
  static let printable = (0x20...0x7E).map(scalar)

  /// ASCII where different rules decide: everything, white space, digits, zeros, case, punctuation.
  static let ascii: [(name: String, scalars: [Unicode.Scalar])] = [
    ("printable", printable), ("white space", printable + scalars("\t\n\u{B}\u{C}\r")),
    ("digits", scalars("0123456789a")), ("zeros", scalars("01aA")), ("case", scalars("aAbB")),
    ("punctuation", scalars("a-_ .B1")),
  ]

  /// U+00C0–017F: 161 letters with a base letter and an accent, and 31 others.
  static let latin = (0xC0...0x17F).map(scalar)

  /// The members of `latin` without a decomposition, the two signs included.
  static let undecomposed = scalars("Æ×ÐØÞßæ÷ðøþĐđĦħıĲĳĸĿŀŁłŉŊŋŒœŦŧſ")

  /// The 161 letters.
  static let accented = latin.filter { !undecomposed.contains($0) }

  /// Everything on which a rule of ours or of Unicode turns.
  static let nasty = scalars(
    "aAbBsSiIzZ019 -.'$éÉèßẞæÆøØŁłðþıİſŉĳﬁǅµ²½٣３ＡａαΑΣςσЁёйЯאשכ中한가あがア👍🏽❤≠→€—“”"
      + "\u{301}\u{300}\u{323}\u{338}\u{327}\u{5C1}\u{64E}\u{654}\u{93C}\u{94D}\u{3099}\u{20DD}"
      + "\u{345}\u{1100}\u{1161}\u{11A8}\u{200D}\u{FE0F}\u{AD}\u{1}\u{1F}\u{7F}\u{A0}\u{2028}"
      + "\u{10400}\u{10428}\u{1D15E}\u{2F800}\u{10FFFF}\u{FFFD}"
  )

  static func scalars(_ text: String) -> [Unicode.Scalar] {
    Array(text.unicodeScalars)
  }

  private static func scalar(_ value: Int) -> Unicode.Scalar {
    Unicode.Scalar(UInt32(value)) ?? "?"
  }
}

/// Foundation's results in the root locale.
enum FoundationOracle {
  private static let locale = Locale(identifier: "en_001")

  /// `localizedStandardCompare`, by the options and with the locale named.
  static func compare(_ left: String, _ right: String) -> Int {
    left.compare(
      right,
      options: [.caseInsensitive, .numeric, .widthInsensitive, .forcedOrdering],
      locale: locale
    ).rawValue
  }

  /// `localizedStandardContains`, by the options and with the locale named.
  static func looselyContains(_ text: String, _ needle: String) -> Bool {
    finds(needle, in: text, [.caseInsensitive, .diacriticInsensitive])
  }

  /// Whether `NSString.range(of:options:)` finds the needle.
  static func finds(_ needle: String, in text: String, _ options: NSString.CompareOptions) -> Bool {
    let whole = NSRange(location: 0, length: text.utf16.count)
    return NSString(string: text).range(of: needle, options: options, range: whole, locale: locale)
      .location != NSNotFound
  }

  /// Whether `compare` with these options finds no difference.
  static func looselyEquals(_ left: String, _ right: String) -> Bool {
    left.compare(right, options: [.caseInsensitive, .diacriticInsensitive]) == .orderedSame
  }
}

/// A string with its scalars, for messages that distinguish look-alikes.
func shown(_ text: String) -> String {
  "\(text) <\(text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " "))>"
}

/// Whether `text match needle` holds, for operators that take every needle.
func isMatch(_ match: StringMatch, _ text: String, _ needle: String) -> Bool {
  (try? StringMatcher(match, needle: needle))?.matches(text) ?? false
}
