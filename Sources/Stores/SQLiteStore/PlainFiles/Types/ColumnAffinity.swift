/// What SQLite makes of values that are compared with a column, by the column's declared type.
/// See https://www.sqlite.org/datatype3.html, section 3.1.
enum ColumnAffinity: Equatable {
  /// Texts that are numbers become numbers.
  case number
  /// Numbers become texts.
  case text
  /// Nothing changes.
  case none

  /// The affinity of a declared type; an empty text is no type.
  ///
  /// - Parameter isStrict: Whether the table is one in which `ANY` is a type.
  init(_ declaredType: String, isStrict: Bool) {
    let type = declaredType.foldedForSQL
    let has = { (parts: [String]) in parts.contains { type.contains($0) } }
    if has(["int"]) {
      self = .number
    } else if has(["char", "clob", "text"]) {
      self = .text
    } else if type.isEmpty || has(["blob"]) || (isStrict && type == "any") {
      self = .none
    } else {
      self = .number
    }
  }
}
