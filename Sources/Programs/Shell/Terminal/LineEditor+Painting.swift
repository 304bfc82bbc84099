import CEditline
import Diagnostics

extension LineEditor {
  /// What stands behind the block on the screen and is no part of it.
  struct Decoration {
    /// The rest of a block of the history that begins as this text does, which was the whole block.
    var hint: (text: [Unicode.Scalar], rest: String)?
    /// How the row behind the block is erased, and the cursor brought back; nil if nothing is there.
    var eraser: String?
  }

  /// Blocks of more characters are not coloured, and get no hints: each key would take long.
  private static let paintedCharacters = 10_000

  /// Prints the block that the library has drawn again, in colours, with the hint behind it.
  func paint() {
    decoration = Decoration()
    guard bufferCount <= Self.paintedCharacters else { return }
    let (text, cursor) = buffer
    let layout = layout(of: text, cursor: cursor)
    // Of a block that is higher than the screen the upper rows are gone.
    guard layout.end.row < size.rows else { return }
    var painter = BlockPainter(layout)
    if let support { decorate(text, cursor, support, &painter) }
    // The library errs by a column where it inserts before a wide character.
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
      // The library leaves blanks at the margin out; terminals then take the rows for two lines.
      painter.paint(text, [])
    }
    if cursor == text.count, let hint = hint(for: string) {
      decoration.hint = (text, hint)
      painter.hint(hint)
    } else if text.contains("\n"), let open = support.openConstruct(string) {
      painter.mark("open: \(open)")
    }
  }

  /// Erases what stands behind the block, before the library draws.
  func eraseDecoration() {
    guard let eraser = decoration.eraser else { return }
    write(eraser)
    decoration.eraser = nil
  }

  /// The places of the block's characters on the screen as the library takes it to be.
  func layout(of text: [Unicode.Scalar], cursor: Int) -> BlockLayout {
    BlockLayout(
      promptWidth: promptWidth,
      text: text,
      cursor: cursor,
      columns: size.columns
    )
  }

  /// Puts in the rest that the hint shows, if there is one; whether there was. Of keys that come
  /// together the last may meet a hint for the text before the others.
  func takeHint() -> Bool {
    guard let hint = decoration.hint, buffer == (hint.text, hint.text.count) else { return false }
    decoration.hint = nil
    insert(hint.rest)
    return true
  }

  /// What follows `text` in the newest block of the history that begins with it.
  private func hint(for text: String) -> String? {
    guard text.contains(where: { !$0.isWhitespace }) else { return nil }
    let written = text.utf8
    let block = blocks.last { $0.utf8.count > written.count && $0.utf8.starts(with: written) }
    return block.map { String($0.unicodeScalars.dropFirst(text.unicodeScalars.count)) }
  }
}
