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
    // The values of keys and aggregates as columns of the groups.
    var forms: [AttributePath: GroupColumn] = [:]
    var checked: [(field: SQLGroups.Field, isInvalid: SQLFragment)] = []
    var calculated: Set<Int> = []
    let isWrapped = !query.groupConditions.isEmpty || query.firstGroups != nil
    let sql = try exactly { writer throws(Untranslatable) in
      try writer.select(query, "\n") { writer, _ throws(Untranslatable) in
        var keys: [SQLFragment] = []
        var columns: [SQLFragment] = []
        for (index, key) in grouping.keys.enumerated() {
          if let record = try writer.groupRecord(key) {
            found.append(.record(entity: record.entity, keyCount: record.key.count))
            keys += record.key
            continue
          }
          let operand = try writer.groupOperand(key)
          if operand.form == .real, !key.isAttribute { calculated.insert(found.count) }
          found.append(.value(codec: operand.form.codec, key.type))
          forms[AttributePath([Grouping.keyName(index)])] =
            GroupColumn(value: .form(operand.form), place: keys.count)
          keys.append(operand.value)
        }
        for (index, aggregate) in grouping.aggregates.enumerated() {
          let (column, form, parts) = try writer.groupAggregate(aggregate)
          if form == .real, aggregate.element?.isAttribute == false {
            calculated.insert(found.count)
          }
          found.append(column)
          let place = keys.count + columns.count
          let path = AttributePath([Grouping.aggregateName(index)])
          if case .total(let total, _) = column {
            forms[path] = GroupColumn(value: .total(total), place: place)
          } else {
            forms[path] = GroupColumn(value: .form(form), place: place)
          }
          columns += try writer.filtered(parts, by: aggregate.filter)
        }
        checked = writer.checkedFields(grouping, found)
        columns += checked.map { "coalesce(bool_or(" + $0.isInvalid + "), false)" }
        let all = (keys + columns).enumerated().map { isWrapped ? $1 + " AS c\($0)" : $1 }
        return Selection(columns: all, groups: keys)
      }
    }
    return SQLGroups(
      sql: isWrapped
        ? try chosen(query, grouping, from: Self.noting(checked.count, of: found, sql), forms)
        : sql,
      columns: found,
      checked: checked.map(\.field),
      calculated: dialect == .postgreSQL ? calculated : []
    )
  }

  /// The fields that keys and aggregates read, if a server may have values that read as nil, with
  /// the condition for such values. Quick totals fail for them.
  private mutating func checkedFields(
    _ grouping: Grouping,
    _ columns: [SQLGroupColumn]
  ) -> [(field: SQLGroups.Field, isInvalid: SQLFragment)] {
    guard dialect == .postgreSQL else { return [] }
    struct Read: Hashable {
      let path: AttributePath
      let record: RecordExpression
    }
    var found: [Read: (field: SQLGroups.Field, isInvalid: SQLFragment)] = [:]
    var order: [Read] = []
    let aggregates = zip(grouping.aggregates, columns.dropFirst(grouping.keys.count))
    let quick = aggregates.compactMap { aggregate, column -> Read? in
      guard case .total(let total, _) = column, total.kind == .usualDoubles,
        aggregate.filter == nil, case .attribute(let path, let record)? = aggregate.element?.kind
      else { return nil }
      return Read(path: path, record: record)
    }
    for case .attribute(let path, let record) in grouping.parts.flatMap(\.partsInScope).map(\.kind)
    {
      let read = Read(path: path, record: record)
      guard !quick.contains(read), found[read] == nil,
        let guarded = try? table(of: record).operand(path).guarded
      else { continue }
      let isInvalid = guarded.column + " IS NOT NULL AND NOT (" + guarded.guardCondition + ")"
      found[read] = (SQLGroups.Field(entity: record.entity, path: path), isInvalid)
      order.append(read)
    }
    return order.compactMap { found[$0] }
  }

  /// An aggregate, and the SQL aggregates that it consists of.
  private mutating func groupAggregate(
    _ aggregate: GroupAggregate
  ) throws(Untranslatable) -> (SQLGroupColumn, SQLForm, [SQLFragment]) {
    guard let element = aggregate.element else {
      guard aggregate.function == .count else { throw Untranslatable() }
      return (.value(codec: .integer, .int), .integer, [SQLFragment("count(*)")])
    }
    let operand = try groupOperand(element)
    if dialect == .postgreSQL, [.sum, .avg].contains(aggregate.function) {
      guard
        let total = SQLTotal(
          operand.form,
          isAverage: aggregate.function == .avg,
          isQuick: hasQuickTotals
        )
      else { throw Untranslatable() }
      return (.total(total, aggregate.type), operand.form, total.parts(operand))
    }
    let reduced = try reduced(operand, by: aggregate.function)
    return (.value(codec: reduced.form.codec, aggregate.type), reduced.form, [reduced.value])
  }

  /// The key of a record that a server identifies by something other than one number; nil for other
  /// values.
  private mutating func groupRecord(
    _ expression: TypedExpression
  ) throws(Untranslatable) -> (entity: String, key: [SQLFragment])? {
    guard dialect == .postgreSQL, case .record(let record) = expression.kind,
      case .values(let parts)? = translator.mapping.entities[record.entity]?.key
    else { return nil }
    let table = try table(of: record)
    return (
      record.entity,
      parts.map { part in
        let column = table.column(part.column.name)
        guard case .server(let type) = part.column.codec else { return column }
        return SQLFragment(type.selected(column.text))
      }
    )
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
  mutating func groupOperand(
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

extension TypedExpression {
  /// The expression and its parts that read the same records.
  fileprivate var partsInScope: [TypedExpression] { [self] + children.flatMap(\.partsInScope) }
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
