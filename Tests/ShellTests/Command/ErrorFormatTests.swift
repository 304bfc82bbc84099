import Foundation
import TestSupport
import Testing

/// The positions in error messages, and the exit codes.
@Suite struct ErrorFormatTests {
  struct Case: Sendable {
    let statement: String
    /// `LINE:COLUMN`
    let place: String
    let message: String
  }

  static let cases = [
    Case(statement: "= 1 +", place: "1:6", message: "expected"),
    Case(statement: "fetch Budgte", place: "1:7", message: "no model is named `Budgte`"),
    Case(statement: "fetch Budget\nwhere nme == 1", place: "2:7", message: "nme"),
    Case(
      statement: "fetch Budget where limit ~ \"x\"",
      place: "1:26",
      message: "`~` cannot compare Double with String"
    ),
    Case(statement: "fetch Budget where name ~ \"Va", place: "1:27", message: "unclosed string"),
    Case(statement: ".mdoe csv", place: "1:2", message: "there is no command `.mdoe`"),
    Case(statement: ".mode cvs", place: "1:7", message: "there is no mode `cvs`"),
    Case(statement: ".width x y", place: "1:1", message: "usage: .width"),
    Case(statement: ".read /nonexistent", place: "1:7", message: "cannot read"),
    Case(statement: ".timezone Europe/Olso", place: "1:11", message: "there is no time zone"),
    Case(statement: "zoë", place: "1:1", message: "zoë"),
    Case(statement: "= \"東京\" + nope", place: "1:10", message: "nope"),
  ]

  @Test(arguments: cases)
  func positionsAreCorrect(_ expected: Case) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(expected.statement + "\n", to: "s.fetch")
    let runs: [(name: String, result: BuiltCommand.Result)] = [
      ("-c", try BuiltCommand.run("--demo", "-c", expected.statement)),
      ("<stdin>", try BuiltCommand.run("--demo", input: expected.statement)),
      (path, try BuiltCommand.run("--demo", "-f", path)),
    ]
    for (name, result) in runs {
      #expect(result.status == 1)
      #expect(result.output.isEmpty)
      let line = result.errors.split(separator: "\n").first ?? ""
      #expect(line.hasPrefix("\(name):\(expected.place): error: "), "\(result.errors)")
      #expect(line.contains(expected.message), "\(result.errors)")
    }
  }

  @Test func aScriptInAScriptNamesItself() throws {
    let folder = try TemporaryFolder()
    let inner = try folder.write("= 1\n\n  fetch Nope\n", to: "inner.fetch")
    let outer = try folder.write(".read \(inner)\n= 3\n", to: "outer.fetch")
    let result = try BuiltCommand.run("-f", outer)
    #expect(result.status == 1)
    #expect(result.output == "1\n")
    #expect(result.errors.hasPrefix("\(inner):3:9: error: "))
  }

  @Test func nearestNamesAreSuggested() throws {
    for (statement, suggestion) in [
      (".sumary User", "`.summary`"), (".titels", "`.titles`"), (".mode markdwn", "`markdown`"),
      (".timezone Europe/Olso", "`Europe/Oslo`"), ("fetch Budgte", "`Budget`"),
      (".summary Usr", "`User`"),
    ] {
      let result = try BuiltCommand.run("--demo", "-c", statement)
      #expect(result.errors.contains("did you mean \(suggestion)?"), "\(result.errors)")
    }
  }
}
