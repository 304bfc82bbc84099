import Foundation
import TestSupport
import Testing

/// `.dump` and `.restore`
@Suite struct GraphCommandTests {
  @Test func aDumpIsRestored() throws {
    let folder = try TemporaryFolder()
    let (one, two) = (folder.path + "/one.json", folder.path + "/two.json")
    let first = try BuiltCommand.run(
      "--demo",
      "-c",
      ".dump \"\(one)\"",
      "-c",
      "fetch Expense select name, budget"
    )
    let second = try BuiltCommand.run(
      "-c",
      ".restore \"\(one)\"",
      "-c",
      ".check",
      "-c",
      ".dump \"\(two)\"",
      "-c",
      "fetch Expense select name, budget"
    )
    #expect(second.status == 0)
    #expect(
      second.output
        == "10,073 restored: 12 Budget, 61 Expense, 10,000 User\nno damage in 10,073 records of 3 models\n"
        + first.output
    )
    let texts = try [one, two].map { try String(contentsOfFile: $0, encoding: .utf8) }
    #expect(texts[0] == texts[1])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
        "one.json", "two.json",
      ]
    )
  }

  @Test func withoutAFileADumpIsPrinted() throws {
    let result = try BuiltCommand.run(
      "-c",
      "model A { n: Int }",
      "-c",
      "insert A n: 3",
      "-c",
      ".dump"
    )
    #expect(
      result.output.hasSuffix(
        """
        {
        "format": "martlet graph 1",
        "schema": [
        "model A {",
        "  n: Int",
        "}"
        ],
        "next": {"A": 2},
        "records": {
        "A": [
        {"id":"A#1","values":{"n":3}}
        ]
        }
        }

        """
      )
    )
  }

  /// What is wrong with a record, a relationship or a model, and where it is told to be.
  static let wrong: [(change: (String, String), error: String)] = [
    (("\"n\":1,", "\"n\":1.5,"), "12:29: error: found 1.5, expected Int"),
    (("\"n\":1,", "\"m\":1,"), "12:29: error: A stores no `m`"),
    (("\"n\":1,", ""), "12:1: error: A#1 needs a value for `n`"),
    (("\"b\":\"B#1\"", "\"b\":\"B#9\""), "12:36: error: B#9 is not in the graph"),
    (
      ("\"b\":\"B#1\"", "\"b\":\"A#1\""),
      "12:36: error: found \"A#1\", expected an identity such as \"B#1\""
    ),
    (("\"A#2\"", "\"A#1\""), "13:1: error: duplicate record A#1"),
    (("\"A#2\"", "\"A#0\""), "13:7: error: found \"A#0\", expected an identity such as \"A#1\""),
    (("\"n\":2", "\"n\":1"), "13:29: error: A.n is unique, and 1 is used by both A#1 and A#2"),
    (("\"n\":2", "\"n\":-2"), "13:1: error: A#2 breaks `check n > 0`: no"),
    (("\"B\": [", "\"C\": ["), "15:1: error: there is no model `C`"),
    (("n: Int unique", "n: Int unque"), "5:1: error: "),
    (
      ("\"next\": {\"A\": 3", "\"next\": {\"A\": -3"),
      "10:15: error: identities must be positive numbers"
    ),
    (("\"values\": {\"n\":1", "\"value\": {\"n\":1"), "12:22: error: a record has no \"value\""),
    (("]\n}\n}\n", "]\n"), "18:1: error: unexpected end of the text"),
  ]

  @Test(arguments: wrong.indices)
  func errorsAreReportedWithTheirPosition(_ place: Int) throws {
    let folder = try TemporaryFolder()
    let good = """
      {
      "format": "martlet graph 1",
      "schema": [
      "model A {",
      "  n: Int unique",
      "  b: B? inverse many",
      "  check n > 0 else \\"no\\"",
      "}", "model B { many: [A] ordered }"
      ],
      "next": {"A": 3, "B": 2},
      "records": {"A": [
      {"id":"A#1", "values": {"n":1, "b":"B#1"}},
      {"id":"A#2", "values": {"n":2, "b":"B#1"}}
      ],
      "B": [
      {"id":"B#1","values":{"many":["A#2","A#1"]}}
      ]
      }
      }

      """
    let path = try folder.write(good, to: "good.json")
    let whole = try BuiltCommand.run(
      "-c",
      ".restore \"\(path)\"",
      "-m",
      "csv",
      "-c",
      "fetch B select many { n }"
    )
    #expect(whole.status == 0, "\(whole.errors)")
    let (change, error) = Self.wrong[place]
    let text = good.replacing(change.0, with: change.1, maxReplacements: 1)
    #expect(text != good)
    let bad = try folder.write(text, to: "bad.json")
    let result = try BuiltCommand.run("-c", ".restore \"\(bad)\"")
    #expect(result.status == 1)
    #expect(result.errors.hasPrefix("\(bad):\(error)"), "\(result.errors)")
    let after = try BuiltCommand.run("--no-bail", "-c", ".restore \"\(bad)\"", "-c", ".models")
    #expect(!after.output.contains("A"))
  }

  /// Of many records with the identities of others the first are told, whatever model they are of.
  @Test func repeatedIdentitiesAreCounted() throws {
    let folder = try TemporaryFolder()
    let lines = (0..<60).map { "{\"id\":\"A#\(30 - $0 % 30)\",\"values\":{\"n\":\($0)}}" }
    let others = [7, 7, 7].map { "{\"id\":\"B#\($0)\",\"values\":{\"n\":1}}" }
    let path = try folder.write(
      """
      {
      "format": "martlet graph 1",
      "schema": ["model A { n: Int }", "model B { n: Int }"],
      "next": {"A": 100, "B": 100},
      "records": {
      "B": [
      \(others.joined(separator: ",\n"))
      ],
      "A": [
      \(lines.joined(separator: ",\n"))
      ]
      }
      }
      """,
      to: "a.json"
    )
    let result = try BuiltCommand.run("-c", ".restore \"\(path)\"")
    let told = result.errors.split(separator: "\n")
    #expect(told.first?.hasSuffix("duplicate record B#7") == true, "\(result.errors)")
    #expect(told.dropFirst(2).first?.hasSuffix("duplicate record A#30") == true, "\(result.errors)")
    #expect(told.last == "… and 12 more", "\(result.errors)")
  }

  @Test func conflicts() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.json"
    _ = try BuiltCommand.run(
      "-c",
      "model A { n: Int }",
      "-c",
      "insert A n: 3",
      "-c",
      ".dump \(path)"
    )
    let again = try BuiltCommand.run("-c", ".restore \(path)", "-c", ".restore \(path)")
    #expect(again.errors.contains("the store already has A#1"))
    let other = try BuiltCommand.run("-c", "model A { n: Double }", "-c", ".restore \(path)")
    #expect(
      other.errors.hasPrefix(
        "\(path):4:1: error: the session has a different `A`: `n: Double` instead of `n: Int`"
      )
    )
    let same = try BuiltCommand.run(
      "-c",
      "model A { n: Int }",
      "-c",
      ".restore \(path)",
      "-c",
      "insert A n: 4",
      "-m",
      "csv",
      "-c",
      "fetch A select @id"
    )
    #expect(same.output.hasSuffix("A#1\nA#2\n"))
    let pending = try BuiltCommand.run("-c", "begin", "-c", ".restore \(path)")
    #expect(pending.errors.contains("while there are unsaved changes"))
  }
}
