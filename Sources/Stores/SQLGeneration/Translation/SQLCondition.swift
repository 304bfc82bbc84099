/// An SQL condition: true if it holds, otherwise false or NULL.
struct SQLCondition {
  let sql: SQLFragment
  /// The operator at the top level, which determines whether parentheses are needed.
  let outermost: Outermost

  /// The operator at the top level.
  enum Outermost {
    case and
    case or
    /// Anything that binds more strongly than `AND`.
    case single
  }

  init(_ sql: SQLFragment, _ outermost: Outermost = .single) {
    self.sql = sql
    self.outermost = outermost
  }

  /// A condition that is the same for all rows.
  static func constant(_ holds: Bool) -> SQLCondition {
    SQLCondition(SQLFragment(holds ? "TRUE" : "FALSE"))
  }

  /// The conjunction of conditions.
  static func all(_ parts: [SQLCondition]) -> SQLCondition {
    guard let first = parts.first else { return .constant(true) }
    if parts.count == 1 { return first }
    return SQLCondition(
      parts.map { $0.outermost == .or ? "(" + $0.sql + ")" : $0.sql }.joined(" AND "),
      .and
    )
  }

  /// The disjunction of conditions.
  static func any(_ parts: [SQLCondition]) -> SQLCondition {
    guard let first = parts.first else { return .constant(false) }
    if parts.count == 1 { return first }
    return SQLCondition(
      parts.map { $0.outermost == .and ? "(" + $0.sql + ")" : $0.sql }.joined(" OR "),
      .or
    )
  }

  /// The condition that a SELECT returns a row, or that it returns none.
  static func existence(of rows: SQLFragment, isThere: Bool) -> SQLCondition {
    SQLCondition((isThere ? "EXISTS (" : "NOT EXISTS (") + rows + ")")
  }

  /// True if this one is false or NULL, otherwise false.
  var negated: SQLCondition {
    SQLCondition("(" + sql + ") IS NOT TRUE")
  }

  /// 1 if it holds, otherwise 0.
  var asValue: SQLFragment { "((" + sql + ") IS TRUE)" }
}
