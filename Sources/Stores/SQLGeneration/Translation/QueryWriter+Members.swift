import Expressions
import Model
import Storage

/// The members of to-many relationships, and the results of subqueries.
extension QueryWriter {
  /// The condition that an `any` is true, or that it is false.
  mutating func existence(
    of aggregate: ToManyAggregate,
    isThere: Bool
  ) throws(Untranslatable) -> SQLCondition {
    let members = try exactly { writer throws(Untranslatable) in
      try writer.members(aggregate) { writer throws(Untranslatable) in
        guard let element = aggregate.element else { throw Untranslatable() }
        return (SQLFragment("1"), try writer.condition(element))
      }
    }
    return .existence(of: members, isThere: isThere)
  }

  /// `count`, `min`, `max` and `count(distinct …)`. In SQLite, sums may overflow, and sums of
  /// Doubles depend on the order.
  mutating func reduction(_ aggregate: ToManyAggregate) throws(Untranslatable) -> SQLOperand {
    if dialect == .postgreSQL, let joined = try joinedReduction(aggregate) { return joined }
    var form = SQLForm.integer
    let members = try exactly { writer throws(Untranslatable) in
      try writer.members(aggregate) { writer throws(Untranslatable) in
        guard let element = aggregate.element else {
          guard aggregate.function == .count else { throw Untranslatable() }
          return (SQLFragment("count(*)"), nil)
        }
        guard case .operand(let operand) = try writer.side(element) else { throw Untranslatable() }
        try writer.requireMember(in: element, of: aggregate)
        let reduced = try writer.memberReduction(operand, aggregate.function)
        form = reduced.form
        return (reduced.value, nil)
      }
    }
    return SQLOperand(form, "(" + members + ")")
  }

  /// An aggregate of the values of related records. A sum or an average that the server cannot
  /// compute exactly is an error.
  func memberReduction(
    _ operand: SQLOperand,
    _ function: AggregateFunction
  ) throws(Untranslatable) -> SQLOperand {
    guard dialect == .postgreSQL, [.sum, .avg].contains(function) else {
      return try reduced(operand, by: function)
    }
    guard let total = SQLTotal(operand.form, isAverage: function == .avg) else {
      throw Untranslatable()
    }
    let value = total.value(of: total.parts(operand))
    return SQLOperand(value.form, value.orError)
  }

  /// An aggregate of the values of `operand`.
  func reduced(
    _ operand: SQLOperand,
    by function: AggregateFunction
  ) throws(Untranslatable) -> SQLOperand {
    switch function {
    case .count:
      if case .record(let entity) = operand.form { try requireNumber(entity) }
      return SQLOperand(.integer, "count(" + operand.value + ")")
    case .countDistinct:
      if case .record(let entity) = operand.form { try requireNumber(entity) }
      return SQLOperand(.integer, "count(DISTINCT " + operand.value + ")")
    case .min, .max:
      if operand.form == .text, !translator.ordersTextByScalars { throw Untranslatable() }
      guard dialect == .sqlite || operand.form.hasExtremes else { throw Untranslatable() }
      let value = operand.value + (operand.form == .text ? dialect.byBytes : "")
      return SQLOperand(operand.form, "\(function.rawValue)(" + value + ")")
    default:
      throw Untranslatable()
    }
  }

  /// Rejects elements that do not read the member: SQLite would evaluate the aggregate in the
  /// enclosing SELECT.
  private func requireMember(
    in element: TypedExpression,
    of aggregate: ToManyAggregate
  ) throws(Untranslatable) {
    guard let destination = aggregate.path.last?.destination,
      element.reads(.scope(level: aggregate.level, entity: destination))
    else { throw Untranslatable() }
  }

  /// A comparison of a count that only tests whether there is a member, written with EXISTS; nil
  /// for other comparisons.
  mutating func countTest(
    _ operation: ComparisonOperator,
    _ left: TypedExpression,
    _ right: TypedExpression
  ) throws(Untranslatable) -> SQLCondition? {
    guard case .aggregate(let aggregate) = left.kind, aggregate.function == .count,
      aggregate.element == nil, case .literal(.int(let number)) = right.kind
    else { return nil }
    let isThere: Bool
    switch (operation, number) {
    case (.greater, 0), (.notEqual, 0), (.greaterOrEqual, 1): isThere = true
    case (.equal, 0), (.lessOrEqual, 0), (.less, 1): isThere = false
    default: return nil
    }
    let members = try exactly { writer throws(Untranslatable) in
      try writer.members(aggregate) { _ in (SQLFragment("1"), nil) }
    }
    return .existence(of: members, isThere: isThere)
  }

