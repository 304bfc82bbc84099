import Diagnostics
import Expressions
import Model
import Storage
import Syntax

/// The groups of a query while `having`, `select` and `sort` are bound.
///
/// Without `group by`, an aggregate anywhere makes all records one group, which is only known at
/// the end. Until then, expressions with more than one value per group are recorded.
final class GroupScope {
  /// The entity of the grouped records.
  let entity: String
  /// The group keys.
  let keys: [TypedExpression]
  /// The group keys as they are written, for error messages.
  let keyTexts: [String]
  /// Whether there are rows of totals.
  let hasTotals: Bool
  /// The pivot; nil without one.
  var pivot: Pivot?
  /// The condition for the records of aggregates, while the columns of a pivot are bound.
  var condition: TypedExpression?
  /// How many aggregates were bound, including duplicates.
  private(set) var aggregateUses = 0
  /// The aggregates, without duplicates.
  private(set) var aggregates: [GroupAggregate] = []
  /// The position of the first aggregate.
  private(set) var firstAggregate: SourceSpan?
  /// The expressions with more than one value per group.
  private(set) var ungrouped: [ExpressionSyntax] = []
  /// Their positions in order.
  private var ungroupedSpans: [SourceSpan] = []

  init(entity: String, keys: [TypedExpression], texts: [String], hasTotals: Bool) {
    self.entity = entity
    self.hasTotals = hasTotals
    self.keys = keys
    keyTexts = texts
  }

  var hasAggregates: Bool { !aggregates.isEmpty }

  /// Removes the aggregates that were bound after the first `count`.
  func forgetAggregates(after count: Int) { aggregates.removeLast(aggregates.count - count) }

  /// Records the position of an aggregate.
  func noteAggregate(_ span: SourceSpan) { firstAggregate = firstAggregate ?? span }

  /// The places of the keys that an expression over groups reads.
  func keys(in expression: TypedExpression) -> [Int] {
    keys.indices.filter { index in
      let key = Grouping.key(index, keys[index].type)
      guard case .record(let record) = key.kind else { return expression.contains(key) }
      var isRead = false
      _ = expression.replacingRecords { read in
        if read == record { isRead = true }
        return nil
      }
      return isRead
    }
  }

  /// The columns that `sort` can name: keys and aliases before the values of a pivot.
  func sortColumns(_ columns: [OutputColumn]) -> [OutputColumn] {
    guard let pivot else { return columns }
    let values = columns.dropFirst(pivot.keyCount).filter { !keyTexts.contains($0.name) }
    return Array(columns.prefix(pivot.keyCount)) + pivot.wholes + values
  }

  /// The key that equals `expression`, read from a group's row.
  func key(equalTo expression: TypedExpression) -> TypedExpression? {
    keys.firstIndex(of: expression).map { Grouping.key($0, keys[$0].type) }
  }

  /// The aggregate, read from a group's row.
  func result(of whole: GroupAggregate) -> TypedExpression {
    aggregateUses += 1
    let aggregate = condition.map(whole.filtered) ?? whole
    let index = aggregates.firstIndex(of: aggregate) ?? aggregates.count
    if index == aggregates.count { aggregates.append(aggregate) }
    return Grouping.aggregate(index, aggregate.type)
  }

  /// The expression with records replaced by keys: with the key `budget`, `budget.name` also has
  /// one value.
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
    // Recorded expressions do not overlap, so only the first one after the start can be a part.
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
  /// Binds an expression over groups: keys, aggregates, and constants.
  func bind(_ syntax: ExpressionSyntax, in groups: GroupScope) -> TypedExpression? {
    if !groups.keys.isEmpty, let key = findings.quietly({ groups.key(for: syntax, self) }) {
      return key
    }
    return bindInRecord(syntax).map { grouped($0, syntax) }
  }

  /// An expression over records, read from groups where possible.
  func grouped(_ expression: TypedExpression, _ syntax: ExpressionSyntax) -> TypedExpression {
    guard let groups = enclosingGroups else { return expression }
    if let key = groups.key(equalTo: expression) { return key }
    let bound = groups.throughKeys(expression)
    if bound.readsFetchedRecord(of: groups.entity) { groups.noteUngrouped(syntax) }
    return bound
  }

  /// The groups, unless a single record or a path is being bound.
  var enclosingGroups: GroupScope? { scopes.count == 1 && argumentPath == nil ? groups : nil }

  /// Whether the argument of a group's aggregate is being bound, which reads one record.
  var isWithinGroupAggregate: Bool {
    isReducingGroup || groups != nil && scopes.count == 1 && argumentPath != nil
  }

