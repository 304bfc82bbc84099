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
    if !query.distinct.isEmpty {
      return try selectDistinct(query, separator: separator, columns: columns)
    }
    var records = query
    if !query.limitKeys.isEmpty {
      (records.conditions, records.limit, records.offset) = ([], nil, 0)
    }
    return try select(records, separator) { writer, table throws(Untranslatable) in
      let order = isOrdered ? try writer.order(query, table) : []
      let first = query.limitKeys.isEmpty ? nil : try writer.firstOfGroups(query)
      return Selection(
        columns: columns(table),
        order: order,
        condition: first.map { SQLCondition(table.rowNumber + " IN (" + $0 + ")") }
      )
    }
  }

  private mutating func order(
    _ query: StoreQuery,
    _ table: SQLTable
  ) throws(Untranslatable) -> [SQLFragment] {
    var order: [SQLFragment] = []
    for key in query.sort { order.append(try sortTerm(key)) }
    return order + table.identityOrder
  }

  /// The SELECT of the numbers of the first records of each group.
  private mutating func firstOfGroups(
    _ query: StoreQuery
  ) throws(Untranslatable) -> SQLFragment {
    try requireNumber(query.entity)
    var records = query
    (records.limit, records.offset, records.limitKeys) = (nil, 0, [])
    let numbered = try exactly { writer throws(Untranslatable) in
      try writer.select(records, " ") { writer, table throws(Untranslatable) in
        var groups: [SQLFragment] = []
        for key in query.limitKeys { groups.append(try writer.groupOperand(key).value) }
        let order = try writer.order(query, table)
        let window = "PARTITION BY " + groups.joined(", ") + " ORDER BY " + order.joined(", ")
        return Selection(
          columns: [table.rowNumber + " AS n", "row_number() OVER (" + window + ") AS place"]
        )
      }
    }
    let alias = makeAlias()
    var condition = SQLFragment("\(alias).place > ") + .binding(.integer(Int64(query.offset)))
    if let limit = query.limit {
      let end = query.offset.addingReportingOverflow(limit)
      let last = end.overflow ? Int64.max : Int64(end.partialValue)
      condition += SQLFragment(" AND \(alias).place <= ") + .binding(.integer(last))
    }
    return "SELECT \(alias).n FROM (" + numbered + ") AS \(alias) WHERE " + condition
  }

  /// The SELECT of the first record for each combination of values, by identity.
  private mutating func selectDistinct(
    _ query: StoreQuery,
    separator: String,
    columns: (SQLTable) -> [SQLFragment]
  ) throws(Untranslatable) -> SQLFragment {
    try requireNumber(query.entity)
    // The first alias is that of the selected columns.
    let table = try makeTable(query.entity)
    var records = query
    records.distinct = []
    let first = try exactly { writer throws(Untranslatable) in
      try writer.select(records, " ") { writer, table throws(Untranslatable) in
        var values: [SQLFragment] = []
        for expression in query.distinct {
          values.append(try writer.groupOperand(expression).value)
        }
        return Selection(
          columns: ["min(" + table.rowNumber + ")"],
          groups: values,
          areGroupsSelected: false
        )
      }
    }
    let clauses = [
      "SELECT " + columns(table).joined(", "), "FROM " + table.declaration,
      "WHERE " + table.rowNumber + " IN (" + first + ")",
      "ORDER BY " + table.identityOrder.joined(", "),
    ]
    return clauses.joined(separator)
  }

  /// The parts of a SELECT other than its conditions.
  struct Selection {
    var columns: [SQLFragment]
    var groups: [SQLFragment] = []
    /// Whether the groups are the first columns.
    var areGroupsSelected = true
    var order: [SQLFragment] = []
    /// A condition beside those of the query.
    var condition: SQLCondition?
  }

  /// The SELECT of a query with the parts that `choose` returns.
  mutating func select(
    _ query: StoreQuery,
    _ separator: String,
    _ choose: (inout QueryWriter, SQLTable) throws(Untranslatable) -> Selection
  ) throws(Untranslatable) -> SQLFragment {
    let outer = readsAllMembers
    defer { readsAllMembers = outer }
    readsAllMembers = query.conditions.allSatisfy(\.hasMemberAggregate)
    let table = try makeTable(query.entity)
    let (parts, joins) = try within(table, level: 0) { writer throws(Untranslatable) in
      for condition in query.conditions { try writer.requireValue(condition) }
      let conditions = try writer.conditions(query.conditions)
      return (conditions, try choose(&writer, table))
    }
    let chosen = parts.1
    var clauses = ["SELECT " + chosen.columns.joined(", "), "FROM " + table.declaration] + joins
    let conditions =
      [table.isOfEntity.map { SQLCondition($0) }, chosen.condition].compactMap { $0 } + parts.0
    if !conditions.isEmpty { clauses.append("WHERE " + SQLCondition.all(conditions).sql) }
    if !chosen.groups.isEmpty { clauses.append("GROUP BY " + groupTerms(chosen)) }
    if !chosen.order.isEmpty { clauses.append("ORDER BY " + chosen.order.joined(", ")) }
    if query.limit != nil || query.offset > 0 && dialect == .sqlite {
      clauses.append("LIMIT " + .binding(.integer(query.limit.map { Int64($0) } ?? -1)))
    }
    if query.offset > 0 { clauses.append("OFFSET " + .binding(.integer(Int64(query.offset)))) }
    return clauses.joined(separator)
  }

  /// The terms of GROUP BY. A server cannot know that two parameters have equal values, so it gets
  /// the places of the columns.
  private func groupTerms(_ chosen: Selection) -> SQLFragment {
    if dialect == .sqlite || !chosen.areGroupsSelected { return chosen.groups.joined(", ") }
    return chosen.groups.indices.map { SQLFragment("\($0 + 1)") }.joined(", ")
  }

  /// Rejects expressions that can fail: SQLite would return some value instead, or fail for another
  /// record. Servers report an error, unless they can skip the failing part.
  func requireValue(_ expression: TypedExpression) throws(Untranslatable) {
    if dialect == .postgreSQL {
      guard expression.failsIfEvaluated else { throw Untranslatable() }
      return
    }
    if moment.map({ expression.canFail(at: $0) }) ?? expression.canFail { throw Untranslatable() }
  }

  /// A term of ORDER BY. SQLite sorts NULL first, as the language does.
  mutating func sortTerm(_ key: SortKey) throws(Untranslatable) -> SQLFragment {
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

extension TypedExpression {
  /// Whether a part that fails is always evaluated: no other part decides that it is not needed.
  fileprivate var failsIfEvaluated: Bool {
    guard canFail else { return true }
    switch kind {
    case .and, .or, .membershipInQuery: return false
    case .not(let operand): return operand.failsIfEvaluated
    case .aggregate(let aggregate):
      return aggregate.function != .any && aggregate.filter?.canFail != true
        && aggregate.element?.failsIfEvaluated ?? true
    default: return children.allSatisfy(\.failsIfEvaluated)
    }
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
