import TestSupport
import Testing

/// Pending changes at the end of a run.
@Suite struct PendingChangesTests {
  private static let model = "model Plant { name: String }"
  private static let insert = "insert Plant name: \"Fern\""

  @Test func unsavedChangesAreDiscardedWithAWarning() throws {
    let result = try BuiltCommand.run("-c", Self.model, "-c", "begin", "-c", Self.insert)
    #expect(result.errors.hasPrefix("warning: 1 changed record was not saved\nhelp: `save` saves"))
    #expect(result.status == 0)
  }

  @Test func textsShareATransaction() throws {
    let result = try BuiltCommand.run(
      "-c",
      Self.model,
      "-c",
      "begin",
      "-c",
      Self.insert,
      "-c",
      "save",
      "-c",
      "count Plant"
    )
    #expect(result.errors.isEmpty)
    #expect(result.output.hasSuffix("1 record saved\n1\n"))
  }

  @Test func failingScriptDiscardsPendingChanges() throws {
    let folder = try TemporaryFolder()
    let script = try folder.write(
      "\(Self.model)\nbegin\n\(Self.insert)\ninsert Plant nme: 1\nsave",
      to: "s.fetch"
    )
    let result = try BuiltCommand.run("-f", script)
    #expect(result.errors.contains("\(script):4:14: error: Plant has no attribute `nme`"))
    #expect(result.errors.contains("\nwarning: 1 changed record was not saved\n"))
    #expect(!result.output.contains("saved"))
    #expect(result.status == 1)
  }

  @Test func noMessageWithoutPendingChanges() throws {
    let result = try BuiltCommand.run("-c", Self.model, "-c", "begin", "-c", "count Plant")
    #expect(result.errors.isEmpty)
  }
}
