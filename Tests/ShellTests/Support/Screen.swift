/// The picture on a terminal: just enough of an xterm to see what a person would see.
struct Screen {
  private(set) var rows: [[String]]
  private(set) var cursor = (row: 0, column: 0)
  private let columns: Int
  private var wrapsNext = false
  private var insertsCharacters = false
  private var pending: [UInt8] = []

  init(rows: Int, columns: Int) {
    self.rows = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    self.columns = columns
  }

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
      cursor.column = 0
      lineFeed()
      wrapsNext = false
    }
    if insertsCharacters { insertBlanks(width) }
    rows[cursor.row][cursor.column] = String(scalar)
    if width == 2 { rows[cursor.row][cursor.column + 1] = "" }
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
      rows.append(Array(repeating: " ", count: columns))
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
    if !text.hasPrefix("?") { perform(pending[end], numbers) }
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
    for index in column..<columns { rows[row][index] = " " }
  }

  private mutating func deleteCharacters(_ count: Int) {
    let count = min(count, columns - cursor.column)
    rows[cursor.row].removeSubrange(cursor.column..<(cursor.column + count))
    rows[cursor.row] += Array(repeating: " ", count: count)
  }

  private mutating func insertBlanks(_ count: Int) {
    let blanks = Array(repeating: " ", count: min(count, columns - cursor.column))
    rows[cursor.row].insert(contentsOf: blanks, at: cursor.column)
    rows[cursor.row].removeLast(blanks.count)
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
