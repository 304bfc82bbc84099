import Diagnostics

/// All of `text` in lines of at most `width` columns, broken behind a space where there is one in the
/// last third of the line. A grapheme cluster that is wider than that stands as `?`.
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

/// A line that is being filled.
private struct OpenLine {
  private var text = ""
  private(set) var width = 0
  /// What stands up to and with the last space: how many characters and columns.
  private var upToSpace: (count: Int, width: Int)?
  private var count = 0

  var isEmpty: Bool { count == 0 }

  mutating func append(_ character: Character, _ columns: Int) {
    text.append(character)
    width += columns
    count += 1
    if character == " " { upToSpace = (count, width) }
  }

  /// Takes what is to stand on a line, and leaves the rest.
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
