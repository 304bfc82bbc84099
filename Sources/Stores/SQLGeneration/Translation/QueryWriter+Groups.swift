import Expressions
import Model
import Storage

/// Groups of records.
extension QueryWriter {
  /// The SELECT of a query's groups, with the forms of its columns: those of the keys, then those of the
  /// aggregates.
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

  /// A value of the grouped record. What two equal Doubles are written as differs for the two zeros, of
  /// which computing may make either.
  private mutating func groupOperand(
    _ expression: TypedExpression
  ) throws(Untranslatable) -> SQLOperand {
    try requireValue(expression)
    guard case .operand(let operand) = try side(expression) else { throw Untranslatable() }
    if operand.form == .real {
      guard case .attribute = expression.kind, operand.guarded == nil else {
        throw Untranslatable()
      }
    }
    return operand
  }
}

extension SQLForm {
  /// How a column of the form is read; nil for the number of a row.
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
    case .record: nil
    }
  }
}
