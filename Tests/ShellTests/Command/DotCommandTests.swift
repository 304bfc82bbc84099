import Foundation
import TestSupport
import Testing

@testable import Shell

/// The output of dot-commands.
@Suite struct DotCommandTests {
  @Test func helpExplainsOneCommand() throws {
    let output = try BuiltCommand.run("-c", ".help .mode").output
    #expect(output.contains("csv"))
    #expect(!output.contains(".timer"))
  }

  @Test func helpHasTheFunctions() throws {
    let all = try BuiltCommand.run("-c", ".help functions").output
    #expect(all.contains("replace(text, old, new)") && all.contains("median(path)"))
  }

  @Test(arguments: [(".he", true), (".q", true), (".exit", true), (".mod", false), (".", false)])
  func uniquePrefixesSuffice(text: String, isFound: Bool) throws {
    #expect(try BuiltCommand.run("-c", text).status == (isFound ? 0 : 1))
  }

  @Test func unknownCommandSuggestsTheNearest() throws {
    let errors = try BuiltCommand.run("-c", ".shcema").errors
    #expect(errors.contains("`.schema`"))
  }

  @Test func missingAndExtraArgumentsShowUsage() throws {
    #expect(try BuiltCommand.run("-c", ".read").errors.contains("usage: .read file"))
    #expect(try BuiltCommand.run("-c", ".quit now").errors.contains("usage: .quit"))
    #expect(try BuiltCommand.run("-c", ".timer maybe").errors.contains("usage: .timer"))
  }

  @Test func printPrintsTextUnchanged() throws {
    let result = try BuiltCommand.run(
      "-c",
      ".print Zoë's  two",
      "-c",
      #".print "  spaced  ""#,
      "-c",
      ".print"
    )
    #expect(result.output == "Zoë's  two\n  spaced  \n\n")
  }

  @Test func modelsAreCounted() throws {
    let result = try BuiltCommand.run("--demo", "-m", "csv", "-c", ".models user")
    #expect(result.output.hasPrefix("model,records,members\nUser,10000,"))
    #expect(result.output.split(separator: "\n").count == 2)
  }

  @Test func modelsMatchWildcards() throws {
    let names = { (pattern: String) in
      try BuiltCommand.run("--demo", "-m", "csv", "-c", ".models \(pattern)").output
        .split(separator: "\n").dropFirst().map { $0.prefix { $0 != "," } }
    }
    #expect(try names("B*") == ["Budget"])
    #expect(try names("*e?") == ["Budget", "User"])
    #expect(try names("*s*") == ["Expense", "User"])
    #expect(try names("x*").isEmpty)
  }

