import Testing

@testable import Formats
@testable import Shell

@Suite struct TerminalBytesTests {
  @Test(arguments: [
    (FileFormat.csv, "a,\u{1B}[31mb\r\n", "a,\\u{1B}[31mb\\r\n"),
    (.tsv, "a\tb\u{9B}1m\n", "a\tb\\u{9B}1m\n"),
    (.json, "{\"a\": \"\u{202E}é\u{7F}\"}", "{\"a\": \"\\u202eé\\u007f\"}"),
    (.jsonLines, "{\"a\": \"\u{E0001}\"}\n", "{\"a\": \"\\udb40\\udc01\"}\n"),
  ])
  func hostileDataIsEscaped(format: FileFormat, text: String, expected: String) {
    let bytes = Array(text.utf8)
    for cut in 0...bytes.count {
      var filter = TerminalBytes(format)
      let parts = [bytes[..<cut], bytes[cut...]].map { part in
        Array(part).withUnsafeBytes { filter.add($0) }
      }
      #expect(parts.joined() + filter.rest == expected)
    }
  }
}
