import Diagnostics
import Expressions
import Model
import Storage
import Syntax

/// Gives `group by`, `having` and `distinct` their meaning.
struct GroupBinder {
  let binder: ExpressionBinder
  let query: QuerySyntax

  /// Binds the keys; what is bound afterwards is over groups if there are keys or aggregates.
  func begin(entity: String) {
    binder.groups = GroupScope(entity: entity, keys: query.groupKeys.compactMap(key))
  }

  private func key(_ syntax: ExpressionSyntax) -> TypedExpression? {
    guard let key = binder.bind(syntax) else { return nil }
    if key.isConstant { return binder.fail(GroupError.constantKey(syntax.span)) }
    guard key.type.mayStandInGroups else {
      return binder.fail(GroupError.ungroupable(syntax.span, found: key.type))
    }
    return key
  }

  /// Whether the query asks for groups, as far as it has been bound.
  var isGrouped: Bool {
    !query.groupKeys.isEmpty || query.groupPredicate != nil
      || binder.groups?.hasAggregates ?? false
  }

  /// `having`, over the rows of groups.
  func predicate() -> TypedExpression? {
    query.groupPredicate.flatMap(binder.condition)
  }

  /// What groups show without `select`: their keys and the number of their records.
  func defaultColumns() -> [OutputColumn] {
    guard let groups = binder.groups, groups.keys.count == query.groupKeys.count else { return [] }
    let keys = keyColumns()
    let count = groups.result(
      of: GroupAggregate(function: .count, filter: nil, element: nil, type: .int)
    )
    return keys + [OutputColumn(name: "count", expression: count)]
  }

  /// The keys as columns; none where one of them is faulty.
  func keyColumns() -> [OutputColumn] {
    guard binder.groups?.keys.count == query.groupKeys.count else { return [] }
    return SelectionBinder(binder: binder)
      .columns(query.groupKeys.map { .expression($0, alias: nil) })
  }

  /// The groups of the whole query, with everything reported that has many values within one.
  func end() -> Grouping? {
    defer { binder.groups = nil }
    guard isGrouped, let groups = binder.groups else { return nil }
    // With a faulty key nothing can be said of what stands beside it.
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
    return Grouping(keys: groups.keys, aggregates: groups.aggregates)
  }

  /// Whether only the first of equal rows is kept; then only selected columns can be sorted by.
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

extension ValueType {
  /// Whether values can be the key of a group, or what an aggregate picks from one.
  var mayStandInGroups: Bool {
    switch self {
    case .duration, .composite, .toMany, .null: false
    case .list(.record), .list(.null), .list(.list): false
    default: true
    }
  }
}

extension TypedExpression {
  /// Whether a sort by `key` is one by this: cases of enums are sorted by their places or names.
  fileprivate func isSorted(by key: TypedExpression) -> Bool {
    [self, ordered, asText, withoutURI].contains(key)
  }
}
