import Diagnostics
import Expressions
import Model
import Storage
import Syntax

/// The groups of a query while `having`, `select` and `sort` are bound.
///
/// Without `group by` it is not known before the end whether there are groups: an aggregate makes
/// all records one group. Until then everything is bound, and what has no one value within a group
/// is noted.
final class GroupScope {
  /// The entity whose records are grouped.
  let entity: String
  /// What is equal within a group.
  let keys: [TypedExpression]
  /// What is computed for each group, each aggregate once.
  private(set) var aggregates: [GroupAggregate] = []
  /// Where the first of them is written.
  private(set) var firstAggregate: SourceSpan?
  /// What has many values within a group.
  private(set) var ungrouped: [ExpressionSyntax] = []
  /// Where that is written, in the order of the text.
  private var ungroupedSpans: [SourceSpan] = []

  init(entity: String, keys: [TypedExpression]) {
    self.entity = entity
    self.keys = keys
  }

  /// Whether aggregates are asked.
  var hasAggregates: Bool { !aggregates.isEmpty }

  /// Notes that an aggregate is written at `span`.
  func noteAggregate(_ span: SourceSpan) { firstAggregate = firstAggregate ?? span }

  /// The key that equals `expression`, read from the row of a group.
  func key(equalTo expression: TypedExpression) -> TypedExpression? {
    keys.firstIndex(of: expression).map { Grouping.key($0, keys[$0].type) }
  }

  /// The aggregate, read from the row of a group.
  func result(of aggregate: GroupAggregate) -> TypedExpression {
    let index = aggregates.firstIndex(of: aggregate) ?? aggregates.count
    if index == aggregates.count { aggregates.append(aggregate) }
    return Grouping.aggregate(index, aggregate.type)
  }

  /// The expression with what it reads of a key's record read from there: with the key `budget`
  /// also `budget.name` has one value.
  func throughKeys(_ expression: TypedExpression) -> TypedExpression {
    expression.replacingRecords { record in
      for (index, key) in keys.enumerated() where key.kind == .record(record) {
        return Grouping.record(index, record.entity)
      }
      return nil
    }
  }

  /// Notes that `syntax` has more than one value per group, unless a part of it does already.
  func noteUngrouped(_ syntax: ExpressionSyntax) {
    // What is noted does not overlap, so it is the first behind the start that may be a part.
    var (low, high) = (0, ungroupedSpans.count)
    while low < high {
      let middle = (low + high) / 2
      if ungroupedSpans[middle].lowerBound < syntax.span.lowerBound {
        low = middle + 1
      } else {
        high = middle
      }
    }
    let isKnown =
      low < ungroupedSpans.count && ungroupedSpans[low].upperBound <= syntax.span.upperBound
    if isKnown { return }
    ungrouped.append(syntax)
    ungroupedSpans.insert(syntax.span, at: low)
  }
}

extension ExpressionBinder {
  /// An expression over the rows of groups: keys, aggregates, constants, and what is made of them.
  func bind(_ syntax: ExpressionSyntax, in groups: GroupScope) -> TypedExpression? {
    if !groups.keys.isEmpty, let key = findings.quietly({ groups.key(for: syntax, self) }) {
      return key
    }
    return bindInRecord(syntax).map { grouped($0, syntax) }
  }

  /// An expression over records, as far as groups have it too.
  func grouped(_ expression: TypedExpression, _ syntax: ExpressionSyntax) -> TypedExpression {
    guard let groups = askedGroups else { return expression }
    if let key = groups.key(equalTo: expression) { return key }
    let bound = groups.throughKeys(expression)
    if bound.readsFetchedRecord(of: groups.entity) { groups.noteUngrouped(syntax) }
    return bound
  }

  /// The groups, where their rows are asked: neither a single record nor the members of a path.
  var askedGroups: GroupScope? { scopes.count == 1 && argumentPath == nil ? groups : nil }

  /// Whether the argument of an aggregate of groups is bound: one record stands there.
  var isWithinGroupAggregate: Bool {
    isReducingGroup || groups != nil && scopes.count == 1 && argumentPath != nil
  }

  /// An aggregate of the group: `count()`, `sum(amount where quantity > 1)`.
  func groupAggregate(
    _ function: AggregateFunction,
    _ name: NameSyntax,
    _ argument: CallArgument?,
    _ groups: GroupScope
  ) -> TypedExpression? {
    groups.noteAggregate(name.span)
    guard let argument else {
      return groups.result(
        of: GroupAggregate(function: .count, filter: nil, element: nil, type: .int)
      )
    }
    self.groups = nil
    isReducingGroup = true
    defer {
      self.groups = groups
      isReducingGroup = false
    }
    let filter = argument.filter.map(condition)
    guard let element = bind(argument.expression),
      takes(function, element, name, argument)
    else { return nil }
    if case .some(nil) = filter { return nil }
    guard function.hasNumber || element.type.mayStandInGroups else {
      return fail(
        GroupError.unpickable(argument.expression.span, function: name.text, found: element.type)
      )
    }
    return Self.reduction(of: element, by: function) { reduced, type in
      groups.result(
        of: GroupAggregate(
          function: function,
          filter: filter ?? nil,
          element: reduced,
          type: type
        )
      )
    }
  }
}

extension AggregateFunction {
  /// Whether the result is a number whatever is reduced, rather than one of the values.
  fileprivate var hasNumber: Bool { self == .count || self == .countDistinct }
}

extension GroupScope {
  /// The key that `syntax` stands for, if it does.
  fileprivate func key(
    for syntax: ExpressionSyntax,
    _ binder: ExpressionBinder
  ) -> TypedExpression? {
    binder.groups = nil
    defer { binder.groups = self }
    return binder.bind(syntax).flatMap(key(equalTo:))
  }
}
