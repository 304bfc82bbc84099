import Foundation
import TestSupport
import Testing

/// The size of the history in `.stores`.
@Suite struct HistorySizeTests {
  @Test func savesAndBytesAreShown() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.store")
    let result = try BuiltCommand.run(
      path,
      statements: ["model A { n: Int }", "insert A n: 1", "update all A set n = 2", ".stores"]
    )
    #expect(
      result.output.contains(#/│ 2 saves since save 0, \d+ bytes +│/#),
      "\(result.output)\(result.errors)"
    )
    #expect(!result.output.contains("historyBytes"))
    let row = try BuiltCommand.run(path, "-m", "jsonl", "-c", ".stores")
    #expect(row.output.contains(#/"historyBytes":\d{2,3}}/#), "\(row.output)")
    let memory = try BuiltCommand.run("--demo", "-m", "jsonl", "-c", ".stores")
    #expect(memory.output.contains("\"historyBytes\":null"), "\(memory.output)")
  }

  /// The estimate is near the sum of all lengths.
  @Test func aLargeHistoryIsEstimated() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.store")
    let updates = Array(repeating: "update all A set n += 1", count: 12)
    let result = try BuiltCommand.run(
      path,
      "-m",
      "jsonl",
      statements: ["model A { n: Int, s: String }", "generate 3000 A seed 1"] + updates
    )
    #expect(result.status == 0, "\(result.errors)")
    let row = try BuiltCommand.run(path, "-m", "jsonl", "-c", ".stores").output
    #expect(row.contains(#/13 saves since save 0, about \d\.\d MB/#), "\(row)")
    let bytes = try #require(row.firstMatch(of: #/"historyBytes":(\d+)/#)?.1)
    let estimate = try #require(Int(bytes))
    // 36,000 updates with a short text each.
    #expect((900_000...2_500_000).contains(estimate), "\(estimate)")
  }
}
