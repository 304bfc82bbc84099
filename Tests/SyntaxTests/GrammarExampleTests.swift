import Diagnostics
import ForeignInput
import Syntax
import Testing

/// The texts under `Grammar/` are read as they say.
@Suite struct GrammarExampleTests {
  static let accepted = (try? ExampleBlock.all(in: "Grammar/Accepted")) ?? []
  static let rejected = (try? ExampleBlock.all(in: "Grammar/Rejected")) ?? []

  @Test func thereAreEnoughExamples() {
    #expect(Self.accepted.count >= 60)
    #expect(Self.rejected.count >= 60)
  }

  /// Each block is one statement; lines with `//>` are its canonical text, if it differs.
  @Test(arguments: accepted) func isAccepted(_ block: ExampleBlock) throws {
    let text = block.lines(without: "//>")
    let tree = try #require(statement(text), "\(diagnostics(of: text).map(\.message))")
    let expected = block.lines(behind: "//>").joined(separator: "\n")
    let printed = SyntaxPrinter().text(of: tree)
    #expect(printed == (expected.isEmpty ? text : expected))
    #expect(statement(printed).map(describe) == describe(tree))
  }

  /// All blocks of a file together are a script with as many statements.
  @Test func filesAreScripts() throws {
    for path in try Repository.files(in: "Grammar/Accepted") {
      let text = try Repository.text(path)
      let count = items(of: text).reduce(0) { count, item in
        if case .statement = item { count + 1 } else { count }
      }
      #expect(count == ExampleBlock.blocks(of: text, path: path).count, "in \(path)")
    }
  }

  /// Lines with `>` are the text, those with `!>` its errors.
  @Test(arguments: rejected) func isRejected(_ block: ExampleBlock) {
    let text = block.lines(behind: ">").joined(separator: "\n")
    #expect(block.lines(behind: "!>") == Self.report(on: text))
  }

  private static func report(on text: String) -> [String] {
    let source = SourceText(name: "test", text: text)
    let advisor = ForeignInputAdvisor()
    let found = diagnostics(of: text).map { advisor.improved($0, in: source) }
      .flatMap { lines(of: $0, in: source) }
    return found.isEmpty ? ["no error"] : found
  }

  @Test(.enabled(if: Repository.isRecording)) func record() throws {
    for path in try Repository.files(in: "Grammar/Rejected") {
      let blocks = ExampleBlock.blocks(of: try Repository.text(path), path: path)
      try Repository.record(blocks.map(Self.recorded).joined(separator: "\n"), at: path)
    }
    Issue.record("the examples were written again; look at the changes")
  }

  private static func recorded(_ block: ExampleBlock) -> String {
    let input = block.lines.filter { !$0.hasPrefix("!>") }
    let errors = report(on: block.lines(behind: ">").joined(separator: "\n")).map { "!> \($0)" }
    return (input + errors).map { $0 + "\n" }.joined()
  }
}
