import Expressions
import Model
import Storage

/// Groups of records.
extension QueryWriter {
  /// The SELECT of a query's groups.
  mutating func groups(
    _ query: StoreQuery,
    _ grouping: Grouping
  ) throws(Untranslatable) -> SQLGroups {
    var found: [SQLGroupColumn] = []
    let sql = try exactly { writer throws(Untranslatable) in
      try writer.select(query, "\n") { writer, _ throws(Untranslatable) in
        var keys: [SQLFragment] = []
        var columns: [SQLFragment] = []
        for key in grouping.keys {
          let operand = try writer.groupOperand(key)
          found.append(.value(codec: operand.form.codec, key.type))
          keys.append(operand.value)
        }
        for aggregate in grouping.aggregates {
          let (column, parts) = try writer.groupAggregate(aggregate)
          found.append(column)
          columns += try writer.filtered(parts, by: aggregate.filter)
        }
        return Selection(columns: keys + columns, groups: keys)
      }
    }
    return SQLGroups(sql: sql, columns: found)
  }

  /// An aggregate, and the SQL aggregates that it consists of.
  private mutating func groupAggregate(
    _ aggregate: GroupAggregate
  ) throws(Untranslatable) -> (SQLGroupColumn, [SQLFragment]) {
    guard let element = aggregate.element else {
      guard aggregate.function == .count else { throw Untranslatable() }
      return (.value(codec: .integer, .int), [SQLFragment("count(*)")])
    }
    let operand = try groupOperand(element)
    if dialect == .postgreSQL, [.sum, .avg].contains(aggregate.function) {
      guard let total = SQLTotal(operand.form, isAverage: aggregate.function == .avg) else {
        throw Untranslatable()
      }
      return (.total(total, aggregate.type), total.parts(operand))
    }
    let reduced = try reduced(operand, by: aggregate.function)
    return (.value(codec: reduced.form.codec, aggregate.type), [reduced.value])
  }

  private mutating func filtered(
    _ parts: [SQLFragment],
    by filter: TypedExpression?
  ) throws(Untranslatable) -> [SQLFragment] {
    guard let filter else { return parts }
    try requireValue(filter)
    let condition = try condition(filter)
    return parts.map { $0 + " FILTER (WHERE " + condition.sql + ")" }
  }

  /// A value of the grouped record. In SQLite, equal Doubles may differ in text, since calculations
  /// may yield either zero; values of servers are read as the positive one.
  private mutating func groupOperand(
    _ expression: TypedExpression
  ) throws(Untranslatable) -> SQLOperand {
    try requireValue(expression)
    guard case .operand(let operand) = try side(expression) else { throw Untranslatable() }
    if case .record(let entity) = operand.form { try requireNumber(entity) }
    if operand.form == .real, dialect == .sqlite {
      guard case .attribute = expression.kind, operand.guarded == nil else {
        throw Untranslatable()
      }
    }
    return operand
  }
}

extension SQLForm {
  /// The codec of a column with this form; nil for row numbers.
  var codec: ColumnCodec? {
    switch self {
    case .integer: .integer
    case .real: .real
    case .text: .text
    case .bool: .bool
    case .date(let unit): .date(unit == 1 ? .microseconds : .milliseconds)
    case .uuidBytes: .uuidBytes
    case .uuidText: .uuidText
    case .blob: .blob
    case .server(let type): .server(type)
    case .record: nil
    }
  }
}
