import JSONRPC
import TestSupport
import Testing

/// Reading and writing JSON.
@Suite struct JSONTests {
  static let valid: [(text: String, value: JSON)] = [
    ("null", nil), (" true ", true), ("-0", 0), ("12", 12), ("1.5e3", .double(1500)),
    ("9223372036854775808", .double(9_223_372_036_854_775_808)), ("\"\"", ""),
    (#""a\"\\\/\b\f\n\r\tA""#, "a\"\\/\u{8}\u{c}\n\r\tA"),
    (#""\uD83D\uDE00""#, "😀"), (#""\uD83Dx""#, "\u{FFFD}x"), (#""\uDE00""#, "\u{FFFD}"),
    (#""\uD83D\u0041""#, "\u{FFFD}A"), ("[]", []), ("[1, [2]]", [1, [2]]), ("{}", [:]),
    (#"{"a": {"b": [null]}, "a": 1}"#, ["a": 1]), ("\"ä\u{0}\"".replacing("\u{0}", with: ""), "ä"),
  ]

  @Test(arguments: valid)
  func validTextsAreRead(text: String, value: JSON) throws {
    #expect(try JSON(Array(text.utf8)) == value)
    #expect(try JSON(Array(value.text.utf8)) == value)
  }

  @Test(arguments: [
    "", " ", "nul", "tru", "01", "1.", ".5", "+1", "1e", "--1", "1e999", "\"", "\"\n\"", #""\x""#,
    #""\u12""#, #""\u12G4""#, "[", "[1", "[1,]", "[,]", "{", #"{"a"}"#, #"{"a":}"#, "{1:2}",
    "{a:1}",
    #"{"a":1,}"#, "1 2", "]", "\u{FEFF}1", "'a'", "NaN",
  ])
  func invalidTextsAreRefused(text: String) {
    #expect(throws: JSONFault.self) { try JSON(Array(text.utf8)) }
  }

  @Test func invalidUTF8IsRefused() {
    #expect(throws: JSONFault.self) { try JSON([0x22, 0xC3, 0x28, 0x22]) }
    #expect(throws: JSONFault.self) { try JSON([0x22, 0xED, 0xA0, 0x80, 0x22]) }
  }

  @Test func deepValuesAreRefused() throws {
    let deep = { (count: Int) in
      Array((String(repeating: "[", count: count) + String(repeating: "]", count: count)).utf8)
    }
    _ = try JSON(deep(128))
    #expect(throws: JSONFault.self) { try JSON(deep(129)) }
    #expect(throws: JSONFault.self) {
      try JSON(Array(String(repeating: "[", count: 1_000_000).utf8))
    }
  }

  /// Damaged texts are read or refused; what is read is written as a text that means the same.
  @Test func damagedTextsNeverCrash() throws {
    var random = SeededRandom(seed: 41)
    let samples =
      Self.valid.map { Array($0.text.utf8) } + [
        Array(#"{"a":[1,2.5,"x\u0041",{"b":null}],"c":"é😀"}"#.utf8)
      ]
    for _ in 0..<fuzzCount(20_000) {
      var bytes = random.pick(samples)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
        case 1 where place < bytes.count: bytes.remove(at: place)
        default: bytes.replaceSubrange(place..., with: random.pick(samples))
        }
      }
      guard let value = try? JSON(bytes) else { continue }
      #expect(try JSON(Array(value.text.utf8)) == value)
    }
  }
}
