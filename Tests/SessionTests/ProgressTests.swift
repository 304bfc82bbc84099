import Foundation
import Session
import Storage
import TestSupport
import Testing

/// The progress of long statements.
@Suite struct ProgressTests {
  /// A scan of many records knows how many there are, whatever its conditions leave.
  @Test func scansReportTheirSize() throws {
    let console = try ScriptConsole(mode: .csv, demo: false)
    let folder = try TemporaryFolder()
    let lines = (0..<70_000).map { "\($0)" }.joined(separator: "\n")
    let path = try folder.write("number\n\(lines)\n", to: "rows.csv")
    let imported = console.answer("import \"\(path)\" into Row")
    try #require(!imported.fails, "\(imported.text)")
    #expect(console.answer("count Row where number * 2 == 10").text.contains("1"))
    let state = console.session.cancellation.progress.state
    #expect(state.work == .scanning)
    #expect(state.done == 70_000)
    #expect(state.total == 70_000)
  }
}
