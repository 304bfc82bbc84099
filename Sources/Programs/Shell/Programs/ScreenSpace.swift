import Diagnostics

/// The part of a screen that a text has filled so far.
struct ScreenSpace {
  let rows: Int
  let columns: Int
  private var lines = 0
  /// The width of the current line.
  private var width = 0
  /// Whether the text is within an escape sequence, which takes no space.
  private var isInSequence = false

  init(rows: Int, columns: Int) {
    (self.rows, self.columns) = (rows, columns)
  }

  /// Adds text; returns whether everything so far fits without wrapping.
  mutating func takes(_ piece: String) -> Bool {
    for character in piece {
      if character.isNewline {
        lines += 1
        width = 0
      } else if character == "\u{1B}" {
        isInSequence = true
      } else if isInSequence {
        isInSequence = !character.isLetter
      } else {
        width += character.displayWidth
      }
      if lines >= rows || width > columns { return false }
    }
    return true
  }
}
