/// How values are written as cells.
enum CellStyle {
  /// Bare strings, quoted if they contain the delimiter, a quote or a line end.
  ///
  /// nil is an empty field. In a single column (`isOnly`) it is `""`, since other programs skip
  /// empty lines.
  case delimited(by: UInt8, isOnly: Bool)
  /// JSON values.
  case json
  /// Texts for people.
  case text(TextColumn)

  /// Whether it is for people.
  var isText: Bool {
    if case .text = self { return true }
    return false
  }

  /// The maximum length of nil.
  var longestNil: Int {
    switch self {
    case .delimited, .json: 4
    case .text(let column): column.null.count
    }
  }

  /// The most bytes that a text of `length` bytes takes.
  @inline(__always)
  func longestText(_ length: Int) -> Int {
    switch self {
    case .delimited: 2 * length + 2
    case .json: 6 * length + 2
    case .text(let column): length + column.longestRest
    }
  }
}

/// The position of a cell's text.
struct CellPlace: BitwiseCopyable, Sendable {
  /// The number of bytes before it.
  var start = 0
  /// The number of its bytes.
  var count = 0
}
