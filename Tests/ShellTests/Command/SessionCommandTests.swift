import Foundation
import TestSupport
import Testing

/// `.params`, `.queries`, `.format`, and commands of other shells.
@Suite struct SessionCommandTests {
  private static func run(_ lines: String..., demo: Bool = true) throws -> BuiltCommand.Result {
    let texts = lines.flatMap { ["-c", $0] }
    return try BuiltCommand.run(
      (demo ? ["--demo"] : []) + ["-m", "csv", "--no-bail"] + texts
    )
  }

  @Test func parametersAreSetListedAndUnset() throws {
    let result = try Self.run(
      ".params least 1000",
      ".params $who Zoë",
      ".params",
      "count Budget where limit > $least",
      ".params unset least",
      "count Budget where limit > $least",
      ".params unset",
      ".params"
    )
    #expect(
      result.output == "parameter,value,type\n$least,1000,Int\n$who,Zoë,String\ncount\n3\n"
        + "no parameters are set\n"
    )
    #expect(result.errors.contains("`$least` has no value"))
    #expect(result.errors.contains("`--param least=…` or `.params least …`"))
    #expect(result.status == 1)
  }

  @Test func savedQueriesArePrintedAsStatements() throws {
    let result = try Self.run(
      "let recent(days:Int=7)=fetch Expense where date>now-$days days",
      ".queries",
      ".queries drop recent",
      ".queries"
    )
    #expect(
      result.output
        == """
        let recent(days: Int = 7) = fetch Expense where date > now - $days days
        no saved queries yet

        """
    )
  }

  @Test func statementsAndFilesAreFormatted() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.fetch"
    try "// why\nfetch A where x=1;count B".write(toFile: path, atomically: true, encoding: .utf8)
    let result = try Self.run(
      ".format fetch budget WHERE limit>3 LIMIT 1",
      ".format \(path)",
      ".format fetch budget where",
      ".format \(folder.path)/none"
    )
    #expect(
      result.output
        == "fetch budget where limit > 3 limit 1\n// why\nfetch A where x == 1\ncount B\n"
    )
    #expect(result.errors.contains("-c:1:27: error:") && result.errors.contains("cannot read"))
  }

  @Test func intendedStatementIsRun() throws {
    let result = try Self.run("describe expense\n\\dt\n= 1", "help", "exit", "= 2")
    #expect(result.output.hasPrefix("model Expense"))
    #expect(result.output.contains("\nBudget,12,"))
    #expect(result.output.contains("value\n1\n"))
    #expect(result.output.contains(".models [pattern]"))
    #expect(!result.output.contains("value\n2\n"))
    #expect(result.status == 0)
  }

  @Test func sqlFailsWithItsEquivalent() throws {
    let result = try Self.run("SELECT name FROM budget WHERE limit > 3\n\n= 1")
    #expect(result.status == 1)
    #expect(result.errors.contains("`fetch Budget where limit > 3 select name`"))
    #expect(result.output == "value\n1\n")
  }

  @Test(arguments: [(".tables", 0), (".backup", 1), (".import x y", 1)])
  func commandsOfOtherShells(line: String, status: Int32) throws {
    let result = try Self.run(line)
    #expect(result.status == status)
    #expect(status == 0 || result.errors.contains("help: `"))
  }
}
