import Diagnostics
import Platform

/// Lays out help for a terminal of 80 columns.
enum HelpLayout {
  /// The terminal's width, between 20 and 80 columns.
  static var width: Int { min(80, max(20, Terminal.width ?? 80)) }

  /// Terms with their meanings in a second column. A term that is too wide gets its own line.
  static func table(
    _ rows: [(term: String, text: String)],
    indent: Int = 0,
    column limit: Int = 28
  ) -> [StyledText] {
    let column = min(rows.map(\.term.count).max() ?? 0, limit, max(8, width - 28))
    return rows.flatMap { row -> [StyledText] in
      var lines = wrapped(row.text, to: width - indent - column - 2)
      var terms = wrapped(row.term, to: width - indent - 4).enumerated().map { index, line in
        indented(line, by: index == 0 ? indent : indent + 4, .keyword)
      }
      if terms.isEmpty { terms = [indented("", by: indent)] }
      if row.term.count <= column, !lines.isEmpty {
        terms[0].appendSpaces(column - row.term.count + 2)
        terms[0].append(lines.removeFirst())
      }
      return terms + lines.map { indented($0, by: indent + column + 2) }
    }
  }

  /// Wrapped text, indented by `indent`.
  static func paragraph(
    _ text: String,
    indent: Int,
    _ role: TextRole = .plain
  ) -> [StyledText] {
    wrapped(text, to: width - indent).map { indented($0, by: indent, role) }
  }

  /// A syntax form; continuation lines are indented.
  static func syntax(_ text: String) -> [StyledText] {
    wrapped(text, to: width - 4).enumerated().map { index, line in
      indented(line, by: index == 0 ? 0 : 4, .keyword)
    }
  }

  /// `for example: …`
  static func example(_ text: String) -> [StyledText] {
    paragraph("for example: " + text, indent: 2, .dim)
  }

  /// Joins terms without allowing line breaks within them.
  static func list(_ terms: [String]) -> String {
    terms.map { $0.replacing(" ", with: "\u{A0}") }.joined(separator: " \u{A0}")
  }

  static func indented(_ text: String, by count: Int, _ role: TextRole = .plain) -> StyledText {
    var line = StyledText(String(repeating: " ", count: count))
    line.append(text, role)
    return line
  }

  /// A word, broken after the `|` of its choices if it is too long: `bar|column|line`.
  private static func choices(_ word: Substring, to width: Int) -> [String] {
    guard word.count > width, word.contains("|") else { return [String(word)] }
    var lines = [""]
    for (index, choice) in word.split(separator: "|").enumerated() {
      let piece = index == 0 ? String(choice) : "|\(choice)"
      if lines[lines.count - 1].count + piece.count > width { lines.append("") }
      lines[lines.count - 1] += piece
    }
    return lines
  }

  private static func wrapped(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines += choices(word, to: width)
      }
    }
    return lines.map { $0.replacing("\u{A0}", with: " ") }
  }
}
