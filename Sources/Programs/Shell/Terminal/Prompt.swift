import Diagnostics
import Foundation

/// The prompt, which ends with a space.
struct Prompt {
  /// The text, colored or not.
  let rendered: String
  /// The text without the final `>`.
  let name: String
  let width: Int

  /// Creates a prompt with `text` and a space.
  init(_ text: String, isColored: Bool) {
    rendered = StyledText(text, .prompt).rendered(usesColor: isColored) + " "
    name = text.hasSuffix(">") ? String(text.dropLast()) : text
    width = text.displayWidth + 1
  }
}

/// Pasted text.
struct PastedText {
  private let text: String
  private let prompts: [String]

  /// - Parameter prompt: The name in the current prompt, which pasted examples may contain.
  init(_ text: String, prompt: String = "martlet") {
    self.text = text
    let name = String(prompt.prefix { $0 != "*" && $0 != " " })
    let names = ["martlet", "lesson", name].flatMap { [$0, "\($0)*"] }
    prompts = Set(names + [prompt]).map { "\($0)> " } + ["...> "]
  }

  /// The text with `\n` line ends, without prompts, trailing empty lines and control characters.
  var block: String {
    var lines = Self.withPlainLineEnds(text).split(
      separator: "\n",
      omittingEmptySubsequences: false
    ).map { withoutPrompt(String($0)) }
    if lines.count > 1 {
      while let last = lines.last, last.allSatisfy(\.isWhitespace) { lines.removeLast() }
    }
    return lines.joined(separator: "\n")
  }

  /// Replaces line ends by `\n` and removes other control characters.
  private static func withPlainLineEnds(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    var previous: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\r": scalars.append("\n")
      case "\n": if previous != "\r" { scalars.append("\n") }
      case "\t": scalars.append(scalar)
      default: if !scalar.isControl { scalars.append(scalar) }
      }
      previous = scalar
    }
    return String(scalars)
  }

  /// Examples are often copied with their prompts.
  private func withoutPrompt(_ line: String) -> String {
    let start = line.drop { $0 == " " }
    guard let prompt = prompts.first(where: start.hasPrefix) else { return line }
    return String(start.dropFirst(prompt.count))
  }
}
