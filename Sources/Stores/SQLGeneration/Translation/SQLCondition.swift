/// A condition within SQL: true where it holds, false or NULL elsewhere.
struct SQLCondition {
  /// The condition.
  let sql: SQLFragment
  /// What stands outermost in it, for which it may need parentheses.
  let outermost: Outermost

  /// What stands outermost in a condition.
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

  /// The condition that all of `parts` hold.
  static func all(_ parts: [SQLCondition]) -> SQLCondition {
    guard let first = parts.first else { return .constant(true) }
    if parts.count == 1 { return first }
    return SQLCondition(
      parts.map { $0.outermost == .or ? "(" + $0.sql + ")" : $0.sql }.joined(" AND "),
      .and
    )
  }

  /// The condition that one of `parts` holds.
  static func any(_ parts: [SQLCondition]) -> SQLCondition {
    guard let first = parts.first else { return .constant(false) }
    if parts.count == 1 { return first }
    return SQLCondition(
      parts.map { $0.outermost == .and ? "(" + $0.sql + ")" : $0.sql }.joined(" OR "),
      .or
    )
  }

  /// The condition that a SELECT finds a row, or that it finds none.
  static func existence(of rows: SQLFragment, isThere: Bool) -> SQLCondition {
    SQLCondition((isThere ? "EXISTS (" : "NOT EXISTS (") + rows + ")")
  }

  /// True where this one is false or NULL, false elsewhere.
  var negated: SQLCondition {
    SQLCondition("(" + sql + ") IS NOT TRUE")
  }

  /// 1 where it holds, else 0.
  var asValue: SQLFragment { "((" + sql + ") IS TRUE)" }
}
