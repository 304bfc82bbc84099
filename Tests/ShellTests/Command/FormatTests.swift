import Foundation
import TestSupport
import Testing

/// `martlet --format`.
@Suite struct FormatTests {
  private let messy = "FETCH  Budget where limit>500   // large ones\n\n\n\ncount   User;\n"
  private let tidy = "fetch Budget where limit > 500  // large ones\n\ncount User\n"

  @Test func scriptsArePrinted() throws {
    let folder = try TemporaryFolder()
    let first = try folder.write(messy, to: "a=1.fetch")
    let result = try BuiltCommand.run("--format", first, "-", input: "= 1+1")
    #expect(result.output == tidy + "= 1 + 1\n" && result.status == 0)
    #expect(try BuiltCommand.run("--format", input: messy).output == tidy)
    #expect(try folder.text("a=1.fetch") == messy)
  }

  @Test func filesAreRewrittenInPlace() throws {
    let folder = try TemporaryFolder()
    let paths = [try folder.write(messy, to: "a.fetch"), try folder.write(tidy, to: "b.fetch")]
    #expect(try BuiltCommand.run(["--format", "--check"] + paths).status == 1)
    let check = try BuiltCommand.run(["--format", "--check"] + paths)
    #expect(check.output == paths[0] + "\n")
    let result = try BuiltCommand.run(["--format", "--in-place"] + paths)
    #expect(result.output.isEmpty && result.errors.isEmpty && result.status == 0)
    #expect(try folder.text("a.fetch") == tidy)
    #expect(try BuiltCommand.run(["--format", "--check"] + paths).status == 0)
    #expect(try folder.names() == ["a.fetch", "b.fetch"])
  }

  @Test func errorsLeaveAFileAsItIs() throws {
    let folder = try TemporaryFolder()
    let broken = try folder.write("count User\nfetch  Budget where\n", to: "broken.fetch")
    let tidied = try folder.write(messy, to: "messy.fetch")
    let result = try BuiltCommand.run("--format", "--in-place", broken, tidied)
    #expect(result.status == 1)
    #expect(result.errors.contains("broken.fetch:2"))
    #expect(result.errors.contains("^"))
    #expect(try folder.text("broken.fetch") == "count User\nfetch  Budget where\n")
    #expect(try folder.text("messy.fetch") == tidy)
  }

  @Test func bytesThatAreNotUTF8AreRefused() throws {
    let folder = try TemporaryFolder()
    let bytes = Data("count   User // ".utf8) + Data([0xFF, 0xFE])
    let path = folder.file("a.fetch")
    try bytes.write(to: URL(fileURLWithPath: path))
    let result = try BuiltCommand.run("--format", "--in-place", path)
    #expect(result.status == 3 && result.errors.contains("it is not UTF-8"), "\(result.errors)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
  }

  @Test func invisibleCharactersStayEscapes() throws {
    let text = #"= "a\u{202E}b\u{200B}c\u{FEFF}\u{301}é 👩‍💻""# + "\n"
    #expect(try BuiltCommand.run("--format", input: text).output == text)
  }

  @Test(arguments: [
    (["--format", "nowhere.fetch"], Int32(3), "cannot read \"nowhere.fetch\""),
    (["--check", "a.fetch"], 2, "--check is used with --format"),
    (["--format", "--check", "--in-place"], 2, "exclude each other"),
    (["--format", "-f", "a.fetch"], 2, "write the name of the script without -f"),
    (["--format", "-c", "count User"], 2, "-c and --format exclude each other"),
    (["--format", "-o", "a.fetch"], 2, "--output and --format exclude each other"),
    (["--mcp", "-c", "count User"], 2, "-c and --mcp exclude each other"),
    (["--mcp", "-m", "csv"], 2, "--mode and --mcp exclude each other"),
    (["--kernel", "--mcp"], 2, "--mcp and --kernel exclude each other"),
    (["--report", "a.html", "-o", "a.csv"], 2, "--output and --report exclude each other"),
    (
      ["--mcp", "--read-only", "--allow-changes"], 2,
      "--read-only and --allow-changes exclude each other"
    ),
  ])
  func wrongUsageIsReported(arguments: [String], status: Int32, message: String) throws {
    let result = try BuiltCommand.run(arguments)
    #expect(result.status == status && result.errors.contains(message), "\(result.errors)")
  }
}
