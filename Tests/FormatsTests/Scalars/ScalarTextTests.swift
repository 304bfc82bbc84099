import Columns
import Foundation
import Model
import TestSupport
import Testing

@testable import Formats

/// Compares the parsers of single values with Foundation and the standard library.
struct ScalarTextTests {
  private func parse<Result>(_ text: String, _ body: (FieldText) -> Result?) -> Result? {
    // One byte before and after, to detect reading too far.
    let bytes = Array("9\(text)9".utf8)
    return bytes.withUnsafeBufferPointer { buffer in
      let inner = UnsafeBufferPointer(rebasing: buffer[1..<buffer.count - 1])
      guard let start = inner.baseAddress else { return nil }
      let wide = FieldText(start: start, count: inner.count, limit: start + inner.count + 1)
      let found = body(wide)
      return found
    }
  }

  @Test(arguments: 0..<fuzzCount(10))
  func integersParseAsInTheStandardLibrary(seed: Int) {
    var generator = SeededRandom(seed: UInt64(seed))
    for _ in 0..<300 {
      let digits = Int.random(in: 1...20, using: &generator)
      var text = Bool.random(using: &generator) ? "-" : ""
      for _ in 0..<digits { text += String(Int.random(in: 0...9, using: &generator)) }
      let isCanonical = Int64(text).map { String($0) == text } ?? false
      #expect(parse(text, NumberText.int) == (isCanonical ? Int64(text) : nil), "\(text)")
    }
  }

  @Test(arguments: [
    "", "-", "1a", "a1", "12345678a", "1234567 ", "/", ":", "1:", "--1", "-0", "00",
  ])
  func otherStringsAreNotIntegers(text: String) {
    #expect(parse(text, NumberText.int) == nil)
  }

  @Test(arguments: 0..<fuzzCount(10))
  func decimalsParseAsInTheStandardLibrary(seed: Int) {
    var generator = SeededRandom(seed: UInt64(seed))
    for _ in 0..<300 {
      var text = Bool.random(using: &generator) ? "-" : ""
      let whole = UInt64.random(in: 0...UInt64.max, using: &generator)
      text += String(whole >> UInt64.random(in: 0..<64, using: &generator)) + "."
      for _ in 0..<Int.random(in: 1...20, using: &generator) {
        text += String(Int.random(in: 0...9, using: &generator))
      }
      if Bool.random(using: &generator) {
        text += "e" + String(Int.random(in: -330...290, using: &generator))
      }
      // A number too large for a Double is not a number here, rather than infinity.
      let expected = Double(text).flatMap { $0.isInfinite ? nil : $0 }
      #expect(parse(text, NumberText.double)?.bitPattern == expected?.bitPattern, "\(text)")
    }
  }

  /// Few digits, which are joined to one number.
  @Test(arguments: 0..<fuzzCount(10))
  func shortDecimalsParseAsInTheStandardLibrary(seed: Int) {
    var generator = SeededRandom(seed: UInt64(seed))
    for _ in 0..<300 {
      let length = Int.random(in: 1...9, using: &generator)
      let text = String(
        (0..<length).map { _ in "0123456789.-".randomElement(using: &generator) ?? "0" }
      )
      let digits = text.drop { $0 == "-" }.prefix { $0 != "." }
      let isPlain = !(digits.count > 1 && digits.first == "0") && text.last != "."
      let isInt = Int64(text) != nil
      guard let expected = Double(text), isPlain, !isInt else { continue }
      #expect(parse(text, NumberText.double)?.bitPattern == expected.bitPattern, "\(text)")
    }
  }

  @Test(arguments: [
    "1.2.3", "1.-2", "1-.2", "00.5", "-00.5", "1..2", "5.", "-5.", "12.3a", "1.2 ",
  ])
  func otherShortStringsAreNotDoubles(text: String) {
    #expect(parse(text, NumberText.double) == nil)
  }

  @Test(arguments: [
    "", ".", "-", "-.", "1.", "e5", "1e", "1e+", "1.2.3", "1e5x", "inf", "nan", "0x1p3", "+1.5",
    "01.5",
  ])
  func otherStringsAreNotDoubles(text: String) {
    #expect(parse(text, NumberText.double) == nil)
  }

  @Test(arguments: [
    ("1970-01-01", 0), ("1969-12-31", -86_400_000_000), ("2024-02-29", 1_709_164_800_000_000),
    ("2024-02-29T00:00:00Z", 1_709_164_800_000_000), ("1970-01-01T00:01", 60_000_000),
    ("1970-01-01 00:00:01", 1_000_000), ("1970-01-01T00:00:00.5", 500_000),
    ("1970-01-01T00:00:00.000001Z", 1), ("1970-01-01T00:00:00.123456000Z", 123_456),
    ("1970-01-01T01:00:00+01:00", 0), ("1970-01-01T01:00:00+0100", 0),
    ("1969-12-31T19:00:00-05", 0), ("9999-12-31T23:59:59Z", 253_402_300_799_000_000),
  ])
  func datesAreRead(text: String, microseconds: Int64) {
    #expect(parse(text, DateText.microseconds) == microseconds)
  }

