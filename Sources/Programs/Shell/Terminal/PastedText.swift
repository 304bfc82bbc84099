/// A text that was pasted, and the block that it becomes.
struct PastedText {
  private let text: String
  private let prompts: [String]

  /// A text that was pasted at a prompt named `prompt`.
  init(_ text: String, prompt: String = "martlet") {
    self.text = text
    prompts = Set(["martlet", "lesson", prompt]).map { "\($0)> " } + ["...> "]
  }

  /// The text with `\n` for each line end, without prompts, empty lines at its end and control characters.
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

  /// Line ends become `\n`; other control characters go.
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

  /// Examples are copied with the prompts before their statements.
  private func withoutPrompt(_ line: String) -> String {
    let start = line.drop { $0 == " " }
    guard let prompt = prompts.first(where: start.hasPrefix) else { return line }
    return String(start.dropFirst(prompt.count))
  }
}
