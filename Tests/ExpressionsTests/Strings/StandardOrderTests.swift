import Expressions
import Model
import Testing

@Suite("the standard order")
struct StandardOrderTests {
  /// Texts that are in order already.
  @Test(
    arguments: [
      ["", " ", "a", "a a", "aa", "ab", "b"],
      ["\t", "\n", "\u{B}", "\u{C}", "\r", " ", "_", "-", ",", ";", ":", "!", "?", ".", "'"],
      ["'", "\"", "(", ")", "[", "]", "{", "}", "@", "*", "/", "\\", "&", "#", "%", "`", "^"],
      ["^", "+", "<", "=", ">", "|", "~", "$", "0", "1", "9", "a", "A", "b", "z", "Z"],
      ["file", "file 2", "file 10", "File 10", "file1", "file01", "file001", "file2", "file10"],
      ["0", "00", "000", "1", "01", "2", "9", "10", "010", "99", "100"],
      ["a1b", "a01B", "a1c"],
      ["ab", "aB", "Ab", "AB", "abc"],
      ["resume", "Resume", "resumé", "Resumé", "résume", "résumé", "resumes"],
      ["a", "á", "à", "ă", "â", "å", "ä", "ã", "ą", "ā", "ae", "æ", "Æ", "af"],
      ["d", "ď", "đ", "ð", "e"], ["l", "ľ", "ļ", "ł", "ŀ", "m"],
      ["o", "ó", "ö", "õ", "ø", "Ø", "ō", "oe", "œ", "of", "p"],
      ["s", "S", "ś", "ss", "ß", "ẞ", "st"],
      ["i", "í", "İ", "ij", "ĳ", "ik", "ı", "j"],
      ["tz", "ŧa", "u"], ["z", "ž", "þ"],
      ["z", "α", "Α", "β", "ς", "σ", "Σ", "а", "б", "я", "ա", "א", "ا", "क", "ก", "가", "あ", "漢"],
      ["e", "é", "ế", "ẹ", "ệ", "f"],
      ["3", "٣", "３", "4", "٤"],
      ["a", "ａ", "A", "Ａ", "b"],
      ["~", "∞", "☃", "👍", "$", "€", "0", "½", "a"],
      ["=", "≠", ">"], ["a.", "a—", "a^", "a1", "ab"],
      ["plain", "plain\u{1}", "plain\u{200D}"],
    ]
  )
  func keepsOrder(_ texts: [String]) {
    for (index, left) in texts.enumerated() {
      for right in texts[(index + 1)...] {
        #expect(StandardOrder.compare(left, right) == -1, "\(shown(left)) \(shown(right))")
        #expect(StandardOrder.compare(right, left) == 1, "\(shown(right)) \(shown(left))")
      }
      #expect(StandardOrder.compare(left, left) == 0)
    }
  }

  @Test("a letter and its combining form differ in the last section only")
  func canonicalForms() {
    let pairs = [
      ("é", "e\u{301}"), ("ế", "e\u{302}\u{301}"), ("ệ", "e\u{302}\u{323}"), ("Å", "\u{212B}"),
      ("가", "\u{1100}\u{1161}"), ("が", "か\u{3099}"),
    ]
    for (composed, combining) in pairs {
      #expect(StandardOrder.compare(composed, combining) != 0)
      for (left, right) in [(composed, combining), (combining, composed)] {
        #expect(StandardOrder.compare(left + "a", right + "b") == -1, "\(shown(left))")
      }
    }
  }

  @Test("digit runs go by value, however long", arguments: [1, 20, 39, 40, 41, 42, 127, 128, 5000])
  func longDigitRuns(length: Int) {
    let nines = String(repeating: "9", count: length)
    let power = "1" + String(repeating: "0", count: length)
    #expect(StandardOrder.compare(nines, power) == -1)
    #expect(StandardOrder.compare("é" + nines, "é" + power) == -1)
    #expect(StandardOrder.compare(power, "0" + power) == -1)
    #expect(StandardOrder.compare(power, String(repeating: "0", count: length) + nines) == 1)
    #expect(StandardOrder.compare(power + "x", nines + "y") == 1)
  }

  @Test("fewer leading zeros first, however many", arguments: [0, 1, 199, 200, 201, 202, 40000])
  func leadingZeros(count: Int) {
    let zeros = String(repeating: "0", count: count)
    #expect(StandardOrder.compare(zeros + "7a", zeros + "07A") == -1)
    #expect(StandardOrder.compare(zeros + "07", zeros + "8") == -1)
    #expect(StandardOrder.compare("é" + zeros + "7", "é" + zeros + "07") == -1)
  }

  @Test("keys appended to one array are the single keys")
  func appending() {
    var arena: [UInt8] = []
    for text in ["Oslo", "", "Ålesund", "a01"] {
      var text = text
      let start = arena.count
      text.withUTF8 { StandardOrder.appendKey(of: $0, to: &arena) }
      #expect(Array(arena[start...]) == StandardOrder.key(of: text))
    }
  }

  @Test("a key does not end in zero, so that padding with zeros tells nothing new")
  func padding() {
    var samples = StringSamples(seed: 4)
    for text in samples.texts(2000, of: Alphabet.nasty, upTo: 6) {
      #expect(StandardOrder.key(of: text).last != 0, "\(shown(text))")
    }
  }

  @Test("bytes that are not UTF-8 have a key too")
  func invalidBytes() {
    let invalid: [[UInt8]] = [
      [0xFF], [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x91], [0x80], [0xED, 0xA0, 0x80], [0xC0, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0x61, 0xE9, 0x62],
    ]
    let keys = invalid.map { $0.withUnsafeBufferPointer { StandardOrder.key(of: $0) } }
    #expect(Set(keys).count == invalid.count)
  }

  @Test("the lexical order is that of the scalars")
  func lexical() {
    var samples = StringSamples(seed: 8)
    let texts = samples.texts(300, of: Alphabet.nasty, upTo: 3)
    for (left, right) in zip(texts, texts.reversed()) {
      let expected =
        left.unicodeScalars.lexicographicallyPrecedes(right.unicodeScalars)
        ? -1 : (right.unicodeScalars.lexicographicallyPrecedes(left.unicodeScalars) ? 1 : 0)
      #expect(ValueOrder.compareScalars(left, right) == expected, "\(shown(left)) \(shown(right))")
    }
    #expect(ValueOrder.compareScalars("é", "e\u{301}") == 1)
    #expect(ValueOrder.compareScalars("\u{FFFD}", "\u{10000}") == -1)
  }
}