  /// `count()`
  func countOfGroup(_ name: NameSyntax, _ groups: GroupScope) -> TypedExpression {
    groups.noteAggregate(name.span)
    return groups.result(
      of: GroupAggregate(function: .count, filter: nil, element: nil, type: .int)
    )
  }

  /// An aggregate of the group: `sum(amount where quantity > 1)`.
  func groupAggregate(_ call: AggregateCall, _ groups: GroupScope) -> TypedExpression? {
    groups.noteAggregate(call.name.span)
    let argument = call.argument
    self.groups = nil
    isReducingGroup = true
    defer {
      self.groups = groups
      isReducingGroup = false
    }
    let filter = argument.filter.map(condition)
    guard let parts = bindParts(call), let element = parts.first, takes(call, parts) else {
      return nil
    }
    if case .some(nil) = filter { return nil }
    let keys = SortBinder(binder: self).keys(argument.sort, columns: [])
    guard keys.count == argument.sort.count else { return nil }
    let isSortedRecord = if case .record = element.type { !keys.isEmpty } else { false }
    guard call.function.hasNumber || element.type.isAllowedInGroups && !isSortedRecord else {
      return fail(
        GroupError.unpickable(
          argument.expression.span,
          function: call.name.text,
          found: element.type
        )
      )
    }
    return Self.reduction(of: parts, by: call, sort: keys) { reduced, options, type in
      groups.result(
        of: GroupAggregate(
          function: call.function,
          filter: filter ?? nil,
          element: reduced,
          options: options,
          type: type
        )
      )
    }
  }
}

extension ExpressionBinder {
  /// The keys, with what distinguishes totals from a group of nil.
  func distinguishingTotals(_ keys: [TypedExpression]) -> [TypedExpression] {
    guard let groups = enclosingGroups, groups.hasTotals else { return keys }
    let places = Set(keys.flatMap { groups.keys(in: $0) })
    return keys + places.sorted().map { Grouping.isTotal($0) }.filter { !keys.contains($0) }
  }

  /// The keys of a window, with what distinguishes the levels of totals: groups, and the totals of
  /// each prefix of the keys. A key that tests for totals decides which rows belong together.
  func separatingLevels(_ keys: [TypedExpression]) -> [TypedExpression] {
    guard let groups = enclosingGroups, groups.hasTotals else { return keys }
    let marks = groups.keys.indices.map { Grouping.isTotal($0) }
    let isDecided = keys.contains { key in marks.contains { key.contains($0) } }
    return isDecided ? distinguishingTotals(keys) : keys + marks
  }

  /// `isTotal(owner)`: whether a row is a total of several values of a key.
  func isTotal(
    _ name: NameSyntax,
    _ arguments: [CallArgument],
    _ span: SourceSpan
  ) -> TypedExpression? {
    guard let groups = enclosingGroups, groups.hasTotals else {
      return fail(GroupError.noTotals(span, key: enclosingGroups?.keyTexts.first))
    }
    // The argument is a key, not a selected column of the same name.
    let outer = aliases
    aliases = SelectAliases()
    defer { aliases = outer }
    guard arguments.count == 1, let argument = arguments.first?.expression,
      let key = findings.quietly({ groups.key(for: argument, self) }),
      let place = groups.place(of: key)
    else {
      return fail(
        GroupError.totalOfOther(arguments.first?.expression.span ?? span, keys: groups.keyTexts)
      )
    }
    return Grouping.isTotal(place)
  }
}

extension GroupScope {
  /// The place of a key that is read from a group's row.
  fileprivate func place(of key: TypedExpression) -> Int? {
    keys.indices.first { Grouping.key($0, keys[$0].type) == key }
  }
}

extension TypedExpression {
  /// Whether `part` is the expression or a part of it over the same records.
  fileprivate func contains(_ part: TypedExpression) -> Bool {
    self == part || children.contains { $0.contains(part) }
  }
}

extension AggregateFunction {
  /// Whether the result is always a number.
  fileprivate var hasNumber: Bool { self == .count || self == .countDistinct }
}

extension GroupScope {
  /// The key that `syntax` equals.
  fileprivate func key(
    for syntax: ExpressionSyntax,
    _ binder: ExpressionBinder
  ) -> TypedExpression? {
    // A window is never a key, and would remain in the query.
    let windows = binder.windows
    (binder.groups, binder.windows) = (nil, nil)
    defer { (binder.groups, binder.windows) = (self, windows) }
    return binder.bind(syntax).flatMap(key(equalTo:))
  }
}