  /// A SELECT of the members of an aggregate; `write` returns the selected value and a condition.
  private mutating func members(
    _ aggregate: ToManyAggregate,
    _ write: (
      inout QueryWriter
    ) throws(Untranslatable) -> (selected: SQLFragment, condition: SQLCondition?)
  ) throws(Untranslatable) -> SQLFragment {
    let base = try table(of: aggregate.base)
    let path = try memberPath(aggregate.path, from: base)
    let filter = aggregate.filter
    let (parts, joins) = try within(path.members, level: aggregate.level) {
      writer throws(Untranslatable) in
      let conditions = try filter.map { filter throws(Untranslatable) in
        [try writer.condition(filter)]
      }
      let (selected, condition) = try write(&writer)
      return (selected, (conditions ?? []) + [condition].compactMap { $0 })
    }
    return "SELECT " + parts.0 + " FROM " + (path.tables + joins).joined(" ") + " WHERE "
      + SQLCondition.all([SQLCondition(path.condition, .and)] + parts.1).sql
  }

  /// The tables of a path, the members' table last, and the condition that joins the first to
  /// `base`.
  private mutating func memberPath(
    _ path: [RelationshipReference],
    from base: SQLTable
  ) throws(Untranslatable) -> (tables: [SQLFragment], condition: SQLFragment, members: SQLTable) {
    guard let step = path.first else { throw Untranslatable() }
    let (table, links) = try self.step(step, from: base)
    // A join table comes before the members.
    let others = links.dropFirst().map { "JOIN " + $0.table + " ON " + $0.condition }
    let (members, joins) = try joins(of: path.dropFirst(), to: table)
    return ([links[0].table] + others + joins, links[0].condition, members)
  }

  /// The members of further steps of a path, and the joins of their tables to that of the first.
  mutating func joins(
    of path: some Sequence<RelationshipReference>,
    to first: SQLTable
  ) throws(Untranslatable) -> (members: SQLTable, joins: [SQLFragment]) {
    var (members, joins) = (first, [SQLFragment]())
    for step in path {
      let (table, links) = try self.step(step, from: members)
      joins += links.map { "JOIN " + $0.table + " ON " + $0.condition }
      members = table
    }
    return (members, joins)
  }

  /// A table with its join condition.
  private typealias Link = (table: SQLFragment, condition: SQLFragment)

  /// The tables that one step of a path adds, the table of the related records last.
  private mutating func step(
    _ step: RelationshipReference,
    from owner: SQLTable
  ) throws(Untranslatable) -> (SQLTable, [Link]) {
    let table = try makeTable(step.destination)
    guard step.isToMany else {
      guard let link = owner.mapping.toOnes[step.name], !link.columns.isEmpty else {
        throw Untranslatable()
      }
      return (table, [(table.declaration, table.isTarget(of: link, from: owner))])
    }
    switch owner.mapping.toManys[step.name] {
    case .inverse:
      guard
        let inverse = translator.entities[step.entity]?.relationship(step.name)?.inverse,
        let link = table.mapping.toOnes[inverse]
      else { throw Untranslatable() }
      return (table, [(table.declaration, table.joinCondition(to: owner, by: link))])
    case .joinTable(let pairs):
      let alias = makeAlias()
      let isOwned = owner.isTarget(of: pairs.owner, from: alias)
      let member = pairs.member
      let isMember = table.isOfEntity(
        where: member.joinCondition(
          from: alias,
          to: table.alias,
          rowNumber: table.mapping.rowNumber
        )
      )
      return (
        table,
        [
          (SQLFragment(pairs.qualifiedTable + " AS \(alias)"), isOwned),
          (table.declaration, isMember),
        ]
      )
    case nil:
      throw Untranslatable()
    }
  }

  // MARK: - Queries within expressions

  /// `budget in (Budget where limit > 100)`
  mutating func membership(
    _ operand: TypedExpression,
    in query: RecordQuery
  ) throws(Untranslatable) -> SQLCondition {
    // A limit of each group would need window functions.
    guard query.limitKeys.isEmpty else { throw Untranslatable() }
    guard case .operand(let record) = try side(operand),
      record.form == .record(entity: query.entity)
    else { throw Untranslatable() }
    try requireNumber(query.entity)
    let found = try exactly { writer throws(Untranslatable) in
      try writer.independently { writer throws(Untranslatable) in
        let asked = StoreQuery(
          entity: query.entity,
          conditions: query.predicate?.conjuncts ?? [],
          sort: query.limit == nil && query.offset == 0 ? [] : query.sort,
          limit: query.limit,
          offset: query.offset
        )
        let isCut = asked.limit != nil || asked.offset > 0
        return try writer.select(asked, isOrdered: isCut) { [$0.rowNumber] }
      }
    }
    return SQLCondition(record.value + " IN (" + found + ")")
  }
}

extension SQLForm {
  /// Whether servers have `min` and `max` of such values.
  fileprivate var hasExtremes: Bool {
    switch self {
    case .bool, .blob, .server(.uuid), .server(.boolean), .record: false
    default: true
    }
  }
}

extension TypedExpression {
  /// Whether it reads `record`, or a record related to it, outside of nested aggregates.
  fileprivate func reads(_ record: RecordExpression) -> Bool {
    switch kind {
    case .attribute(_, let read), .record(let read): read.begins(with: record)
    default: children.contains { $0.reads(record) }
    }
  }
}

extension RecordExpression {
  fileprivate func begins(with record: RecordExpression) -> Bool {
    if self == record { return true }
    if case .toOne(_, let base) = self { return base.begins(with: record) }
    return false
  }
}
