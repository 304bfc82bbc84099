import Diagnostics

/// A block as drawn on the screen: the prompt, the colored text with a marker before each further
/// line, a hint, and a list below.
///
/// Each drawing repeats all visible rows over those before, with the cursor hidden.
struct BlockPicture {
  let layout: BlockLayout
  let prompt: String
  let text: [Unicode.Scalar]
  var roles: [TextRole] = []
  var usesColor = false
  /// The marker before a line, without its space.
  var marker: (Int) -> String = { _ in "" }
  /// The dimmed text after the block.
  var hint = ""
  /// The lines below the block.
  var list: [String] = []
  /// The visible rows.
  var visible: Range<Int>

  /// What is on the screen.
  struct Drawn {
    var rows: [BlockLayout.DrawnRow]
    /// The cursor, relative to the first row.
    var cursor: BlockLayout.Place
    /// The index of the first visible row.
    var first: Int
  }

  init(_ layout: BlockLayout, prompt: String, text: [Unicode.Scalar]) {
    (self.layout, self.prompt, self.text) = (layout, prompt, text)
    visible = layout.rows.indices
  }

  /// Restricts the picture to `count` rows around the cursor, moving as little as possible from a
  /// picture that starts at `first`.
  mutating func show(rows count: Int, from first: Int) {
    let count = max(1, min(count, layout.rows.count))
    let lowest = max(0, min(first, layout.rows.count - count))
    let start = min(max(lowest, layout.cursor.row - count + 1), layout.cursor.row)
    visible = start..<start + count
  }

  /// The output that draws the picture, starting at the first row of the one before.
  func output() -> (text: String, drawn: Drawn) {
    var output = "\r"
    var drawn: [BlockLayout.DrawnRow] = []
    var isAtMargin = false
    for index in visible {
      let row = layout.rows[index]
      let isLast = index + 1 == visible.upperBound
      output += self.row(row, index)
      var width = row.end
      if isLast, !hint.isEmpty {
        let shown = escapedForTerminal(String(hint.prefix { !$0.isNewline }))
          .clipped(to: layout.columns - row.end - 1)
        output += StyledText(shown, .dim).rendered(usesColor: true)
        width += shown.displayWidth
      }
      isAtMargin = width >= layout.columns
      if !isAtMargin { output += "\u{1B}[K" }
      // An empty rest of a full row starts with a line end: nothing makes the terminal wrap.
      let isEmptyNext = !isLast && layout.rows[index + 1].glyphs.isEmpty
      let wraps = row.isContinued && !isLast && !isEmptyNext
      if !isLast, !wraps { output += "\r\n" }
      drawn.append(BlockLayout.DrawnRow(width: width, isContinued: wraps))
    }
    for line in list {
      output += "\r\n\(line)\u{1B}[K"
      isAtMargin = false
    }
    if !isAtMargin { output += "\u{1B}[J" }
    let cursor = BlockLayout.Place(
      row: layout.cursor.row - visible.lowerBound,
      column: layout.cursor.column
    )
    let up = drawn.count - 1 + list.count - cursor.row
    output += "\r" + (up > 0 ? "\u{1B}[\(up)A" : "")
    output += cursor.column > 0 ? "\u{1B}[\(cursor.column)C" : ""
    return (output, Drawn(rows: drawn, cursor: cursor, first: visible.lowerBound))
  }

  private func row(_ row: BlockLayout.Row, _ index: Int) -> String {
    var output = ""
    if row.line == 0, layout.rows[0].end > 0 || row.glyphs.first.map({ $0.column > 0 }) ?? false {
      output += prompt
    } else if let line = row.line, line > 0, layout.indent > 0 {
      let text = marker(line).clipped(to: layout.indent - 1)
      let spaces = String(repeating: " ", count: layout.indent - 1 - text.displayWidth)
      output += spaces + StyledText(text, .dim).rendered(usesColor: usesColor) + " "
    }
    var run = ""
    var role = TextRole.plain
    func flush() {
      output += StyledText(run, role).rendered(usesColor: usesColor)
      run = ""
    }
    for glyph in row.glyphs {
      let next = glyph.index < roles.count ? roles[glyph.index] : .plain
      if next != role {
        flush()
        role = next
      }
      run += glyph.text
      if glyph.isDisputed, glyph.column + glyph.width < layout.columns {
        flush()
        output += "\u{1B}[\(glyph.column + glyph.width + 1)G"
      }
    }
    flush()
    return output
  }
}

extension String {
  /// The longest prefix of the first line that fits into `width` columns.
  func clipped(to width: Int) -> String {
    var rest = width
    var result = ""
    for character in self {
      let width = character.displayWidth
      if character.unicodeScalars.contains(where: \.isControl) || width > rest { break }
      rest -= width
      result.append(character)
    }
    return result
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a control character, including line ends and tabs, which terminals may
  /// interpret.
  var isControl: Bool { properties.generalCategory == .control }
}
