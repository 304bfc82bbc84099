/// How values are written as cells.
enum CellStyle {
  /// Bare texts, quoted where they contain the delimiter, a quote or a line end.
  case delimited(by: UInt8)
  /// JSON values.
  case json
  /// Literals of SQL.
  case sql
}
