import Storage
import Testing

@testable import Shell

/// The line that shows the progress of a statement.
@Suite struct ProgressTextTests {
  private func line(
    _ work: StatementProgress.Work,
    _ done: Int,
    of total: Int?,
    after elapsed: Duration,
    width: Int = 80,
    usesUnicode: Bool = true
  ) -> String {
    let progress = CancellationFlag().progress
    progress.begin(work, total: total)
    progress.advance(to: done)
    return ProgressText(state: progress.state, elapsed: elapsed, usesUnicode: usesUnicode)
      .line(width: width)
  }

  @Test func knownFactsAreReported() {
    #expect(
      line(.creating, 45, of: 100, after: .seconds(9))
        == "creating records  ━━━━━━━━━───────────  45%  5/s  11 s left"
    )
    #expect(
      line(.reading, 12_300_000, of: 24_600_000, after: .seconds(1), usesUnicode: false)
        == "reading  ##########----------  50%  12.3 MB/s  1 s left"
    )
    #expect(line(.scanning, 10_000, of: nil, after: .seconds(2)).hasSuffix("10,000  5,000/s"))
    #expect(line(.storing, 0, of: 10, after: .seconds(125)) == "storing  2 min 5 s")
  }

  @Test func endIsOmittedIfItDoesNotFit() {
    let narrow = line(.creating, 45, of: 100, after: .seconds(9), width: 50)
    #expect(narrow == "creating records  ━━━━━━━━━───────────  45%  5/s")
    #expect(line(.creating, 45, of: 100, after: .seconds(9), width: 6) == "creati")
    #expect(line(.creating, .max, of: .max, after: .zero, width: 0).isEmpty)
  }
}
