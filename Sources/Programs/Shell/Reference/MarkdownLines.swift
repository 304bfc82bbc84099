import Foundation

/// Writes what a page says in Markdown.
enum MarkdownLines {
  /// A text as it stands, in the type of programs.
  static func code(_ text: String) -> String {
    text.contains("`") ? "`` \(text) ``" : "`\(text)`"
  }

  /// A text whose signs are no marks of Markdown but for the backticks.
  static func prose(_ text: String) -> String {
    text.components(separatedBy: "`").enumerated().map { index, part in
      index % 2 == 1 ? part : part.replacing(/[\\*_<]/) { "\\" + $0.output }
    }.joined(separator: "`")
  }

  /// Texts in the type of programs, one behind the other.
  static func codes(_ texts: [String]) -> String {
    texts.map(code).joined(separator: " ")
  }

  /// A table; of its first column each cell is in the type of programs.
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

  /// A text as a sentence: with a capital at its start and a point at its end.
  static func sentence(_ text: String) -> String {
    let text = prose(text)
    let start = text.prefix(1).uppercased() + text.dropFirst()
    return start.hasSuffix(".") ? start : start + "."
  }

  /// Where a heading is found on its page.
  static func link(to heading: String) -> String {
    let place = heading.lowercased().replacing(" ", with: "-")
      .filter { $0.isLetter || $0.isNumber || $0 == "-" }
    return "[\(heading)](#\(place))"
  }
}
