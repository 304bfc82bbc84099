import Foundation
import Session
import Storage
import Testing

/// What a statement that takes long says of how far it has come.
@Suite struct ProgressTests {
  /// A scan of many records knows how many there are, whatever its conditions leave.
  @Test func scansTellHowMuchThereIs() throws {
    let console = try ScriptConsole(mode: .csv, demo: false)
    let path = NSTemporaryDirectory() + "martlet-tests-\(UUID()).csv"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let lines = (0..<70_000).map { "\($0)" }.joined(separator: "\n")
    try "number\n\(lines)\n".write(toFile: path, atomically: true, encoding: .utf8)
    let imported = console.answer("import \"\(path)\" into Row")
    try #require(!imported.fails, "\(imported.text)")
    #expect(console.answer("count Row where number * 2 == 10").text.contains("1"))
    let state = console.session.cancellation.progress.state
    #expect(state.work == .scanning)
    #expect(state.done == 70_000)
    #expect(state.total == 70_000)
  }
}