  /// Every day that four digits can name, and those that do not exist.
  @Test(arguments: [
    0...3, 97...104, 397...404, 1581...1584, 1895...1905, 1968...1972, 1999...2001, 9996...9999,
  ])
  func daysMatchTheCalendar(years: ClosedRange<Int64>) {
    for year in years {
      for month in Int64(0)...13 {
        for day in Int64(0)...32 {
          let date = CivilDate(year: year, month: month, day: day)
          let expected = date.exists ? date.dayNumber * Timestamp.microsecondsPerDay : nil
          let text = [(year, 4), (month, 2), (day, 2)]
            .map { String(repeating: "0", count: $1 - "\($0)".count) + "\($0)" }
            .joined(separator: "-")
          #expect(parse(text, DateText.microseconds) == expected, "\(text)")
        }
      }
    }
  }

  /// One character of a date that is none.
  @Test(arguments: 0..<10, ["/", ":", "-", "0", " ", "é", "\u{B0}"])
  func noOtherCharacterFormsADate(place: Int, character: String) {
    var text = Array("2018-01-11".utf8)
    text.replaceSubrange(place...place, with: Array(character.utf8))
    let string = String(decoding: text, as: UTF8.self)
    let isDigit = character == "0" && place != 4 && place != 7
    let isSign = character == "-" && (place == 4 || place == 7)
    let exists = isSign || isDigit && ![6].contains(place)
    #expect((parse(string, DateText.microseconds) != nil) == exists, "\(string)")
  }

  @Test(arguments: [
    "2023-02-29", "2024-13-01", "2024-00-01", "2024-1-01", "2024-01-01T", "2024-01-01T24:00",
    "2024-01-01T12", "2024-01-01T12:60", "2024-01-01T12:00:60", "2024-01-01T12:00:00.",
    "2024-01-01T12:00:00.1234567", "2024-01-01T12:00Zx", "2024-01-01T12:00+1", "20240101",
    "2024-01-01T12:00+01:", "2024-01-01T12:00+01:0", "2024-01-01x12:00", "2024/01/01", "",
  ])
  func otherStringsAreNotDates(text: String) {
    #expect(parse(text, DateText.microseconds) == nil)
  }

  @Test(arguments: 0..<fuzzCount(20))
  func utf8ValidityMatchesTheStandardLibrary(seed: Int) {
    var generator = SeededRandom(seed: UInt64(seed))
    let pieces: [[UInt8]] = [
      Array("plain text of some length".utf8), Array("é".utf8), Array("€".utf8), Array("😀".utf8),
      [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE0, 0x80, 0x80], [0xFF],
      [0x80],
      [0xF0, 0x9F, 0x98], [0xE2, 0x82], [0xC3], Array("x".utf8), Array("\u{10FFFF}\u{800}".utf8),
    ]
    for _ in 0..<200 {
      let count = Int.random(in: 0...5, using: &generator)
      let weight = Int.random(in: 4...pieces.count, using: &generator)
      let bytes = (0..<count).flatMap { _ in
        pieces.prefix(weight).randomElement(using: &generator) ?? []
      }
      let file = FileBytes(copying: bytes)
      let fault = TextValidator.firstFault(in: file.start, 0..<file.count)
      let oracle = String(validating: bytes, as: UTF8.self)
      #expect((fault == nil) == (oracle != nil), "\(bytes)")
      if let offset = fault?.offset {
        #expect(String(validating: bytes[..<offset], as: UTF8.self) != nil)
      }
    }
  }

  @Test(arguments: 0..<fuzzCount(5))
  func stringsAreNumberedByFirstOccurrence(seed: Int) {
    var generator = SeededRandom(seed: UInt64(seed))
    var interner = TextInterner()
    var codes: [String: UInt32] = [:]
    for _ in 0..<2_000 {
      let length = Int.random(in: 0...30, using: &generator)
      let text =
        String(repeating: "ab", count: length) + String(Int.random(in: 0...99, using: &generator))
      let expected = codes[text] ?? UInt32(codes.count)
      codes[text] = expected
      #expect(parse(text) { interner.code(for: $0) } == expected)
    }
    let dictionary = interner.makeDictionary()
    #expect(dictionary.count == codes.count)
    #expect(codes.allSatisfy { dictionary.string(for: $0.value) == $0.key })
    #expect(codes.allSatisfy { dictionary.existingCode(for: $0.key) == $0.value })
  }

  @Test(arguments: 0..<fuzzCount(20))
  func lineCountsMatch(seed: Int) {
    var generator = SeededRandom(seed: UInt64(seed))
    let length = Int.random(in: 0...60, using: &generator)
    let bytes = (0..<length).map { _ in [10, 13, 97, 97, 98].randomElement(using: &generator) ?? 0 }
    let file = FileBytes(copying: bytes.map { UInt8($0) })
    for start in 0...length {
      // A CR LF is one element of this text, as it is one line end.
      let whole = String(decoding: bytes.map { UInt8($0) }, as: UTF8.self)
      let before = String(decoding: bytes[..<start].map { UInt8($0) }, as: UTF8.self)
      let expected = whole.count { $0.isNewline } - before.count { $0.isNewline }
      #expect(LineCounter(bytes: file.start).count(start..<length) == expected)
    }
  }
}
