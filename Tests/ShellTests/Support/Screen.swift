/// The screen of a terminal: implements as much of xterm as the tests need.
struct Screen {
  private(set) var rows: [[String]]
  private(set) var cursor = (row: 0, column: 0)
  private(set) var columns: Int
  /// How each cell is drawn: the parameters of the last sequence for colors, empty for plain.
  private var styles: [[String]]
  private var style = ""
  /// Whether a row was continued on the next because it was full.
  private var isContinued: [Bool]
  /// The modes that are on: `?2004` for bracketed paste, `?25` for the cursor.
  private(set) var modes: Set<String> = ["?25"]
  private var wrapsNext = false
  private var insertsCharacters = false
  private var pending: [UInt8] = []

  init(rows: Int, columns: Int) {
    self.rows = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    styles = Array(repeating: Array(repeating: "", count: columns), count: rows)
    isContinued = Array(repeating: false, count: rows)
    self.columns = columns
  }

  /// The style of the last `text` on the screen; nil if it is not there, or drawn in several ways.
  func style(of text: String) -> String? {
    for (row, cells) in rows.enumerated().reversed() {
      for start in cells.indices.reversed() where cells[start...].joined().hasPrefix(text) {
        var end = start
        while end < columns, cells[start..<end].joined() != text { end += 1 }
        let found = Set(styles[row][start..<end])
        return found.count == 1 ? found.first : nil
      }
    }
    return nil
  }

  /// Gives the terminal another width, as terminals do that wrap long lines again.
  mutating func resize(columns: Int) {
    var lines: [[String]] = []
    var cursorLine = 0
    var cursorOffset = 0
    var isOpen = false
    for (row, cells) in rows.enumerated() {
      if !isOpen { lines.append([]) }
      if row == cursor.row {
        cursorLine = lines.count - 1
        cursorOffset = lines[cursorLine].count + cursor.column
      }
      lines[lines.count - 1] += cells
      isOpen = isContinued[row]
    }
    var broken: [[String]] = []
    var continued: [Bool] = []
    for (index, line) in lines.enumerated() {
      var cells = line
      while cells.last == " ", index != cursorLine || cells.count > cursorOffset {
        cells.removeLast()
      }
      if index == cursorLine {
        cursor = (broken.count + cursorOffset / columns, cursorOffset % columns)
      }
      repeat {
        let piece = cells.prefix(columns)
        cells.removeFirst(piece.count)
        broken.append(piece + Array(repeating: " ", count: columns - piece.count))
        continued.append(!cells.isEmpty)
      } while !cells.isEmpty
    }
    while broken.count > rows.count, cursor.row + 1 < broken.count, broken.last == blankRow(columns)
    {
      broken.removeLast()
      continued.removeLast()
    }
    while broken.count > rows.count {
      broken.removeFirst()
      continued.removeFirst()
      cursor.row -= 1
    }
    while broken.count < rows.count {
      broken.append(blankRow(columns))
      continued.append(false)
    }
    (self.columns, rows, isContinued) = (columns, broken, continued)
    styles = Array(repeating: Array(repeating: "", count: columns), count: rows.count)
    wrapsNext = false
  }

  private func blankRow(_ columns: Int) -> [String] { Array(repeating: " ", count: columns) }