  @Test func historyFitsTheScreen() throws {
    let script = "update Budget#1 set limit = 5\nhistory\n"
    let shown = try BuiltCommand.run("--demo", "-f", "-", input: script).output
    #expect(
      shown.contains("│ time                 │ change  │ record   │ property │ old    │ new │")
    )
    #expect(shown.firstMatch(of: /│ 20\d\d-\d\d-\d\d \d\d:\d\d:\d\dZ │/) != nil, "\(shown)")
    let csv = try BuiltCommand.run("--demo", "-m", "csv", "-f", "-", input: script).output
    #expect(csv.contains("time,author,change,record,property,old,new\n"))
  }

  @Test func schemaNamesTheNearestModel() throws {
    let result = try BuiltCommand.run("--demo", "-c", ".schema Budgte")
    #expect(result.errors.contains("`Budget`"))
    #expect(result.status == 1)
  }

  /// A schema that is printed, pasted into a new store and printed again is the same.
  @Test func schemaCanBePastedBack() throws {
    let schema = try BuiltCommand.run("--demo", "-c", ".schema").output
    let again = try BuiltCommand.run(input: schema + "\n.schema\n").output
    #expect(schema.contains("model Budget"))
    #expect(again.hasSuffix(schema), "\(again)")
  }

  @Test func typesAndSubmodelsCanBePastedBack() throws {
    let declarations = """
      enum Light "how much" { sun, shade, where }
      struct Inner { n: Int?, light: Light }
      struct Place { room: String, inner: Inner? }
      model Plant "A plant" { name: String unique, id: UUID = uuid(), inches = 1 / 2.5 }
      model Tree: Plant { light: Light = .sun, place: Place?, tags: [String] = [], `order by`: Int? }
      extend Tree { garden: Garden? inverse trees }
      model Garden { title: String, code: Int, trees: [Tree] cascade inverse garden, display title }
      """
    let schema = try BuiltCommand.run(input: declarations + "\n.mode csv\n.schema\n").output
    let start = try #require(schema.range(of: "enum Light \"how much\" {"))
    let printed = String(schema[start.lowerBound...])
    let again = try BuiltCommand.run(input: printed + "\n.schema\n").output
    #expect(printed.contains("model Tree: Plant {"))
    #expect(again.hasSuffix(printed), "\(again)")
  }

  @Test func schemaQuotesNamesAndTexts() throws {
    let declaration = """
      model `order by` "says \\"hi\\"" {
        `not`: String unique
        owner: `order by`? inverse owned
        owned: [`order by`] deny inverse owner ordered
        size: Int = 1
        twice = size * 2
      }

      """
    let result = try BuiltCommand.run(input: declaration + "\n.schema\n")
    #expect(result.errors.isEmpty)
    #expect(result.output.hasSuffix(declaration), "\(result.output)")
  }

  @Test func schemaPrintsSwiftInBothWordOrders() throws {
    let before = try BuiltCommand.run("--demo", "-c", ".schema --swift Budget").output
    #expect(before.hasPrefix("import Foundation\nimport SwiftData\n\n"))
    #expect(before.contains("\n@Model final class Budget {\n") && before.hasSuffix("\n}\n"))
    #expect(!before.contains("class User"))
    #expect(try BuiltCommand.run("--demo", "-c", ".schema budget --swift").output == before)
    #expect(try BuiltCommand.run("--demo", "-c", ".schema --swift").output.contains("class User"))
  }

  @Test func schemaDrawsADiagram() throws {
    let all = try BuiltCommand.run("--demo", "-c", ".schema --mermaid").output
    #expect(all.hasPrefix("classDiagram\n") && all.contains("amount: Double"))
    let one = try BuiltCommand.run("--demo", "-c", ".schema Budget --mermaid").output
    #expect(one.contains("class Expense\n") && !one.contains("amount: Double"))
    let svg = try BuiltCommand.run("--demo", "-c", ".schema --svg")
    #expect(svg.status == 1 && svg.errors.contains("`--mermaid` prints a diagram"))
  }

  @Test func theFileOfAnOpenStoreIsNotWritten() throws {
    let folder = try TemporaryFolder()
    let (store, link) = (folder.file("budgets.store"), folder.file("budgets.json"))
    #expect(try BuiltCommand.run(store, "-c", "model Budget { name: String }").status == 0)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: store)
    let dump = try BuiltCommand.runShell(
      "cd '\(folder.path)' && \"$MARTLET\" '\(store)' -c '.once budgets.json'"
    )
    let carets = String(repeating: "^", count: "budgets.json".count)
    let place = "  1 | .once budgets.json\n    |       \(carets)\n"
    #expect(dump.status == 1 && dump.errors.contains(place), "\(dump)")
  }

  @Test(arguments: [".schema --swft", ".schema Budget -x", ".schema --swift --jpg"])
  func unknownOptionsOfSchemaListTheValidOnes(text: String) throws {
    let result = try BuiltCommand.run("--demo", "-c", text)
    #expect(result.errors.contains("--swift") && result.errors.contains("--mermaid"))
    #expect(result.status == 1)
  }

  @Test func pendingDeclarationsAreListed() throws {
    let declarations = "model Author { books: [Book] }; struct Place { at: Point }\n"
    let models = try BuiltCommand.run(input: declarations + ".mode csv\n.models").output
    #expect(models.contains("\nPlace,,waits for Point\nAuthor,,waits for Book\n"), "\(models)")
    let schema = try BuiltCommand.run(input: declarations + ".schema")
    #expect(schema.output.hasSuffix("// Place waits for Point\n// Author waits for Book\n"))
    let one = try BuiltCommand.run(input: declarations + ".schema Author")
    #expect(one.errors.contains("error: Author waits for Book") && one.status == 1)
  }

  @Test func nestedObjectsAreShownAsAComment() throws {
    let folder = try TemporaryFolder()
    let json = #"[{"name": "A", "address": {"city": "Oslo", "geo": {"lat": 1.5}}}]"#
    let path = try folder.write(json, to: "people.json")
    let result = try BuiltCommand.run(path, "-c", ".schema")
    #expect(result.output.contains("city: String"))
    #expect(result.output.contains("lat: Double"))
    let pasted = try BuiltCommand.run(input: result.output)
    #expect(pasted.status == 0, "\(pasted.errors)")
  }

  @Test func commandsHaveDistinctNamesAndHelp() {
    let names = DotCommand.all.flatMap { [$0.name] + $0.aliases }
    #expect(Set(names).count == names.count)
    #expect(DotCommand.all.allSatisfy { !$0.summary.isEmpty })
  }
}
