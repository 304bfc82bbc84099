import Diagnostics
import Foundation
import Model
import Rendering
import Testing

@Suite struct ValueTextTests {
  @Test(arguments: [
    (Value.null, "nil"),
    (.bool(true), "true"),
    (.int(-1_234_567), "-1234567"),
    (.int(.min), "-9223372036854775808"),
    (.double(5), "5.0"),
    (.double(0.1), "0.1"),
    (.double(1e300), "1e+300"),
    (.double(-.infinity), "-inf"),
    (.string("plain"), "plain"),
    (.string(""), #""""#),
    (.string("  "), #""  ""#),
    (.string(" a"), " a"),
    (.string("nil"), #""nil""#),
    (.string(#""nil""#), #""\"nil\"""#),
    (.string(#""""#), #""\"\"""#),
    (.string(#"""#), #"""#),
    (.string(#"C:\new"#), #"C:\new"#),
    (.string("a\nb\u{1B}"), #"a\nb\u{1B}"#),
    (.data(Data()), "<0 bytes>"),
    (.data(Data([1, 2, 255])), "AQL/"),
    (.data(Data(count: 25)), "<25 bytes>"),
    (.data(Data(count: 2140)), "<2,140 bytes>"),
    (.list([.int(1), .null, .string("a\"\n\u{1}")]), #"[1, null, "a\"\n\u0001"]"#),
    (.list([]), "[]"),
    (
      .object([ObjectField("a b", .double(1)), ObjectField("c", .object([]))]),
      #"{"a b": 1.0, "c": {}}"#
    ),
    (
      .list([.double(.infinity), .date(Timestamp(microseconds: 1))]),
      #"[null, "1970-01-01T00:00:00.000001Z"]"#
    ),
    (.list([.string("\u{202E}")]), #"["\u{202E}"]"#),
    (.record(RecordID(entity: "Budget", key: .number(3))), "Budget#3"),
    (
      .record(RecordID(entity: "Item", key: .values([.int(7), .string("a\u{1B}")]))),
      #"Item#(7, "a\u001b")"#
    ),
  ])
  func readsWell(value: Value, expected: String) {
    #expect(ValueText().string(value) == expected)
  }

  @Test func decimalsAndUUIDs() throws {
    let decimal = try #require(Decimal(string: "12345678901234567890.1234567890"))
    #expect(ValueText().string(.decimal(decimal)) == "12345678901234567890.123456789")
    let uuid = try #require(UUID(uuidString: "e621e1f8-c36c-495a-93fc-0c247a3e6e5f"))
    #expect(ValueText().string(.uuid(uuid)) == "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
  }

  @Test func theNullTextCanBeChosen() {
    let values = ValueText(nullText: "–")
    #expect(values.string(.null) == "–")
    #expect(values.string(.string("–")) == "\"–\"")
    #expect(values.string(.string("nil")) == "nil")
    #expect(ValueText(nullText: "").string(.null) == "")
    #expect(ValueText(nullText: "").string(.string("")) == "\"\"")
    #expect(ValueText(nullText: "\u{1B}").string(.null) == #"\u{1B}"#)
  }

  /// Microseconds and texts from Python's datetime and zoneinfo.
  @Test(arguments: [
    ("GMT", Int64(1_719_792_000_000_000), "2024-07-01"),
    ("GMT", 1_719_837_000_000_000, "2024-07-01 12:30:00Z"),
    ("GMT", 1_719_837_000_500_000, "2024-07-01 12:30:00.500Z"),
    ("GMT", 1_719_837_000_000_001, "2024-07-01 12:30:00.000001Z"),
    ("GMT", -1, "1969-12-31 23:59:59.999999Z"),
    ("GMT", -62_135_596_800_000_000, "0001-01-01"),
    ("GMT", 253_402_300_799_000_000, "9999-12-31 23:59:59Z"),
    ("Europe/Oslo", 1_719_792_000_000_000, "2024-07-01 02:00:00+02:00"),
    ("Europe/Oslo", 1_719_784_800_000_000, "2024-07-01"),
    ("Europe/Oslo", 1_704_110_400_000_000, "2024-01-01 13:00:00+01:00"),
    ("America/St_Johns", 1_719_837_000_500_000, "2024-07-01 10:00:00.500-02:30"),
  ])
  func datesInTheirTimeZone(zone: String, microseconds: Int64, expected: String) throws {
    let values = ValueText(timeZone: try #require(TimeZone(identifier: zone)))
    #expect(values.string(.date(Timestamp(microseconds: microseconds))) == expected)
  }

  @Test(arguments: [Int64.min, Int64.max, Int64.min + 1])
  func extremeDatesArePrinted(microseconds: Int64) throws {
    for seconds in [0, 50_400, -43_200] {
      let zone = try #require(TimeZone(secondsFromGMT: seconds))
      let text = ValueText(timeZone: zone).string(.date(Timestamp(microseconds: microseconds)))
      #expect(text.hasPrefix(microseconds < 0 ? "-290308-12-2" : "294247-01-"))
    }
  }

  @Test(arguments: [
    (TimeSpan(), "0 seconds"),
    (TimeSpan(microseconds: 273_600_000_000), "3 days 4 hours"),
    (TimeSpan(months: 14, microseconds: 86_400_000_000), "1 year 2 months 1 day"),
    (TimeSpan(microseconds: 61_500_000), "1 minute 1.5 seconds"),
    (TimeSpan(microseconds: 1_000_000), "1 second"),
    (TimeSpan(microseconds: 1), "0.000001 seconds"),
    (TimeSpan(microseconds: -500_000), "-0.5 seconds"),
    (TimeSpan(months: -1, microseconds: -3_600_000_000), "-1 month -1 hour"),
    (TimeSpan(months: 1, microseconds: -1_000_000), "1 month -1 second"),
    (
      TimeSpan(months: .min, microseconds: .min),
      "-768614336404564650 years -8 months -106751991 days -4 hours -54.775808 seconds"
    ),
  ])
  func durations(span: TimeSpan, expected: String) {
    #expect(ValueText().string(.duration(span)) == expected)
  }

  @Test(arguments: ["a", "é", "東", "\u{1B}", "e\u{301}", "👩‍👩‍👧"])
  func longStringsAreTruncatedToTheVisiblePart(piece: String) {
    let text = String(repeating: piece, count: 5_000)
    let whole = ValueText().string(.string(text))
    let cut = ValueText().cut(to: 40).string(.string(text))
    #expect(cut.utf8.count < min(10_000, whole.utf8.count))
    #expect(fitted(cut, toWidth: 40) == fitted(whole, toWidth: 40))
  }
}
