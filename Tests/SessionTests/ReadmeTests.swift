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

extension ReadmeTests {
  /// Blocks without the prompt show parts of an answer; other parts are left out.
  @Test func excerptsArePartsOfOutputs() throws {
    let file = projectFolder.appendingPathComponent("README.md")
    let excerpts = ReadmeExcerpt.all(in: try String(contentsOf: file, encoding: .utf8))
    #expect(excerpts.count >= 2)
    var settings = ScriptSettings()
    for setting in ["demo", "table", "hints"] { _ = settings.take(setting) }
    let console = try ScriptConsole(settings)
    for excerpt in excerpts {
      let answer = console.answer(excerpt.input).text
      #expect(!excerpt.parts.isEmpty)
      for part in excerpt.parts { #expect(answer.contains(part), "\(excerpt.input)") }
    }
  }
}

/// A statement that begins a `text` block of the README, and the paragraphs below it.
private struct ReadmeExcerpt {
  let input: String
  let parts: [String]

  static func all(in text: String) -> [ReadmeExcerpt] {
    textBlocks(of: text).filter { !$0.hasPrefix("martlet> ") }.map { block in
      let lines = block.split(separator: "\n", omittingEmptySubsequences: false)
      let paragraphs = lines.dropFirst().split(whereSeparator: \.isEmpty)
      return ReadmeExcerpt(
        input: String(lines[0]),
        parts: paragraphs.map { $0.joined(separator: "\n") }
      )
    }
  }
}

/// The text between "```text" and "```".
private func textBlocks(of text: String) -> [String] {
  text.components(separatedBy: "```").enumerated()
    .filter { $0.offset % 2 == 1 && $0.element.hasPrefix("text\n") }
    .map { String($0.element.dropFirst("text\n".count)) }
}

/// A statement in a `text` block of the README, after the shell's prompt, and its answer.
private struct ReadmeExample {
  let input: String
  let output: String

  static func all(in text: String) -> [ReadmeExample] {
    textBlocks(of: text).flatMap(examples)
  }

  /// The text after a prompt, which is a name and `> `.
  private static func input(of line: Substring) -> Substring? {
    let name = line.prefix { $0.isASCII && $0.isLetter }
    let rest = line[name.endIndex...]
    return name.isEmpty || !rest.hasPrefix("> ") ? nil : rest.dropFirst(2)
  }

  /// Empty lines between the sections of an answer do not count.
  private static func examples(in block: String) -> [ReadmeExample] {
    guard block.hasPrefix("martlet> ") else { return [] }
    let lines = block.split(separator: "\n")
    let starts = lines.indices.filter { input(of: lines[$0]) != nil } + [lines.endIndex]
    return zip(starts, starts.dropFirst()).map { start, end in
      ReadmeExample(
        input: input(of: lines[start]).map(String.init) ?? "",
        output: lines[(start + 1)..<end].joined(separator: "\n")
      )
    }
  }
}
