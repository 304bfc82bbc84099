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

  /// The maximum length of nil.
  static var longestNil: Int { 4 }

  /// Writes nil as a cell.
  @inline(__always)
  mutating func putNil(_ style: CellStyle) {
    switch style {
    case .delimited(_, let isOnly): if isOnly { put(word: 0x2222, count: 2) }
    case .json: putNull()
    }
  }
}
