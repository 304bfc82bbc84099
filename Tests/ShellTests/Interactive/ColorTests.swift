import TestSupport
import Testing

/// The colors of the themes, and those that users choose.
@Suite struct ColorTests {
  private static func style(of text: String, _ environment: [String: String]) throws -> String? {
    let shell = try ShellSession(
      "--demo",
      environment: environment.merging(["NO_COLOR": ""]) { $1 },
      waits: false
    )
    shell.wait(for: "the prompt") { $0.lastLine == "martlet>" }
    shell.type("fetch Budget where limit > 5")
    shell.wait(for: "the colors") {
      $0.lastLine == "martlet> fetch Budget where limit > 5"
        && !["", "2", nil].contains($0.style(of: text))
    }
    return shell.screen.style(of: text)
  }

  @Test func theBackgroundChoosesTheTheme() throws {
    #expect(try Self.style(of: "Budget", [:]) == "33")
    #expect(try Self.style(of: "Budget", ["COLORFGBG": "15;0"]) == "33")
    #expect(try Self.style(of: "Budget", ["COLORFGBG": "0;15"]) == "35")
    #expect(try Self.style(of: "Budget", ["MARTLET_COLORS": "light:entity=bold,red"]) == "1;31")
  }

  @Test func commandsChangeColors() throws {
    let run = { (commands: String...) in
      try BuiltCommand.run(["--color", "always", "--no-bail"] + commands.flatMap { ["-c", $0] })
    }
    let result = try run(".colors light keyword=bold,green string=4;35", ".colors")
    #expect(result.output.contains("\u{1B}[1;32mkeyword\u{1B}[0m   bold,green\n"))
    #expect(result.output.contains("\u{1B}[4;35mstring\u{1B}[0m    underline,magenta\n"))
    #expect(result.output.contains("\u{1B}[35mentity\u{1B}[0m    magenta\n"))
    let failed = try BuiltCommand.run(
      "--no-bail",
      "-c",
      ".colors lihgt",
      "-c",
      ".colors keywrd=red",
      "-c",
      ".colors number=blu"
    )
    #expect(failed.errors.contains("did you mean `light`?"))
    #expect(failed.errors.contains("did you mean `keyword`?"))
    #expect(failed.errors.contains("did you mean `blue`?"))
  }

  @Test func anInvalidVariableIsReported() throws {
    let result = try BuiltCommand.run("-c", "= 1", environment: ["MARTLET_COLORS": "drak"])
    #expect(result.output == "1\n" && result.status == 0)
    #expect(
      result.errors
        == "warning: MARTLET_COLORS: `drak` is not a theme\nhelp: did you mean `dark`?\n"
    )
  }
}
