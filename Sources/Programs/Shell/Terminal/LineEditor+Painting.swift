import CEditline
import Diagnostics

extension LineEditor {
  /// Longer blocks are not colored, because that would delay typing.
  private static let paintedCharacters = 10_000
  /// Markers of longer blocks do not say what is open.
  private static let markedCharacters = 2_000

  /// Draws the block, with its colors, the hint after it, and the list of candidates below.
  func paint() {
    let (text, cursor) = buffer
    let size = size
    var picture = picture(of: text, cursor: cursor)
    hint = nil
    if let support, text.count <= Self.paintedCharacters {
      let string = String(String.UnicodeScalarView(text))
      if usesColor, let roles = support.roles(string, cursor) { picture.roles = roles }
      if cursor == text.count, cycle == nil, let rest = hint(for: string) {
        hint = (text, rest)
        picture.hint = rest
      }
    }
    if let cycle, cycle.text == text, cycle.cursor == cursor {
      let room = max(2, size.rows - min(picture.layout.rows.count, size.rows / 2))
      let lines = CandidateList(cycle.candidates)
        .lines(columns: size.columns, atMost: min(room, size.rows - 1), selected: cycle.current)
      picture.list = lines.map { $0.rendered(usesColor: true) }
    }
    picture.show(rows: size.rows - picture.list.count, from: drawn?.first ?? 0)
    draw(picture)
  }

  private func picture(of text: [Unicode.Scalar], cursor: Int) -> BlockPicture {
    let layout = BlockLayout(
      promptWidth: promptWidth,
      text: text,
      cursor: cursor,
      columns: size.columns
    )
    var picture = BlockPicture(layout, prompt: prompt, text: text)
    picture.usesColor = usesColor
    picture.marker = { [self] line in marker(of: line, in: text) }
    return picture
  }

  private func draw(_ picture: BlockPicture) {
    let up = drawn.map(\.cursor.row) ?? 0
    let (output, drawn) = picture.output()
    write("\u{1B}[?25l\r" + (up > 0 ? "\u{1B}[\(up)A" : "") + output + "\u{1B}[?25h")
    self.drawn = drawn
  }

  /// Draws the whole block without hint and list, and moves the cursor to the line below. `ending`
  /// follows the block.
  func leaveBlock(_ ending: String = "") {
    let (text, _) = buffer
    var picture = picture(of: text, cursor: text.count)
    if let support, usesColor, text.count <= Self.paintedCharacters,
      let roles = support.roles(String(String.UnicodeScalarView(text)), text.count)
    {
      picture.roles = roles
    }
    if let last = picture.layout.rows.last, last.line == nil, last.glyphs.isEmpty {
      picture.visible.removeLast()
    }
    draw(picture)
    write("\(ending)\r\n\u{1B}[J")
    drawn = nil
  }

  /// The marker before a line: the construct that is open there, `(>`, or `...>`.
  private func marker(of line: Int, in text: [Unicode.Scalar]) -> String {
    guard let support, text.count <= Self.markedCharacters else { return "...>" }
    var breaks = 0
    let end = text.firstIndex { scalar in
      if scalar == "\n" { breaks += 1 }
      return breaks == line
    }
    let before = String(String.UnicodeScalarView(text[..<(end ?? text.count)]))
    if let known = markers[before] { return known }
    let open = support.openConstruct(before).map { "\($0)>" } ?? ""
    let isShown = open.count > 1 && open.displayWidth < promptWidth
    markers[before] = isShown ? escapedForTerminal(open) : "...>"
    return markers[before] ?? ""
  }

  /// Erases the block, and moves the cursor to the start of its prompt.
  func eraseBlock() {
    returnToPrompt()
    write("\u{1B}[J")
  }

  /// Moves the cursor to the start of the prompt, where the next drawing replaces the block.
  ///
  /// Some terminals keep a screen that is erased from its first row in their history, and show it
  /// again when they grow.
  func returnToPrompt() {
    guard let drawn else { return }
    let row = BlockLayout.cursorRow(of: drawn.rows, cursor: drawn.cursor, columns: size.columns)
    write("\r" + (row > 0 ? "\u{1B}[\(row)A" : ""))
    self.drawn = nil
  }

  /// Inserts the hint, or its first word, if there is a current one. Fast typing may have made it
  /// outdated.
  func takeHint(word isWord: Bool = false) -> Bool {
    guard let hint, buffer == (hint.text, hint.text.count) else { return false }
    self.hint = nil
    insert(isWord ? Self.firstWord(of: hint.rest) : hint.rest)
    return true
  }

  /// The spaces, signs and letters up to the end of the first word.
  private static func firstWord(of text: String) -> String {
    let isPart = { (character: Character) in character.isLetter || character.isNumber }
    let start = text.drop { !isPart($0) }
    return String(text.prefix(text.count - start.count)) + start.prefix(while: isPart)
  }

  /// The rest of the newest block in the history that starts with `text`, preferably of one that
  /// succeeded.
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
