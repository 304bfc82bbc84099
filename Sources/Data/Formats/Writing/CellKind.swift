import Model

/// How elements of fixed size are written as cells; none of these needs quotes or escapes.
protocol CellKind {
  associatedtype Element: Sendable
  /// The maximum length of a cell.
  static var longest: Int { get }
  static func put(_ element: Element, _ cursor: inout TextCursor)
}

enum BoolCell: CellKind {
  static var longest: Int { 8 }

  @inline(__always)
  static func put(_ element: UInt8, _ cursor: inout TextCursor) {
    // "true" and "false", with the first letter lowest.
    if element == 1 {
      cursor.put(word: 0x6575_7274, count: 4)
    } else {
      cursor.put(word: 0x65_736C_6166, count: 5)
    }
  }
}

enum IntCell: CellKind {
  static var longest: Int { TextCursor.longestNumber }

  @inline(__always)
  static func put(_ element: Int64, _ cursor: inout TextCursor) { cursor.put(element) }
}

/// Infinities are `inf` and `-inf`.
enum PlainDoubleCell: CellKind {
  static var longest: Int { TextCursor.longestNumber }

  @inline(__always)
  static func put(_ element: Double, _ cursor: inout TextCursor) { cursor.putPlain(element) }
}

/// Infinities are null.
enum JSONDoubleCell: CellKind {
  static var longest: Int { TextCursor.longestNumber }

  @inline(__always)
  static func put(_ element: Double, _ cursor: inout TextCursor) {
    if element.isFinite { cursor.put(element) } else { cursor.putNull() }
  }
}

enum DateCell: CellKind {
  static var longest: Int { TextCursor.longestMoment }

  @inline(__always)
  static func put(_ element: Int64, _ cursor: inout TextCursor) {
    cursor.put(Timestamp(microseconds: element))
  }
}

/// Dates that all show their time.
enum TimedDateCell: CellKind {
  static var longest: Int { TextCursor.longestMoment }

  @inline(__always)
  static func put(_ element: Int64, _ cursor: inout TextCursor) {
    cursor.put(Timestamp(microseconds: element), showsTime: true)
  }
}

/// Dates for people: `2024-07-01 12:30:00.250Z`, or only the date at midnight.
enum MomentCell: CellKind {
  static var longest: Int { TextCursor.longestMoment }

  @inline(__always)
  static func put(_ element: Int64, _ cursor: inout TextCursor) {
    cursor.put(Timestamp(microseconds: element))
    if element % Timestamp.microsecondsPerDay != 0 { putTime(element, &cursor) }
  }

  private static func putTime(_ element: Int64, _ cursor: inout TextCursor) {
    let second = Timestamp.microsecondsPerSecond
    let fraction = UInt64((element % second + second) % second)
    // The time has eight bytes, the fraction as many digits as it needs.
    while cursor.end[-1] != UInt8(ascii: "T") { cursor.end -= 1 }
    cursor.end[-1] = Byte.space
    cursor.end += "12:30:00".utf8.count
    if fraction > 0 {
      cursor.put(Byte.point)
      cursor.put(sixDigitsOf: fraction)
      if fraction % 1_000 == 0 { cursor.end -= 3 }
    }
    cursor.put(UInt8(ascii: "Z"))
  }
}

enum UUIDCell: CellKind {
  static var longest: Int { 36 }

  static func put(_ element: UInt128, _ cursor: inout TextCursor) { cursor.put(uuid: element) }
}

/// A cell between quotes.
enum QuotedCell<Inner: CellKind>: CellKind {
  static var longest: Int { Inner.longest + 2 }

  @inline(__always)
  static func put(_ element: Inner.Element, _ cursor: inout TextCursor) {
    cursor.put(Byte.quote)
    Inner.put(element, &cursor)
    cursor.put(Byte.quote)
  }
}

extension TextCursor {
  /// Writes `null`.
  @inline(__always)
  mutating func putNull() { put(word: 0x6C6C_756E, count: 4) }

  /// Writes nil as a cell: at most ``CellStyle/longestNil`` bytes.
  @inline(__always)
  mutating func putNil(_ style: CellStyle) {
    switch style {
    case .delimited(_, let isOnly): if isOnly { put(word: 0x2222, count: 2) }
    case .json: putNull()
    case .text(let column): put(column.null)
    }
  }
}
