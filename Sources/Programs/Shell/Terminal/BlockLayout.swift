import CEditline

/// The screen positions of a block's characters, as the editor draws them.
struct BlockLayout {
  /// A cell, relative to the start of the prompt.
  struct Place: Equatable {
    var row: Int
    var column: Int
  }

  /// A drawn character.
  struct Glyph {
    /// The drawn text: the character itself, `^A` for a control character, nothing for a line end.
    let text: String
    /// The first cell.
    let start: Place
    /// The number of columns.
    let width: Int
    /// The position of the next character.
    let next: Place
  }

  /// The terminal's width.
  let columns: Int
  /// The position of the first character, after the prompt.
  let start: Place
  private(set) var cursor: Place
  private(set) var end: Place

  /// Lays out `text` after a prompt of `promptWidth` columns.
  init(promptWidth: Int, text: [Unicode.Scalar], cursor index: Int, columns: Int) {
    self.columns = max(columns, 1)
    start = Place(row: promptWidth / self.columns, column: promptWidth % self.columns)
    (cursor, end) = (start, start)
    var place = start
    for (offset, scalar) in text.enumerated() {
      if offset == index { cursor = place }
      place = next(after: place, scalar)
    }
    if index >= text.count { cursor = place }
    end = place
  }

  /// The drawn form of `scalar` after a character that ends at `place`.
  func glyph(_ scalar: Unicode.Scalar, at place: Place) -> Glyph {
    let text = Self.text(of: scalar)
    let next = next(after: place, scalar)
    switch scalar {
    case "\n": return Glyph(text: "", start: place, width: 0, next: next)
    case "\t":
      let width = (next.row == place.row ? next.column : columns) - place.column
      let spaces = String(repeating: " ", count: width)
      return Glyph(text: spaces, start: place, width: width, next: next)
    default:
      let width = Self.width(of: scalar)
      let start = place.column + width > columns ? Place(row: place.row + 1, column: 0) : place
      return Glyph(text: text, start: start, width: width, next: next)
    }
  }

  private func next(after place: Place, _ scalar: Unicode.Scalar) -> Place {
    switch scalar {
    case "\n": return Place(row: place.row + 1, column: 0)
    case "\t":
      // A tab extends at most to the margin.
      let column = (place.column / 8 + 1) * 8
      return column < columns
        ? Place(row: place.row, column: column) : Place(row: place.row + 1, column: 0)
    default:
      let width = Self.width(of: scalar)
      // A wide character that does not fit moves to the next row.
      let start = place.column + width > columns ? columns : place.column
      let end = start == columns && width > 0 ? columns + width : start + width
      return Place(row: place.row + end / columns, column: end % columns)
    }
  }

  private static func width(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x20..<0x7F: return 1
    case 0..<0x20, 0x7F..<0xA0: return 2
    default: break
    }
    let width = Int(editline_width(scalar.wide))
    if width >= 0 { return width }
    return scalar.value > 0xFFFF ? 8 : 7
  }

  /// The editor's form of a character: `^A` for control characters, `\U+200B` for others that
  /// cannot be printed.
  private static func text(of scalar: Unicode.Scalar) -> String {
    switch scalar.value {
    case 0x20..<0x7F: return String(scalar)
    case 0x7F: return "^?"
    case 0..<0x20, 0x80..<0xA0:
      return "^" + (Unicode.Scalar(scalar.value | 0x40).map { String($0) } ?? "?")
    default: break
    }
    if editline_width(scalar.wide) >= 0 { return String(scalar) }
    let digits = String(scalar.value, radix: 16)
    let count = scalar.value > 0xFFFF ? 5 : 4
    return "\\U+" + String(repeating: "0", count: max(0, count - digits.count)) + digits
  }
}
