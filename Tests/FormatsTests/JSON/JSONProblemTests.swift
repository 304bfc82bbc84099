import Foundation
import TestSupport
import Testing

@testable import Formats

struct JSONProblemTests {
  @Test(arguments: [
    ("", "file: error: the file is empty"),
    (" \n", "file: error: the file is empty"),
    ("[]", "file: error: no record has a field, so no model can be inferred"),
    ("[{}]", "file: error: no record has a field, so no model can be inferred"),
    ("[{\"a\":1},\n {\"a\":}]", "file:2:7: error: found }, expected a value"),
    ("[{\"a\" 1}]", "file:1:7: error: found 1, expected a colon"),
    ("[{\"a\":1 \"b\":2}]", "file:1:9: error: found \", expected a comma or }"),
    ("[{a:1}]", "file:1:3: error: found a, expected a key in quotes"),
    ("[{\"a\":1,}]", "file:1:9: error: found }, expected a key in quotes"),
    ("[{\"a\":1},]", "file:1:10: error: found ], expected a value"),
    ("[{\"a\":1}", "file:1:9: error: unexpected end of the text"),
    ("[{\"a\":1}] x", "file:1:11: error: found x, expected the end of the file"),
    ("[{\"a\":nope}]", "file:1:7: error: found nope, expected a value"),
    ("[{\"a\":NaN}]", "file:1:7: error: found NaN, expected a value"),
    ("[{\"a\":tru}]", "file:1:7: error: found tru, expected a value"),
    ("[{\"a\":01}]", "file:1:7: error: this is not a valid JSON number"),
    ("[{\"a\":.5}]", "file:1:7: error: found ., expected a value"),
    ("[{\"a\":-.5}]", "file:1:7: error: this is not a valid JSON number"),
    ("[{\"a\":5.}]", "file:1:7: error: this is not a valid JSON number"),
    ("[{\"a\":1e}]", "file:1:7: error: this is not a valid JSON number"),
    ("[{\"a\":\"x}]", "file:1:7: error: unclosed quote"),
    ("[{\"é\":\"x\ny\"}]", "file:1:9: error: a control character in a string must be escaped"),
    ("[{\"a\":\"\\x\"}]", "file:1:8: error: invalid escape in JSON"),
    ("[{\"a\":\"\\u12\"}]", "file:1:8: error: invalid escape in JSON"),
    ("[{\"a\":[\"\\q\"]}]", "file:1:9: error: invalid escape in JSON"),
    ("[{\"a\":\"\\ud83d\"}]", "file:1:8: error: half of a surrogate pair is not a character"),
    ("[{\"a\":\"\\ude00\"}]", "file:1:8: error: half of a surrogate pair is not a character"),
    ("[{\"a\":\"\\u0000\"}]", "file:1:8: error: a NUL character cannot be stored"),
    ("[{\"a\":1,\"a\":2}]", "file:1:9: error: duplicate key \"a\" in one object"),
    ("[{\"a\":1}]\u{0}", "file:1:10: error: a NUL character cannot be stored"),
  ])
  func problemsAreReportedWithTheirPosition(text: String, line: String) {
    #expect(failure(text, as: .json) == [line])
  }

  @Test func invalidUTF8IsAProblem() {
    let bytes = Array("{\"a\":\n\"".utf8) + [0xE2, 0x28] + Array("\"}".utf8)
    #expect(failure(bytes: bytes, as: .json) == ["file:2:2: error: this is not valid UTF-8"])
  }

  /// Whatever is cut off or changed in a text: no crash, and valid only where Foundation agrees.
  @Test(arguments: 0..<fuzzCount(20))
  func damagedTextFailsAsInFoundation(seed: Int) throws {
    let text = Array(#"[{"a":[1,{"b":"x\u00e9\n"}],"c":-1.5e3,"d":{"e":null,"f":true}}]"#.utf8)
    let changes = Array("[]{},:\"\\0 e.-n".utf8)
    var generator = SeededRandom(seed: UInt64(seed))
    for _ in 0..<100 {
      var bytes = text
      let index = Int.random(in: bytes.indices, using: &generator)
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: bytes.remove(at: index)
      case 1: bytes[index] = changes.randomElement(using: &generator) ?? 0
      default: bytes.removeLast(bytes.count - index)
      }
      if failure(bytes: bytes, as: .json).isEmpty {
        // Only Martlet accepts several values in a row.
        let parsed = try? JSONSerialization.jsonObject(
          with: Data(bytes),
          options: .fragmentsAllowed
        )
        #expect(parsed != nil, "\(String(decoding: bytes, as: UTF8.self))")
      }
    }
  }
}
