import Model
import Testing

/// Days and times as digits.
@Suite struct CivilTextTests {
  @Test(arguments: [
    (0, "1970-01-01", "00:00:00"), (-1, "1969-12-31", "23:59:59.999999"),
    (1_000, "1970-01-01", "00:00:00.001"), (86_399_500_000, "1970-01-01", "23:59:59.500"),
    (951_782_400_000_010, "2000-02-29", "00:00:00.000010"),
    (253_402_300_800_000_000, "10000-01-01", "00:00:00"),
    (-62_167_219_200_000_001, "-0001-12-31", "23:59:59.999999"),
  ])
  func datesAreWritten(microseconds: Int64, day: String, time: String) {
    let moment = CivilMoment(Timestamp(microseconds: microseconds))
    #expect(moment.date.text == day)
    #expect(moment.timeText == time)
  }

  @Test func operatorWithCombiningMarksIsOneSymbol() {
    #expect("a\"\u{301}b\"".replacing(scalar: "\"", with: "\"\"") == "a\"\"\u{301}b\"\"")
    #expect("plain".replacing(scalar: "\"", with: "x") == "plain")
  }
}
