import Diagnostics
import Model
import Rendering
import Testing

@Suite struct ShortStringTests {
  @Test(arguments: [
    (Duration.nanoseconds(4), "0.0 ms"), (.microseconds(412), "0.4 ms"),
    (.microseconds(9940), "9.9 ms"), (.microseconds(9960), "10 ms"), (.milliseconds(999), "999 ms"),
    (.milliseconds(1000), "1.00 s"), (.milliseconds(1234), "1.23 s"), (.seconds(59), "59.00 s"),
    (.milliseconds(59_999), "1 min 0 s"), (.seconds(125), "2 min 5 s"), (.seconds(-1), "0.0 ms"),
  ])
  func elapsed(duration: Duration, expected: String) {
    #expect(elapsedText(duration) == expected)
  }

  @Test(arguments: [
    (0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567"), (-1000, "-1,000"),
    (Int.min, "-9,223,372,036,854,775,808"),
  ])
  func grouped(number: Int, expected: String) {
    #expect(groupedDigits(number) == expected)
  }

  @Test func scalars() {
    let context = RenderingContext(width: 80, usesColor: true)
    #expect(scalarLine(.int(5), in: context).rendered(usesColor: true) == "5\n")
    #expect(scalarLine(.null, in: context).rendered(usesColor: true) == "\u{1B}[2mnil\u{1B}[0m\n")
    #expect(scalarLine(.string("a\n"), in: context).plain == "a\\n\n")
  }

  @Test(arguments: [(0, "0 rows"), (1, "1 row"), (2, "2 rows"), (1000, "1,000 rows")])
  func countAxes(number: Int, expected: String) {
    #expect(counted(number, "row") == expected)
  }
}
