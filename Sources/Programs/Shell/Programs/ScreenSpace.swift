import Diagnostics

/// How much of a screen a text has filled that comes in pieces.
struct ScreenSpace {
  let rows: Int
  let columns: Int
  private var lines = 0
  /// What the line that is not at its end yet fills.
  private var width = 0
  /// Whether the text stands within a colour's escape sequence, which fills nothing.
  private var isInSequence = false

  init(rows: Int, columns: Int) {
    (self.rows, self.columns) = (rows, columns)
  }

  /// Takes the next piece; gives whether all so far fits, no line being broken.
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
