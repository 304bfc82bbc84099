import Diagnostics

/// Wraps `text` to `width` columns, after a space if there is one in the last third of a line. A
/// wider grapheme cluster becomes `?`.
func brokenLines(_ text: String, width: Int) -> [FittedText] {
  let whole = fitted(text, toWidth: width)
  if whole.text.utf8.count == text.utf8.count { return [whole] }
  var lines: [FittedText] = []
  var line = OpenLine()
  for character in text {
    let isTooWide = character.displayWidth > width
    let character = isTooWide ? "?" : character
    let columns = isTooWide ? 1 : character.displayWidth
    if line.width + columns > width { lines.append(line.takeLine(width: width)) }
    line.append(character, columns)
  }
  if !line.isEmpty || lines.isEmpty { lines.append(line.takeAll()) }
  return lines
}

/// An unfinished line.
private struct OpenLine {
  private var text = ""
  private(set) var width = 0
  /// The number of characters and columns through the last space.
  private var upToSpace: (count: Int, width: Int)?
  private var count = 0

  var isEmpty: Bool { count == 0 }

  mutating func append(_ character: Character, _ columns: Int) {
    text.append(character)
    width += columns
    count += 1
    if character == " " { upToSpace = (count, width) }
  }

  /// Removes and returns a complete line.
  mutating func takeLine(width limit: Int) -> FittedText {
    guard let space = upToSpace, space.count < count, space.width * 3 >= limit * 2 else {
      return takeAll()
    }
    let line = FittedText(text: String(text.prefix(space.count)), width: space.width)
    text = String(text.dropFirst(space.count))
    count -= space.count
    width -= space.width
    upToSpace = nil
    return line
  }

  mutating func takeAll() -> FittedText {
    defer { self = OpenLine() }
    return FittedText(text: text, width: width)
  }
}
