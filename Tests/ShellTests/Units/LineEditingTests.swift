import Foundation
import Platform
import Testing

@testable import Shell

@Suite struct LineEditingTests {
  static let layouts: [(text: String, cursor: Int, columns: Int, rows: [Int])] = [
    ("", 0, 20, [0, 0]),
    ("0123456789", 10, 20, [1, 1]),
    ("012345678", 9, 20, [0, 0]),
    ("a\nb\nc", 3, 20, [1, 2]),
    ("\n", 1, 20, [1, 1]),
    ("東京東京東京", 6, 20, [1, 1]),
    ("e\u{301}e\u{301}", 4, 20, [0, 0]),
    ("0123456789\nb", 10, 20, [0, 1]),
    ("0123456789\nb", 12, 20, [1, 1]),
    ("👨‍👩‍👧👨‍👩‍👧", 10, 20, [0, 0]),
  ]

  /// Behind a prompt of ten columns, on twenty: rows of the cursor and of the end.
  @Test(arguments: layouts)
  func blockLayout(text: String, cursor: Int, columns: Int, rows: [Int]) {
    let layout = BlockLayout(
      promptWidth: 10,
      text: Array(text.unicodeScalars),
      cursor: cursor,
      columns: columns
    )
    #expect([layout.cursor.row, layout.end.row] == rows)
  }

  @Test(arguments: [
    ("a\r\nb\rc\n", "a\nb\nc"), ("\u{07}x\u{1B}[31m\ty", "x[31m\ty"),
    ("a\u{9B}b\u{9D}c\u{7F}d", "abcd"), ("a\r\n\r\nb\r\n \r\n", "a\n\nb"), ("x ", "x "),
    ("martlet> fetch A\nlesson> count A\n  trips> = 1\n", "fetch A\ncount A\n= 1"),
    ("martlet*> fetch A\ntrips*> count A", "fetch A\ncount A"),
    ("where a\n  b > 1\nlimit> 5", "where a\n  b > 1\nlimit> 5"), ("", ""),
  ])
  func pastesAreCleaned(pasted: String, text: String) {
    #expect(PastedText(pasted, prompt: "trips").block == text)
    #expect(PastedText(pasted, prompt: "trips* [all.csv]").block == text)
  }

  @Test(arguments: [
    ("fetch A where", false), ("fetch A", true), (".models", true), ("= (1 +", false), ("", true),
    ("= 1 + )", true), ("= \"open", false), ("fetch A fetch", true),
  ])
  func enterEndsWhatIsComplete(block: String, isComplete: Bool) {
    #expect(InteractiveShell.isComplete(block) == isComplete)
  }

  @Test(arguments: [
    (Duration.microseconds(412), "0.412 ms"), (.microseconds(12_345), "12.345 ms"),
    (.milliseconds(1_250), "1.25 s"), (.zero, "0.000 ms"), (.nanoseconds(40), "0.000 ms"),
    (.microseconds(1_004_000), "1.00 s"),
  ])
  func durations(duration: Duration, text: String) {
    #expect(StopWatch.text(duration) == text)
  }
}
