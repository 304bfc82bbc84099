import Foundation

/// Formats text as Markdown.
enum MarkdownLines {
  /// Text as code.
  static func code(_ text: String) -> String {
    text.contains("`") ? "`` \(text) ``" : "`\(text)`"
  }

  /// Text with Markdown's special characters escaped, except for backticks.
  static func prose(_ text: String) -> String {
    text.components(separatedBy: "`").enumerated().map { index, part in
      index % 2 == 1 ? part : part.replacing(/[\\*_<]/) { "\\" + $0.output }
    }.joined(separator: "`")
  }

  /// Texts as code, separated by spaces.
  static func codes(_ texts: [String]) -> String {
    texts.map(code).joined(separator: " ")
  }

  static func table(_ headings: [String], _ rows: [[String]]) -> [String] {
    let ruler = "|" + String(repeating: " --- |", count: headings.count)
    return [row(headings), ruler] + rows.map(row)
  }

  private static func row(_ cells: [String]) -> String {
    "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
  }

  /// Lines between fences.
  static func block(_ kind: String, _ lines: [String]) -> [String] {
    ["```" + kind] + lines + ["```"]
  }

  /// The lines with long paragraphs and list items wrapped. Code and tables stay as they are.
  static func wrapped(_ lines: [String], width: Int = 118) -> [String] {
    var isCode = false
    return lines.flatMap { line in
      if line.hasPrefix("```") { isCode.toggle() }
      guard !isCode, !line.hasPrefix("|"), line.count > width else { return [line] }
      let indent = line.hasPrefix("- ") ? "  " : ""
      var wrapped = [""]
      for word in line.split(separator: " ") {
        let last = wrapped[wrapped.count - 1]
        if last.count + word.count >= width {
          wrapped.append(indent + word)
        } else {
          wrapped[wrapped.count - 1] = last.isEmpty ? String(word) : last + " " + word
        }
      }
      return wrapped
    }
  }

  /// Text as a sentence, with a capital letter and a period.
  static func sentence(_ text: String) -> String {
    let text = prose(text)
    let start = text.prefix(1).uppercased() + text.dropFirst()
    return start.hasSuffix(".") ? start : start + "."
  }

  /// A link to a heading on the same page.
  static func link(to heading: String) -> String {
    let place = heading.lowercased().replacing(" ", with: "-")
      .filter { $0.isLetter || $0.isNumber || $0 == "-" }
    return "[\(heading)](#\(place))"
  }
}
