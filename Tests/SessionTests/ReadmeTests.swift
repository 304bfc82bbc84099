import Foundation
import Testing

/// The examples of the README are what the program really answers on the demo data.
@Suite struct ReadmeTests {
  @Test func examplesAnswerAsShown() throws {
    let file = projectFolder.appendingPathComponent("README.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let examples = ReadmeExample.all(in: text)
    #expect(examples.count >= 8)
    let console = try ScriptConsole(mode: .table, demo: true)
    for example in examples {
      #expect(console.answer(example.input).text == example.output, "\(example.input)")
    }
  }
}

/// A statement in a `text` block of the README, behind the shell's prompt, and what it answers.
private struct ReadmeExample {
  let input: String
  let output: String

  static func all(in text: String) -> [ReadmeExample] {
    let blocks = text.components(separatedBy: "```").enumerated()
      .filter { $0.offset % 2 == 1 && $0.element.hasPrefix("text\n") }
      .map { String($0.element.dropFirst("text\n".count)) }
    return blocks.flatMap(examples)
  }

  /// Empty lines between the sections of an answer do not count.
  private static func examples(in block: String) -> [ReadmeExample] {
    let prompt = "martlet> "
    return block.components(separatedBy: prompt).dropFirst().map { part in
      let lines = part.split(separator: "\n").map(String.init)
      return ReadmeExample(
        input: lines.first ?? "",
        output: lines.dropFirst().joined(separator: "\n")
      )
    }
  }
}
