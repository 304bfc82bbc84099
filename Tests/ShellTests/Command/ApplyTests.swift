import Foundation
import TestSupport
import Testing

/// `diff … > file` and `apply`.
@Suite struct ApplyTests {
  private static let models = """
    model Budget { name: String unique, limit: Double, expenses: [Expense] cascade inverse budget ordered }
    model Expense { name: String, budget: Budget? }
    """

  private let folder: TemporaryFolder
  private let here: String
  private let there: String

  /// Two stores that were changed apart.
  init() throws {
    folder = try TemporaryFolder()
    here = folder.file("here.store")
    there = folder.file("there.store")
    let made = try BuiltCommand.run(
      here,
      statements: [
        Self.models,
        "insert Budget { name: \"Trip\", limit: 900, expenses: [{ name: \"Hotel\" }, { name: \"Taxi\" }] }",
        "insert Budget name: \"Rent\", limit: 1200",
      ]
    )
    #expect(made.status == 0, "\(made.errors)")
    try FileManager.default.copyItem(atPath: here, toPath: there)
    let changed = try BuiltCommand.run(
      there,
      statements: [
        "update Budget where name == \"Trip\" set limit = 950",
        "delete Budget where name == \"Rent\"",
        "insert Budget { name: \"Car\", limit: 300, expenses: [{ name: \"Fuel\" }] }",
      ]
    )
    #expect(changed.status == 0, "\(changed.errors)")
  }

  private func difference(_ mode: String) throws -> String {
    let result = try BuiltCommand.run(here, there, "-m", mode, "-c", "diff with there")
    #expect(result.status == 0, "\(result.errors)")
    return result.output
  }

  @Test func differingModelsAreReported() throws {
    let changed = try BuiltCommand.run(
      there,
      statements: ["extend Budget { owner: String? }", "model Tag { text: String }"]
    )
    #expect(changed.status == 0, "\(changed.errors)")
    let result = try BuiltCommand.run(here, there, "-m", "csv", "-c", "diff with there")
    #expect(result.errors.contains("Budget: `owner: String?` is only in there\n"))
    #expect(result.errors.contains("Tag: `model Tag"), "\(result.errors)")
    let same = try BuiltCommand.run(here, there, "-m", "csv", "-c", "diff Expense with there")
    #expect(!same.errors.contains("only in there"), "\(same.errors)")
  }

  @Test(arguments: ["jsonl", "json", "csv", "tsv"])
  func theStoresBecomeEqual(mode: String) throws {
    let path = try folder.write(try difference(mode), to: "changes.\(mode)")
    let result = try BuiltCommand.run(here, "-c", "apply \"\(path)\"")
    #expect(result.output == "applied: 2 inserted, 1 deleted, 1 updated\n", "\(result.errors)")
    #expect(try difference("csv") == "change,record,property,old,new\n")
    let order = try BuiltCommand.run(
      here,
      "-m",
      "csv",
      "-c",
      "insert Budget name: \"x\", limit: 1; fetch Budget select @id"
    )
    #expect(order.output.hasSuffix("@id\nBudget#1\nBudget#3\nBudget#4\n"), "\(order.output)")
  }

  @Test func standardInputIsAFile() throws {
    let changes = try difference("jsonl")
    let result = try BuiltCommand.run(
      [here, "-c", "preview apply stdin as jsonl"],
      input: changes
    )
    #expect(result.output.contains("limit: 900.0 → 950.0"), "\(result.output)\(result.errors)")
    let applied = try BuiltCommand.run([here, "-c", "apply stdin as jsonl; undo"], input: changes)
    #expect(applied.output.hasSuffix("undone: apply stdin as jsonl\n"), "\(applied.errors)")
    #expect(try difference("jsonl") == changes)
  }

  @Test func conflictsMarkTheirPlaces() throws {
    let path = try folder.write(try difference("jsonl"), to: "changes.jsonl")
    _ = try BuiltCommand.run(here, "-c", "update Budget where name == \"Trip\" set limit = 1000")
    let result = try BuiltCommand.run(here, "-c", "apply \"\(path)\"")
    #expect(result.status == 1)
    #expect(
      result.errors.hasPrefix("\(path):1:66: error: Budget#1.limit is 1000.0, not 900.0\n  1 | "),
      "\(result.errors)"
    )
    #expect(result.errors.contains("^^^^^^^\nhelp: nothing was applied\n"), "\(result.errors)")
    #expect(try BuiltCommand.run(here, "-c", "count Budget").output == "2\n")
  }

  @Test func safeSessionsReadNoFiles() throws {
    let result = try BuiltCommand.run(here, "--safe", "-c", "apply \"changes.jsonl\"")
    #expect(result.status != 0)
    #expect(result.errors.contains("file"), "\(result.errors)")
  }
}
