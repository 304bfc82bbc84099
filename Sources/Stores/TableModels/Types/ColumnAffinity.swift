/// How SQLite converts values that are compared with a column, by its declared type. See
/// https://www.sqlite.org/datatype3.html, section 3.1.
enum ColumnAffinity: Equatable {
  /// Text that looks like a number is converted to a number.
  case number
  /// Numbers are converted to text.
  case text
  /// Values are not converted.
  case none

  /// The affinity of a declared type; empty if there is none.
  ///
  /// - Parameter isStrict: Whether `ANY` is a type, as in strict tables.
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
