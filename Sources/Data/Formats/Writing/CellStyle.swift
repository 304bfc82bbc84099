/// How values are written as cells.
enum CellStyle {
  /// Bare texts, quoted where they contain the delimiter, a quote or a line end.
  case delimited(by: UInt8)
  /// JSON values.
  case json
  /// Literals of SQL.
  case sql

  /// The most bytes that a text of `length` bytes takes.
  @inline(__always)
  func longestText(_ length: Int) -> Int {
    switch self {
    case .delimited, .sql: 2 * length + 2
    case .json: 6 * length + 2
    }
  }
}
