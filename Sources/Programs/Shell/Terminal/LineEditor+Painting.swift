import CEditline
import Diagnostics

extension LineEditor {
  /// Text on the screen after the block.
  struct Decoration {
    /// The rest of a matching block in the history, and the text it was found for.
    var hint: (text: [Unicode.Scalar], rest: String)?
    /// The escape sequence that erases the decoration; nil if there is none.
    var eraser: String?
  }

  /// Longer blocks are not colored, because that would delay typing.
  private static let paintedCharacters = 10_000

  /// Reprints the block in color, with the hint after it.
  func paint() {
    decoration = Decoration()
    guard bufferCount <= Self.paintedCharacters else { return }
    let (text, cursor) = buffer
    let layout = layout(of: text, cursor: cursor)
    // The upper rows of a block taller than the screen have scrolled off.
    guard layout.end.row < size.rows else { return }
    var painter = BlockPainter(layout)
    if let support { decorate(text, cursor, support, &painter) }
    // The library is off by a column after inserting before a wide character.
    let isLatin = text.allSatisfy { $0.value < 0x300 }
    painter.finish(surely: !isLatin)
    if painter.output.isEmpty { return }
    write("\u{1B}[?25l\(painter.output)\u{1B}[?25h")
    var eraser = BlockPainter(layout)
    eraser.eraseRest()
    eraser.finish()
    decoration.eraser = eraser.output
  }

  private func decorate(
    _ text: [Unicode.Scalar],
    _ cursor: Int,
    _ support: EditingSupport,
    _ painter: inout BlockPainter
  ) {
    let string = String(String.UnicodeScalarView(text))
    if usesColor, let roles = support.roles(string, cursor) {
      painter.paint(text, roles)
    } else if painter.isWrapped {
      // The library omits spaces at the margin, which makes terminals treat the rows as two lines.
      painter.paint(text, [])
    }
    if cursor == text.count, let hint = hint(for: string) {
      decoration.hint = (text, hint)
      painter.hint(hint)
    } else if text.contains("\n"), let open = support.openConstruct(string) {
      painter.mark("open: \(open)")
    }
  }

  /// Erases the text after the block, before the library draws.
  func eraseDecoration() {
    guard let eraser = decoration.eraser else { return }
    write(eraser)
    decoration.eraser = nil
  }

  /// The screen positions of the block, as the library assumes them.
  func layout(of text: [Unicode.Scalar], cursor: Int) -> BlockLayout {
    BlockLayout(
      promptWidth: promptWidth,
      text: text,
      cursor: cursor,
      columns: size.columns
    )
  }

  /// Inserts the hint, if there is a current one. Fast typing may have made it outdated.
  func takeHint() -> Bool {
    guard let hint = decoration.hint, buffer == (hint.text, hint.text.count) else { return false }
    decoration.hint = nil
    insert(hint.rest)
    return true
  }

  /// The rest of the newest block in the history that starts with `text`.
  private func hint(for text: String) -> String? {
    guard text.contains(where: { !$0.isWhitespace }) else { return nil }
    let written = text.utf8
    let isMatch = { (block: String) in
      block.utf8.count > written.count && block.utf8.starts(with: written)
    }
    let block =
      blocks.last { isMatch($0) && !failedBlocks.contains($0) } ?? blocks.last(where: isMatch)
    return block.map { String($0.unicodeScalars.dropFirst(text.unicodeScalars.count)) }
  }
}
