import Expressions
import Model
import Storage

/// Groups of records.
extension QueryWriter {
  /// The SELECT of a query's groups, with the forms of its columns, keys first.
  mutating func groups(
    _ query: StoreQuery,
    _ grouping: Grouping
  ) throws(Untranslatable) -> (sql: SQLFragment, forms: [SQLForm]) {
    var forms: [SQLForm] = []
    let sql = try exactly { writer throws(Untranslatable) in
      try writer.select(query, "\n") { writer, _ throws(Untranslatable) in
        var keys: [SQLFragment] = []
        var columns: [SQLFragment] = []
        for key in grouping.keys {
          let operand = try writer.groupOperand(key)
          forms.append(operand.form)
          keys.append(operand.value)
        }
        for aggregate in grouping.aggregates {
          let operand = try writer.groupAggregate(aggregate)
          forms.append(operand.form)
          columns.append(operand.value)
        }
        return Selection(columns: keys + columns, groups: keys)
      }
    }
    return (sql, forms)
  }

  private mutating func groupAggregate(
    _ aggregate: GroupAggregate
  ) throws(Untranslatable) -> SQLOperand {
    let reduced =
      if let element = aggregate.element {
        try reduced(try groupOperand(element), by: aggregate.function)
      } else if aggregate.function == .count {
        SQLOperand(.integer, SQLFragment("count(*)"))
      } else {
        throw Untranslatable()
      }
    guard let filter = aggregate.filter else { return reduced }
    try requireValue(filter)
    let condition = try condition(filter)
    return SQLOperand(reduced.form, reduced.value + " FILTER (WHERE " + condition.sql + ")")
  }

  /// A value of the grouped record. Equal Doubles may differ in text, since calculations may yield
  /// either zero.
  private mutating func groupOperand(
    _ expression: TypedExpression
  ) throws(Untranslatable) -> SQLOperand {
    try requireValue(expression)
    guard case .operand(let operand) = try side(expression) else { throw Untranslatable() }
    if case .record(let entity) = operand.form { try requireNumber(entity) }
    if operand.form == .real {
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
