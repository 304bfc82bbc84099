import Diagnostics

/// Reprints a block in color in the same cells, followed by a hint or a marker.
///
/// The editor's idea of the screen stays correct, because only attributes change. Text after the
/// block must be erased before the editor draws again.
struct BlockPainter {
  private let layout: BlockLayout
  private(set) var output = ""
  /// Where the terminal's cursor is; at the margin its column is that of the margin.
  private var pen: BlockLayout.Place

  init(_ layout: BlockLayout) {
    self.layout = layout
    pen = layout.cursor
  }

  var isWrapped: Bool { layout.end.row > 0 }

  /// Prints `text` with one role for each character.
  mutating func paint(_ text: [Unicode.Scalar], _ roles: [TextRole]) {
    var place = layout.start
    var run = ""
    var role = TextRole.plain
    for (index, scalar) in text.enumerated() {
      let glyph = layout.glyph(scalar, at: place)
      place = glyph.next
      if glyph.text.isEmpty { continue }
      let next = index < roles.count ? roles[index] : .plain
      // A combining mark shares the cell of the letter before it.
      if glyph.width > 0, pen != glyph.start || next != role {
        flush(&run, role)
        role = next
        if !isWrapped(to: glyph.start) { move(to: glyph.start) }
        pen = glyph.start
      }
      run += glyph.text
      pen.column += glyph.width
    }
    flush(&run, role)
  }

  /// Whether the terminal wraps to `place` by itself. Such rows stay one line, which the terminal
  /// rewraps when it is resized.
  private func isWrapped(to place: BlockLayout.Place) -> Bool {
    pen.column == layout.columns && place == BlockLayout.Place(row: pen.row + 1, column: 0)
  }

  private mutating func flush(_ run: inout String, _ role: TextRole) {
    output += StyledText(run, role).rendered(usesColor: true)
    run = ""
  }

  /// Prints the first line of `text` dimmed after the block, if it fits the row.
  mutating func hint(_ text: String) {
    let room = layout.columns - layout.end.column - 1
    let line = text.prefix { !$0.isNewline }
    let shown = escapedForTerminal(String(line)).clipped(to: room)
    if shown.isEmpty { return }
    move(to: layout.end)
    write(shown)
  }

  /// Prints `text` dimmed at the right margin of the block's last row, if there is room.
  mutating func mark(_ text: String) {
    let column = layout.columns - text.displayWidth - 1
    guard column > layout.end.column + 1 else { return }
    move(to: BlockLayout.Place(row: layout.end.row, column: column))
    write(text)
  }

  /// Erases the text after the block.
  mutating func eraseRest() {
    move(to: layout.end)
    output += "\u{1B}[K"
  }

  /// Moves the cursor back to its position.
  ///
  /// - Parameter surely: Whether to set the column even if it should be correct already.
  mutating func finish(surely: Bool = false) {
    if surely { pen.column = -1 }
    move(to: layout.cursor)
  }

  private mutating func write(_ text: String) {
    output += StyledText(text, .dim).rendered(usesColor: true)
    pen.column += text.displayWidth
  }

  private mutating func move(to place: BlockLayout.Place) {
    if place == pen { return }
    output += "\r"
    let rows = place.row - pen.row
    if rows < 0 { output += "\u{1B}[\(-rows)A" }
    if rows > 0 { output += "\u{1B}[\(rows)B" }
    if place.column > 0 { output += "\u{1B}[\(place.column)C" }
    pen = place
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
