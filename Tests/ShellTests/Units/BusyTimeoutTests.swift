import Testing

@testable import Shell

/// The syntax of timeouts.
@Suite struct BusyTimeoutTests {
  static let texts: [(text: String, seconds: Double?)] = [
    ("5", 5), ("5s", 5), ("0", 0), ("0.25", 0.25), ("200ms", 0.2), ("2min", 120), ("1.5S", 1.5),
    ("86400", 86_400), ("86401", nil), ("", nil), ("s", nil), ("-1", nil), ("1e3", nil),
    ("nan", nil), ("inf", nil), ("5 s", nil), ("0x10", nil), ("1.2.3", nil), ("٥", nil),
  ]

  @Test(arguments: texts)
  func areRead(text: String, seconds: Double?) {
    #expect(BusyTimeout.seconds(text) == seconds)
  }

  @Test func areShown() {
    #expect(BusyTimeout.text(5) == "5s")
    #expect(BusyTimeout.text(0.25) == "0.25s")
  }
}
