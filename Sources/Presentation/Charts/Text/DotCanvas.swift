import Diagnostics

/// A grid of dots: eight a character in Braille, otherwise one.
struct DotCanvas {
  /// The number of dots horizontally and vertically.
  let dotsWide: Int
  let dotsHigh: Int
  private let columns: Int
  private let rows: Int
  private let isBraille: Bool
  /// The dots of each character as Braille bits; nonzero for a mark.
  private var patterns: [UInt8]
  /// The series that last set a dot in each character.
  private var owners: [Int]

  init(columns: Int, rows: Int, isBraille: Bool) {
    (self.columns, self.rows, self.isBraille) = (columns, rows, isBraille)
    dotsWide = columns * (isBraille ? 2 : 1)
    dotsHigh = rows * (isBraille ? 4 : 1)
    patterns = Array(repeating: 0, count: columns * rows)
    owners = Array(repeating: 0, count: columns * rows)
  }

  /// Sets a dot, counted from the top left.
  mutating func set(_ x: Int, _ y: Int, series: Int) {
    guard (0..<dotsWide).contains(x), (0..<dotsHigh).contains(y) else { return }
    let place = isBraille ? y / 4 * columns + x / 2 : y * columns + x
    patterns[place] |= isBraille ? Self.bits[y % 4][x % 2] : 1
    owners[place] = series
  }

  /// Draws a line, ends included.
  mutating func connect(_ start: (x: Int, y: Int), _ end: (x: Int, y: Int), series: Int) {
    let steps = max(abs(end.x - start.x), abs(end.y - start.y))
    guard steps > 0 else { return set(start.x, start.y, series: series) }
    for step in 0...steps {
      let share = Double(step) / Double(steps)
      set(
        start.x + Int((Double(end.x - start.x) * share).rounded()),
        start.y + Int((Double(end.y - start.y) * share).rounded()),
        series: series
      )
    }
  }

  /// The characters of one row.
  func line(_ row: Int, marks: [String]) -> StyledText {
    var line = StyledText()
    for column in 0..<columns {
      let place = row * columns + column
      let (pattern, owner) = (patterns[place], owners[place])
      if pattern == 0 {
        line.append(" ")
      } else if isBraille, let scalar = Unicode.Scalar(0x2800 + UInt32(pattern)) {
        line.append(String(Character(scalar)), ChartGlyphs.role(owner))
      } else {
        line.append(marks[owner % marks.count], ChartGlyphs.role(owner))
      }
    }
    return line
  }

  /// The Braille bits of dots, by row and column.
  private static let bits: [[UInt8]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]
}
