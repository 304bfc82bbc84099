import Expressions
import Model
import Storage

/// Whole SELECTs.
extension QueryWriter {
  /// The SELECT of a query's records.
  ///
  /// - Parameters:
  ///   - isOrdered: Whether to sort; identity is the last key.
  ///   - separator: The separator of the clauses.
  ///   - columns: The expressions to select.
  mutating func select(
    _ query: StoreQuery,
    isOrdered: Bool = true,
    separator: String = " ",
    columns: (SQLTable) -> [SQLFragment]
  ) throws(Untranslatable) -> SQLFragment {
    try select(query, separator) { writer, table throws(Untranslatable) in
      var order: [SQLFragment] = []
      if isOrdered {
        for key in query.sort { order.append(try writer.sortTerm(key)) }
        order += table.identityOrder
      }
      return Selection(columns: columns(table), order: order)
    }
  }

  /// The parts of a SELECT other than its conditions.
  struct Selection {
    var columns: [SQLFragment]
    var groups: [SQLFragment] = []
    var order: [SQLFragment] = []
  }

  /// The SELECT of a query with the parts that `choose` returns.
  mutating func select(
    _ query: StoreQuery,
    _ separator: String,
    _ choose: (inout QueryWriter, SQLTable) throws(Untranslatable) -> Selection
  ) throws(Untranslatable) -> SQLFragment {
    let table = try makeTable(query.entity)
    let (parts, joins) = try within(table, level: 0) { writer throws(Untranslatable) in
      for condition in query.conditions { try writer.requireValue(condition) }
      let conditions = try writer.conditions(query.conditions)
      return (conditions, try choose(&writer, table))
    }
    let chosen = parts.1
    var clauses = ["SELECT " + chosen.columns.joined(", "), "FROM " + table.declaration] + joins
    let conditions = [table.isOfEntity.map { SQLCondition($0) }].compactMap { $0 } + parts.0
    if !conditions.isEmpty { clauses.append("WHERE " + SQLCondition.all(conditions).sql) }
    if !chosen.groups.isEmpty { clauses.append("GROUP BY " + groupTerms(chosen.groups)) }
    if !chosen.order.isEmpty { clauses.append("ORDER BY " + chosen.order.joined(", ")) }
    if query.limit != nil || query.offset > 0 && dialect == .sqlite {
      clauses.append("LIMIT " + .binding(.integer(query.limit.map { Int64($0) } ?? -1)))
    }
    if query.offset > 0 { clauses.append("OFFSET " + .binding(.integer(Int64(query.offset)))) }
    return clauses.joined(separator)
  }

  /// The terms of GROUP BY. A server cannot know that two parameters have equal values, so it gets
  /// the places of the columns.
  private func groupTerms(_ groups: [SQLFragment]) -> SQLFragment {
    if dialect == .sqlite { return groups.joined(", ") }
    return groups.indices.map { SQLFragment("\($0 + 1)") }.joined(", ")
  }

  /// Rejects expressions that can fail: SQLite would return some value instead, or fail for another
  /// record.
  func requireValue(_ expression: TypedExpression) throws(Untranslatable) {
    if moment.map({ expression.canFail(at: $0) }) ?? expression.canFail { throw Untranslatable() }
  }

  /// A term of ORDER BY. SQLite sorts NULL first, as the language does.
  private mutating func sortTerm(_ key: SortKey) throws(Untranslatable) -> SQLFragment {
    try requireValue(key.expression)
    guard case .operand(let operand) = try side(key.expression) else { throw Untranslatable() }
    if case .record(let entity) = operand.form { try requireNumber(entity) }
    if operand.form == .text {
      guard key.order == .lexical || !key.expression.type.hasStandardOrder,
        translator.ordersTextByScalars
      else { throw Untranslatable() }
    }
    var term =
      operand.value + (operand.form == .text ? dialect.byBytes : "")
      + (key.isDescending ? " DESC" : "")
    // SQLite's default is that NULL is the smallest value, PostgreSQL's that it is the largest.
    if (key.nullsFirst == key.isDescending) == (dialect == .sqlite) {
      term += key.nullsFirst ? " NULLS FIRST" : " NULLS LAST"
    }
    return term
  }
}

extension ValueType {
  /// Whether the values are strings, whose standard order differs from that of their scalars.
  fileprivate var hasStandardOrder: Bool {
    switch self {
    case .string, .enumeration: true
    default: false
    }
  }
}
