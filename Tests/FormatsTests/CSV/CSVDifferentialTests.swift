import TestSupport
import Testing

@testable import Formats

/// Random texts of nasty characters, read with edges between stripes and blocks everywhere, against
/// the plain state machine.
struct CSVDifferentialTests {
  /// Pieces that random texts are made of; none of them makes a number, a date or a Bool.
  private static let pieces = [
    "a", "bc", "\"", "\"\"", ",", ",", "\n", "\r\n", "\r", "é", " ", "\t", ";", "\"x\"",
    "\"a,b\"", "\"\n\"", "\"\r\n,\"\"\"", "longer than eight bytes", "\"\"\"\"",
  ]

  @Test(arguments: 0..<fuzzCount(40))
  func arbitraryInputParsesTheSame(seed: Int) throws {
    var generator = SeededRandom(seed: UInt64(seed))
    for _ in 0..<60 {
      let length = Int.random(in: 0...14, using: &generator)
      let text = (0..<length).map { _ in Self.pieces.randomElement(using: &generator) ?? "" }
      try check(text.joined(), &generator)
    }
  }

  @Test(arguments: 0..<fuzzCount(40))
  func wellFormedInputParsesTheSame(seed: Int) throws {
    var generator = SeededRandom(seed: 1_000 + UInt64(seed))
    for _ in 0..<30 {
      let columnCount = Int.random(in: 1...4, using: &generator)
      let rowCount = Int.random(in: 1...12, using: &generator)
      var text = ""
      for row in 0..<rowCount {
        let fields = (0..<columnCount).map { _ in Self.field(&generator) }
        text += fields.joined(separator: ",")
        let isLast = row == rowCount - 1
        if !isLast || Bool.random(using: &generator) {
          text += ["\n", "\r\n", "\r"].randomElement(using: &generator) ?? "\n"
        }
        if Int.random(in: 0..<8, using: &generator) == 0 { text += "\n" }
      }
      try check(text, &generator)
    }
  }

  /// Texts of many blocks, most of whose records are plain, with what is not among them; windows end within
  /// records, and records reach over several windows.
  @Test(arguments: 0..<fuzzCount(30))
  func longStringsAreReadTheSame(seed: Int) throws {
    var generator = SeededRandom(seed: 2_000 + UInt64(seed))
    let columnCount = Int.random(in: 1...9, using: &generator)
    let ends = [["\n"], ["\r\n"], ["\r"], ["\n", "\r\n", "\r"]].randomElement(using: &generator)
    let oddity = Int.random(in: 1...40, using: &generator)
    var text = ""
    for _ in 0..<Int.random(in: 1...60, using: &generator) {
      let fields = (0..<columnCount).map { _ in
        Int.random(in: 0..<oddity, using: &generator) == 0
          ? Self.field(&generator) : Self.plainField(&generator)
      }
      text += fields.joined(separator: ",")
      text += ends?.randomElement(using: &generator) ?? "\n"
    }
    try check(text, &generator)
  }

  /// An error in the middle of a text is found there, whatever precedes it.
  @Test(arguments: 0..<fuzzCount(20))
  func faultsInLongInputsAreReportedTheSame(seed: Int) {
    var generator = SeededRandom(seed: 3_000 + UInt64(seed))
    var bytes = Array(String(repeating: "Kraków,b c,plain\n", count: 40).utf8)
    let place = Int.random(in: 0..<bytes.count, using: &generator)
    let faults: [UInt8] = [0, 0x80, 0xFF, Byte.quote, Byte.comma, Byte.lineFeed]
    bytes[place] = faults.randomElement(using: &generator) ?? 0
    var options = ReadingOptions(hasHeader: false, delimiter: Byte.comma)
    options.stripeCount = 1
    let expected = failure(bytes: bytes, options)
    for window in [1, 7, 64, 200] {
      options.bytesPerWindow = window
      options.fieldsPerBlock = Int.random(in: 1...100, using: &generator)
      #expect(failure(bytes: bytes, options) == expected, "windows of \(window)")
    }
  }

  private static func plainField(_ generator: inout SeededRandom) -> String {
    let length = Int.random(in: 0...20, using: &generator)
    return String((0..<length).map { _ in "abcé €xyz".randomElement(using: &generator) ?? "a" })
  }

  private static func field(_ generator: inout SeededRandom) -> String {
    let contents = [
      "", "x", "é", "a\"b", "a,b", "line\nbreak", "\r", "\r\n", "plain text", "\"", " ",
    ]
    let content = contents.randomElement(using: &generator) ?? ""
    let mustQuote = content.contains { ",\n\r\r\n".contains($0) } || content.hasPrefix("\"")
    guard mustQuote || Bool.random(using: &generator) else { return content }
    var quoted = "\""
    for scalar in content.unicodeScalars { quoted += scalar == "\"" ? "\"\"" : String(scalar) }
    return quoted + "\""
  }

  private func check(_ text: String, _ generator: inout SeededRandom) throws {
    let bytes = Array(text.utf8)
    let expected = ReferenceCSV.columns(bytes, delimiter: UInt8(ascii: ","))
    for stripeCount in [1, 2, 3, 7, max(1, bytes.count)] {
      var options = ReadingOptions(hasHeader: false, delimiter: UInt8(ascii: ","))
      options.stripeCount = stripeCount
      options.fieldsPerBlock = Int.random(in: 1...5, using: &generator)
      options.bytesPerWindow = Int.random(in: 1...90, using: &generator)
      let found = try? read(bytes: bytes, options)
      let texts = expected?.map { column in
        column.map { field in field.map { String(decoding: $0, as: UTF8.self) } }
      }
      #expect(found?.texts == texts, "\(text.debugDescription) in \(stripeCount) stripes")
    }
  }
}
