import Foundation
import TestSupport
import Testing

/// Imported records must satisfy the constraints of models, and can be undone.
@Suite struct ImportRulesTests {
  private let console: ScriptConsole

  init() throws {
    console = try ScriptConsole(mode: .csv, demo: false)
    for text in [
      "model Part { name: String, veg: Veg? }",
      """
      model Veg {
        name: String unique
        weight: Double
        parts: [Part](0...2) cascade ordered inverse veg
        check weight > 0 else "too light"
      }
      """,
      "insert Veg { name: \"leek\", weight: 1 }",
    ] {
      let answer = console.answer(text)
      try #require(!answer.fails, "\(answer.text)")
    }
  }

  private func answer(_ text: String, ending: String = "csv") throws -> String {
    let folder = try TemporaryFolder()
    let path = try folder.write(text, to: "veg.\(ending)")
    return console.answer("import \"\(path)\" into Veg").text.replacing(path, with: "FILE")
  }

  private func expect(_ statement: String, _ expected: String) {
    #expect(console.answer(statement).text == expected)
  }

  @Test func violatedRulesAreReportedByRecord() throws {
    let answer = try answer("name,weight\nkale,1\nchard,-2\nrocket,0\n")
    #expect(answer.contains("FILE:3:1: the new Veg breaks `check weight > 0`: too light"))
    #expect(answer.contains("FILE:4:1: the new Veg breaks `check weight > 0`: too light"))
    expect("count Veg", "1")
  }

  @Test func duplicateKeysAreReported() throws {
    let taken = try answer("name,weight\nkale,1\nleek,2\n")
    #expect(taken.contains("FILE:3:1: Veg.name is unique, and \"leek\" is taken by Veg#1"))
    let twice = try answer("name,weight\nkale,1\nkale,2\n")
    #expect(twice.contains("FILE:3:1: Veg.name is unique, and \"kale\" is given twice"))
    expect("count Veg", "1")
  }

  /// So many texts that the reader does not look for repeated ones any more.
  @Test func duplicateKeysInLargeFilesAreReported() throws {
    let names = (0..<20_000).map { "n\($0)" } + ["n19990"]
    let twice = try answer("name,weight\n" + names.map { "\($0),1\n" }.joined())
    #expect(twice.contains("FILE:20002:1: Veg.name is unique, and \"n19990\" is given twice"))
    expect("count Veg", "1")
  }

  @Test func boundsAreChecked() throws {
    let answer = try answer(
      """
      [{"name": "kale", "weight": 1, "parts": [{"name": "a"}, {"name": "b"}, {"name": "c"}]}]
      """,
      ending: "json"
    )
    #expect(
      answer.contains(
        "FILE:1:41: the new Veg has 3 records in `parts`, but 0 to 2 are allowed"
      )
    )
    expect("count Part", "0")
  }

  @Test func importIsUndoneAndRedone() throws {
    let answer = try answer(
      """
      [{"name": "kale", "weight": 1, "parts": [{"name": "b"}, {"name": "a"}]}]
      """,
      ending: "json"
    )
    #expect(answer == "1 imported into Veg, 2 into Part")
    let rows = "name,parts\nleek,[]\nkale,\"[{\"\"name\"\":\"\"b\"\"},{\"\"name\"\":\"\"a\"\"}]\""
    expect("fetch Veg select name, parts { name }", rows)
    _ = console.answer("undo")
    expect("count Veg", "1")
    expect("count Part", "0")
    _ = console.answer("redo")
    expect("fetch Veg select name, parts { name }", rows)
  }

  @Test func emptyFileAddsNoRecords() throws {
    #expect(try answer("name,weight\n") == "0 imported into Veg")
    expect("count Veg", "1")
  }

  @Test func importedRecordsStayPendingWithOtherChanges() throws {
    _ = console.answer("begin")
    #expect(try answer("name,weight\nkale,1\n") == "1 imported into Veg")
    expect("count Veg", "2")
    expect("rollback", "1 record rolled back")
    expect("count Veg", "1")
  }
}
