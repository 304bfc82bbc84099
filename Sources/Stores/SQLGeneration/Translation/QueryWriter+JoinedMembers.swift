import Expressions
import Model

/// Aggregates of the related records of all records, computed at once: if all are needed, or if no
/// index finds the related records of a single one.
///
/// ```
/// LEFT JOIN (SELECT k0, sum(v) AS v FROM (SELECT t1.budget AS k0, t1.amount AS v FROM …) AS t2
///   GROUP BY 1) AS t3 ON t3.k0 = t0.id
/// ```
///
/// Further steps of a path are tables joined to the first one.
extension QueryWriter {
  /// The aggregate from a joined subquery; nil if that is not better, if the first relationship has
  /// a join table, or if the members' part reads the owner.
  mutating func joinedReduction(
    _ aggregate: ToManyAggregate
  ) throws(Untranslatable) -> SQLOperand? {
    guard let step = aggregate.path.first, step.isToMany,
      case .scope(level: 0, _) = aggregate.base
    else { return nil }
    let owner = try table(of: aggregate.base)
    guard case .inverse? = owner.mapping.toManys[step.name],
      let inverse = translator.entities[step.entity]?.relationship(step.name)?.inverse,
      let link = translator.mapping.entities[step.destination]?.toOnes[inverse],
      !link.columns.isEmpty, readsAllMembers || !link.isIndexed
    else { return nil }
    let saved = self
    do {
      return try joined(aggregate, link, owner)
    } catch {
      self = saved
      return nil
    }
  }

  private mutating func joined(
    _ aggregate: ToManyAggregate,
    _ link: ToOneMapping,
    _ owner: SQLTable
  ) throws(Untranslatable) -> SQLOperand {
    let first = try makeTable(aggregate.path[0].destination)
    let (members, others) = try joins(of: aggregate.path.dropFirst(), to: first)
    let (parts, joins) = try exactly { writer throws(Untranslatable) in
      try writer.within(members, hidingOuterLevels: aggregate.level) {
        writer throws(Untranslatable) in
        let condition = try aggregate.filter.map { filter throws(Untranslatable) in
          try writer.condition(filter)
        }
        let element = try aggregate.element.map { element throws(Untranslatable) in
          guard case .operand(let operand) = try writer.side(element) else {
            throw Untranslatable()
          }
          return operand
        }
        return (condition, element)
      }
    }
    let keys = link.columns.indices
    let value = parts.1.map { $0.guarded?.column ?? $0.value } ?? SQLFragment("1")
    let selected = keys.map { first.column(link.columns[$0]) + " AS k\($0)" } + [value + " AS v"]
    var rows =
      "SELECT " + selected.joined(", ") + " FROM "
      + ([first.declaration] + others + joins).joined(" ")
    if let condition = parts.0 { rows += " WHERE " + condition.sql }
    // Otherwise, each part of an aggregate would calculate the value again.
    if aggregate.element.map({ !$0.isAttribute }) ?? false { rows += " OFFSET 0" }
    let (inner, outer) = (makeAlias(), makeAlias())
    let reduced = try reduction(of: parts.1, from: inner, aggregate.function)
    let list = keys.map { SQLFragment("k\($0)") } + [reduced.value + " AS v"]
    let groups =
      "SELECT " + list.joined(", ") + " FROM (" + rows + ") AS \(inner) GROUP BY "
      + keys.map { SQLFragment("\($0 + 1)") }.joined(", ")
    let targets = link.targets.isEmpty ? [owner.mapping.rowNumber] : link.targets
    guard targets.count == link.columns.count else { throw Untranslatable() }
    let equality = keys.map { "\(outer).k\($0) = " + owner.column(targets[$0]) }.joined(" AND ")
    try addJoin(
      "LEFT JOIN (" + groups + ") AS \(outer) ON " + equality,
      to: aggregate.base
    )
    let isNumber = [.count, .countDistinct, .sum].contains(aggregate.function)
    let result = SQLFragment(isNumber ? "coalesce(\(outer).v, 0)" : "\(outer).v")
    return SQLOperand(reduced.form, result)
  }

  private func reduction(
    of element: SQLOperand?,
    from rows: String,
    _ function: AggregateFunction
  ) throws(Untranslatable) -> SQLOperand {
    guard let element else {
      guard function == .count else { throw Untranslatable() }
      return SQLOperand(.integer, SQLFragment("count(*)"))
    }
    let column = SQLFragment("\(rows).v")
    guard element.guarded != nil else {
      return try memberReduction(SQLOperand(element.form, column), function)
    }
    let type: ServerType? =
      switch element.form {
      case .real: .real
      case .server(let type): type
      default: nil
      }
    guard let isValid = type?.validity(of: column.text) else { throw Untranslatable() }
    let guarded = GuardedColumn(column, guardCondition: column + " IS NOT NULL AND " + isValid)
    return try memberReduction(SQLOperand(element.form, guarded), function)
  }
}

extension TypedExpression {
  /// Whether it is an attribute, not a calculation.
  var isAttribute: Bool { if case .attribute = kind { true } else { false } }

  /// Whether it reads an aggregate of related records other than `any`.
  var hasMemberAggregate: Bool {
    if case .aggregate(let aggregate) = kind, aggregate.function != .any { return true }
    return children.contains(where: \.hasMemberAggregate)
  }
}
