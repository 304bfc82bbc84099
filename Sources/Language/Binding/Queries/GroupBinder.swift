import Diagnostics
import Expressions
import Model
import Storage
import Syntax

/// Binds `group by`, `having` and `distinct`.
struct GroupBinder {
  let binder: ExpressionBinder
  let query: QuerySyntax

  /// Binds the keys; later expressions are over groups if there are keys or aggregates.
  func begin(entity: String) {
    let texts = query.groupKeys.map { SyntaxPrinter().text(of: $0) }
    binder.groups = GroupScope(
      entity: entity,
      keys: query.groupKeys.compactMap(binder.groupKey),
      texts: texts,
      hasTotals: query.totals != nil
    )
    if let pivot = query.pivot {
      let groups = binder.groups
      binder.groups = nil
      let bound = PivotBinder(binder: binder).pivot(pivot)
      binder.groups = groups
      binder.groups?.pivot = bound
    }
  }

  /// The columns, with what marks the totals of keys.
  func marked(_ columns: [OutputColumn]) -> [OutputColumn] {
    guard let groups = binder.groups, groups.hasTotals else { return columns }
    return columns.map { column in
      let marks = groups.keys(in: column.expression).map(Grouping.isTotal)
      return OutputColumn(
        name: column.name,
        expression: column.expression,
        isTotal: marks.dropFirst().reduce(marks.first) { all, mark in
          all.map { TypedExpression(.or($0, mark), .bool) }
        }
      )
    }
  }

  /// Whether the part of the query that is already bound is grouped.
  var isGrouped: Bool {
    !query.groupKeys.isEmpty || query.groupPredicate != nil
      || binder.groups?.hasAggregates ?? false
  }

  func predicate() -> TypedExpression? {
    query.groupPredicate.flatMap(binder.condition)
  }

  /// The default columns of groups: keys and counts.
  func defaultColumns() -> [OutputColumn] {
    guard let groups = binder.groups, groups.keys.count == query.groupKeys.count else { return [] }
    let keys = keyColumns()
    let count = groups.result(
      of: GroupAggregate(function: .count, filter: nil, element: nil, type: .int)
    )
    return keys + [OutputColumn(name: "count", expression: count)]
  }

  /// The keys as columns; empty if a key is invalid.
  func keyColumns() -> [OutputColumn] {
    guard binder.groups?.keys.count == query.groupKeys.count else { return [] }
    return SelectionBinder(binder: binder)
      .columns(query.groupKeys.map { .expression($0, alias: nil) })
  }

  /// The groups of the query; reports expressions with more than one value per group.
  func end() -> Grouping? {
    defer { binder.groups = nil }
    guard isGrouped, let groups = binder.groups else { return nil }
    // With an invalid key, other expressions cannot be checked.
    guard groups.keys.count == query.groupKeys.count else { return nil }
    let printer = SyntaxPrinter()
    for syntax in groups.ungrouped {
      binder.findings.report(
        GroupError.ungrouped(
          syntax.span,
          text: printer.text(of: syntax),
          keys: query.groupKeys.map(printer.text),
          aggregate: query.groupKeys.isEmpty ? groups.firstAggregate : nil
        )
      )
    }
    return Grouping(
      keys: groups.keys,
      aggregates: groups.aggregates,
      hasTotals: groups.hasTotals
    )
  }

  /// Whether the query is distinct, so that only selected columns can be sort keys.
  func isDistinct(_ columns: [OutputColumn], _ sort: [SortKey]) -> Bool {
    guard let span = query.distinct else { return false }
    guard query.selection != nil else {
      return binder.fail(GroupError.distinctRecords(span)) ?? false
    }
    for (key, syntax) in zip(sort, query.sort)
    where !columns.contains(where: { $0.expression.isSorted(by: key.expression) }) {
      binder.findings.report(
        GroupError.sortOfDistinct(syntax.expression.span, columns: columns.map(\.name))
      )
    }
    return true
  }
}

extension ExpressionBinder {
  /// A key that groups records.
  func groupKey(_ syntax: ExpressionSyntax) -> TypedExpression? {
    guard let key = bind(syntax) else { return nil }
    if key.isConstant { return fail(GroupError.constantKey(syntax.span)) }
    guard key.type.isAllowedInGroups else {
      return fail(GroupError.ungroupable(syntax.span, found: key.type))
    }
    return key
  }
}

extension ValueType {
  /// Whether values can be group keys or be returned by aggregates.
  var isAllowedInGroups: Bool {
    switch self {
    case .duration, .composite, .toMany, .null: false
    case .list(.record), .list(.null), .list(.list): false
    default: true
    }
  }
}

extension TypedExpression {
  /// Whether sorting by `key` is sorting by this: cases of enums sort by declaration order or name.
  fileprivate func isSorted(by key: TypedExpression) -> Bool {
    [self, ordered, asText].contains(key)
  }
}
