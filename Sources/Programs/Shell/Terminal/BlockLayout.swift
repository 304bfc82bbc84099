import Diagnostics

/// The screen positions of a block's grapheme clusters, after a prompt and, on further lines, after
/// a marker.
struct BlockLayout {
  /// A cell, relative to the start of the prompt.
  struct Place: Equatable {
    var row: Int
    var column: Int
  }

  /// A drawn grapheme cluster.
  struct Glyph {
    /// The drawn text: the cluster itself, or an escape for one that cannot be printed.
    let text: String
    /// The index of its first scalar.
    let index: Int
    let column: Int
    let width: Int
    /// Whether terminals disagree about its width.
    let isDisputed: Bool
  }

  /// A row of the screen.
  struct Row {
    var glyphs: [Glyph] = []
    /// The index of the line that starts here; nil for the rest of a wrapped line.
    var line: Int?
    /// The column after the last glyph.
    var end: Int
    /// Whether the line continues on the next row. The terminal wraps it by itself.
    var isContinued = false
  }

  /// The terminal's width.
  let columns: Int
  /// The width of the prompt, and of the marker of further lines; 0 on narrow screens.
  let indent: Int
  private(set) var rows: [Row]
  private(set) var cursor: Place

  /// The position after the last glyph.
  var end: Place { Place(row: rows.count - 1, column: rows.last?.end ?? 0) }

  /// Lays out `text` after a prompt of `promptWidth` columns.
  init(promptWidth: Int, text: [Unicode.Scalar], cursor index: Int, columns: Int) {
    self.columns = max(columns, 1)
    indent = promptWidth * 2 <= self.columns ? promptWidth : 0
    let first = promptWidth < self.columns ? promptWidth : 0
    rows = [Row(line: 0, end: first)]
    cursor = Place(row: 0, column: first)
    var (offset, line) = (0, 0)
    for character in String(String.UnicodeScalarView(text)) {
      let count = character.unicodeScalars.count
      if index >= offset { cursor = end }
      if character == "\n" {
        line += 1
        unwrap(isCursor: index == offset)
        rows.append(Row(line: line, end: indent))
      } else {
        append(character, at: offset, isCursor: index >= offset && index < offset + count)
      }
      offset += count
    }
    if index >= offset { cursor = end }
  }

  private mutating func append(_ character: Character, at index: Int, isCursor: Bool) {
    let column = end.column
    let text = Self.text(of: character, at: column, columns)
    let width = min(text.displayWidth, columns)
    if column + width > columns { wrap() }
    if isCursor { cursor = end }
    let sum = text.unicodeScalars.reduce(0) { $0 + String($1).displayWidth }
    rows[rows.count - 1].glyphs.append(
      Glyph(
        text: text,
        index: index,
        column: end.column,
        width: width,
        isDisputed: character.unicodeScalars.count > 1 && sum != width
      )
    )
    rows[rows.count - 1].end += width
    // The cursor is never after the last column.
    if end.column == columns { wrap() }
  }

  private mutating func wrap() {
    rows[rows.count - 1].isContinued = true
    rows.append(Row(line: nil, end: 0))
  }

  /// Removes the empty rest of a row that a line fills exactly.
  private mutating func unwrap(isCursor: Bool) {
    guard rows.count > 1, let last = rows.last, last.line == nil, last.glyphs.isEmpty else {
      return
    }
    rows.removeLast()
    rows[rows.count - 1].isContinued = false
    if isCursor { cursor = Place(row: rows.count - 1, column: columns - 1) }
  }

  private static func text(of character: Character, at column: Int, _ columns: Int) -> String {
    // A tab extends at most to the margin.
    character == "\t"
      ? String(repeating: " ", count: min(8 - column % 8, columns - column))
      : escapedForTerminal(String(character))
  }

  /// The row of the cursor after the terminal has wrapped the rows again at another width, and the
  /// marks and hints after them.
  static func cursorRow(of rows: [DrawnRow], cursor: Place, columns: Int) -> Int {
    let columns = max(columns, 1)
    var row = 0
    var offset = 0
    for (index, drawn) in rows.prefix(cursor.row + 1).enumerated() {
      if index == cursor.row { return row + (offset + cursor.column) / columns }
      offset += drawn.width
      if !drawn.isContinued {
        row += max(1, (offset + columns - 1) / columns)
        offset = 0
      }
    }
    return row
  }

  /// A row on the screen.
  struct DrawnRow {
    let width: Int
    let isContinued: Bool
  }
}