  /// The rows as text, without the spaces at their ends; without empty rows at the bottom.
  var text: String {
    var lines = rows.map { row in
      var line = row.joined()
      while line.last == " " { line.removeLast() }
      return line
    }
    while lines.last == "" { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  /// The last row that is not empty.
  var lastLine: String { text.split(separator: "\n").last.map(String.init) ?? "" }

  /// Shows what a process printed.
  mutating func show(_ bytes: [UInt8]) {
    pending += bytes
    while let used = showNext(), used > 0 { pending.removeFirst(used) }
  }

  /// Shows the first character or sequence; gives its length, nil if it is not there in full.
  private mutating func showNext() -> Int? {
    guard let first = pending.first else { return nil }
    switch first {
    case 0x1B: return showSequence()
    case 0x00..<0x20, 0x7F:
      showControl(first)
      return 1
    default: return showCharacter(first)
    }
  }

  private mutating func showControl(_ byte: UInt8) {
    wrapsNext = false
    switch byte {
    case 0x08: cursor.column = max(0, cursor.column - 1)
    case 0x09: cursor.column = min(columns - 1, (cursor.column / 8 + 1) * 8)
    case 0x0A: lineFeed()
    case 0x0D: cursor.column = 0
    default: break
    }
  }

  private mutating func showCharacter(_ first: UInt8) -> Int? {
    let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard pending.count >= length else { return nil }
    let text = String(decoding: pending[..<length], as: UTF8.self)
    for scalar in text.unicodeScalars { put(scalar) }
    return length
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    let width = Self.width(of: scalar)
    if width == 0 {
      let column = wrapsNext ? cursor.column : max(0, cursor.column - 1)
      rows[cursor.row][column].unicodeScalars.append(scalar)
      return
    }
    if wrapsNext || cursor.column + width > columns {
      isContinued[cursor.row] = true
      cursor.column = 0
      lineFeed()
      wrapsNext = false
    }
    if insertsCharacters { insertBlanks(width) }
    rows[cursor.row][cursor.column] = String(scalar)
    styles[cursor.row][cursor.column] = style
    if width == 2 {
      rows[cursor.row][cursor.column + 1] = ""
      styles[cursor.row][cursor.column + 1] = style
    }
    if cursor.column + width == columns {
      wrapsNext = true
      cursor.column = columns - 1
    } else {
      cursor.column += width
    }
  }

  private mutating func lineFeed() {
    if cursor.row + 1 < rows.count {
      cursor.row += 1
    } else {
      rows.removeFirst()
      rows.append(blankRow(columns))
      styles.removeFirst()
      styles.append(Array(repeating: "", count: columns))
      isContinued.removeFirst()
      isContinued.append(false)
    }
  }

  /// `ESC [ parameters letter`; other sequences are read over.
  private mutating func showSequence() -> Int? {
    guard pending.count >= 2 else { return nil }
    guard pending[1] == UInt8(ascii: "[") else { return 2 }
    guard let end = pending.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else {
      return nil
    }
    let text = String(decoding: pending[2..<end], as: UTF8.self)
    let numbers = text.split(separator: ";").map { Int($0) ?? 0 }
    if pending[end] == UInt8(ascii: "m") {
      style = text == "0" || text.isEmpty ? "" : text
    } else if !text.hasPrefix("?") {
      perform(pending[end], numbers)
    } else if pending[end] == UInt8(ascii: "h") {
      modes.insert(text)
    } else {
      modes.remove(text)
    }
    return end + 1
  }

  private mutating func perform(_ final: UInt8, _ numbers: [Int]) {
    wrapsNext = false
    let count = max(1, numbers.first ?? 1)
    switch Character(Unicode.Scalar(final)) {
    case "A": cursor.row = max(0, cursor.row - count)
    case "B": cursor.row = min(rows.count - 1, cursor.row + count)
    case "C": cursor.column = min(columns - 1, cursor.column + count)
    case "D": cursor.column = max(0, cursor.column - count)
    case "G": cursor.column = min(columns - 1, count - 1)
    case "H":
      let column = numbers.count > 1 ? numbers[1] : 1
      cursor = (min(rows.count, count) - 1, min(columns, max(1, column)) - 1)
    case "J": clearBelow(isAll: numbers.first == 2)
    case "K": clear(row: cursor.row, from: cursor.column)
    case "P": deleteCharacters(count)
    case "@": insertBlanks(count)
    case "h", "l": if numbers == [4] { insertsCharacters = final == UInt8(ascii: "h") }
    default: break
    }
  }

  private mutating func clearBelow(isAll: Bool) {
    if !isAll { clear(row: cursor.row, from: cursor.column) }
    for row in (isAll ? 0 : cursor.row + 1)..<max(rows.count, cursor.row + 1) {
      clear(row: row, from: 0)
    }
  }

  private mutating func clear(row: Int, from column: Int) {
    isContinued[row] = false
    for index in column..<columns {
      rows[row][index] = " "
      styles[row][index] = ""
    }
  }

  private mutating func deleteCharacters(_ count: Int) {
    let count = min(count, columns - cursor.column)
    rows[cursor.row].removeSubrange(cursor.column..<(cursor.column + count))
    rows[cursor.row] += Array(repeating: " ", count: count)
    styles[cursor.row].removeSubrange(cursor.column..<(cursor.column + count))
    styles[cursor.row] += Array(repeating: "", count: count)
  }

  private mutating func insertBlanks(_ count: Int) {
    let blanks = Array(repeating: " ", count: min(count, columns - cursor.column))
    rows[cursor.row].insert(contentsOf: blanks, at: cursor.column)
    rows[cursor.row].removeLast(blanks.count)
    styles[cursor.row].insert(
      contentsOf: Array(repeating: "", count: blanks.count),
      at: cursor.column
    )
    styles[cursor.row].removeLast(blanks.count)
  }

  private static func width(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x300...0x36F, 0x200D, 0xFE0F: 0
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0x1F300...0x1F64F, 0x1F900...0x1F9FF:
      2
    default: 1
    }
  }
}
