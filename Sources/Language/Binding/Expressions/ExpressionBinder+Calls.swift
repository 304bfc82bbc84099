import Diagnostics
import Expressions
import Model
import Storage
import Syntax

/// Functions and aggregates.
extension ExpressionBinder {
  func call(
    _ name: NameSyntax,
    _ arguments: [CallArgument],
    _ span: SourceSpan
  ) -> TypedExpression? {
    let aggregate = AggregateDeclaration.named(name.text)
    let function = FunctionDeclaration.named(name.text, count: arguments.count)
    let countsGroup = aggregate?.function == .count && arguments.isEmpty
    if let aggregate, function == nil || arguments.count == 1 || countsGroup {
      return self.aggregate(aggregate, name, arguments, span)
    }
    if let filter = arguments.lazy.compactMap(\.filter).first {
      return fail(CallError.filterOutsideAggregate(filter.span))
    }
    if let clause = arguments.lazy.compactMap({ $0.sort.first?.expression ?? $0.limit }).first {
      return fail(CallError.clauseOfArgument(clause.span, function: name.text))
    }
    guard let function else {
      if let function = WindowFunction.named(name.text) {
        return fail(WindowError.withoutOver(name, function))
      }
      let known =
        FunctionDeclaration.all.map(\.function.name)
        + AggregateDeclaration.all.map(\.function.name)
      return fail(
        CallError.unknownFunction(name, nearest: nearestNames(to: name.text, in: known))
      )
    }
    if function.function == .isTotal { return isTotal(name, arguments, span) }
    return self.function(function, name, arguments, span)
  }

  /// An aggregate of a to-many path, an array, or a group.
  private func aggregate(
    _ declaration: AggregateDeclaration,
    _ name: NameSyntax,
    _ arguments: [CallArgument],
    _ span: SourceSpan
  ) -> TypedExpression? {
    if arguments.isEmpty, declaration.function == .count { return countOfGroup(name, span) }
    guard let call = aggregateCall(declaration, name, arguments) else { return nil }
    let argument = call.argument
    let (parts, path) = self.argument { bindParts(call) }
    guard let parts, let element = parts.first else { return nil }
    if element.type.element != nil, declaration.second != .number {
      return path == nil
        ? arrayAggregate(call, element)
        : fail(ArrayError.afterPath(name, argument.expression.span))
    }
    if let path { return aggregate(call, parts, after: path) }
    if let groups = enclosingGroups { return groupAggregate(call, groups) }
    let function = declaration.function
    if isWithinGroupAggregate {
      return fail(GroupError.nested(span, function: name.text, example: example(of: function)))
    }
    return fail(
      CallError.noToMany(name, argument.expression.span, example: example(of: function))
    )
  }

  /// The aggregated value, and the second number of a pair.
  func bindParts(_ call: AggregateCall) -> [TypedExpression]? {
    let syntaxes = [call.argument.expression] + [call.other].compactMap { $0 }
    let parts = syntaxes.map(bind)
    return parts.contains { $0 == nil } ? nil : parts.compactMap { $0 }
  }

  /// `count()`: the number of records in a group.
  private func countOfGroup(_ name: NameSyntax, _ span: SourceSpan) -> TypedExpression? {
    if let groups = enclosingGroups { return countOfGroup(name, groups) }
    return fail(
      isWithinGroupAggregate
        ? GroupError.nested(span, function: name.text, example: example(of: .count))
        : GroupError.noGroups(span, function: name.text)
    )
  }

  /// `sum(expenses.total where amount > 1)`
  private func aggregate(
    _ call: AggregateCall,
    _ parts: [TypedExpression],
    after path: ManyPath
  ) -> TypedExpression? {
    guard let destination = path.steps.last?.destination, let element = parts.first else {
      return nil
    }
    let scope = RecordExpression.scope(level: innermost + 1, entity: destination)
    let countsRecords = call.function == .count && element.kind == .record(scope)
    guard countsRecords || takes(call, parts) else { return nil }
    var filter: TypedExpression?
    if let condition = call.argument.filter {
      guard let bound = self.filter(condition, scope) else { return nil }
      filter = bound
    }
    var keys: [SortKey] = []
    if !call.argument.sort.isEmpty {
      guard let entity = schema.entity(destination) else { return nil }
      keys = within(BindingScope(record: scope, entity: entity, alias: nil)) {
        SortBinder(binder: self).keys(call.argument.sort, columns: [])
      }
      guard keys.count == call.argument.sort.count else { return nil }
    }
    return Self.reduction(of: parts, by: call, sort: keys) { reduced, options, type in
      let reduction = ToManyAggregate(
        function: call.function,
        base: path.base,
        path: path.steps,
        level: innermost + 1,
        filter: filter,
        element: countsRecords ? nil : reduced,
        options: options
      )
      return TypedExpression(.aggregate(reduction), type)
    }
  }

  /// Creates an aggregate by `make`; the minimum, maximum and mode of enum cases compare their
  /// declaration order. Sort keys and a second number follow the value in a list.
  static func reduction(
    of parts: [TypedExpression],
    by call: AggregateCall,
    sort: [SortKey] = [],
    _ make: (TypedExpression, AggregateOptions, ValueType) -> TypedExpression
  ) -> TypedExpression? {
    guard let element = parts.first else { return nil }
    let isOrder = [.min, .max, .mode].contains(call.function)
    let reduced = isOrder ? element.ordered : element
    let all = [reduced] + parts.dropFirst() + sort.map(\.expression)
    var options = call.options
    options.sort = sort.map {
      .init(isDescending: $0.isDescending, nullsFirst: $0.nullsFirst, order: $0.order)
    }
    let whole = all.count == 1 ? reduced : TypedExpression(.list(all), .list(.null))
    let result = make(whole, options, type(of: call.function, reduced.type))
    return isOrder ? result.unordered(element.type) : result
  }

  /// Binds a condition in the scope of `record`, one level deeper.
  func filter(
    _ condition: ExpressionSyntax,
    _ record: RecordExpression
  ) -> TypedExpression? {
    guard let entity = schema.entity(record.entity) else { return nil }
    return within(BindingScope(record: record, entity: entity, alias: nil)) {
      self.condition(condition)
    }
  }

  /// Whether the aggregate applies to the types of the value and the second number; reports it if
  /// not.
  func takes(_ call: AggregateCall, _ parts: [TypedExpression]) -> Bool {
    let expected: [ValueType]
    let numbers: [ValueType] = [.int, .double, .decimal]
    switch call.function {
    case .count, .countDistinct, .list, .any, .first, .last: return true
    case .sum, .avg, .median, .percentile, .stddev, .stddevp, .variance, .skewness, .correlation,
      .regression:
      expected = numbers
    case .min, .max: expected = numbers + [.string, .date, .uuid]
    case .mode, .text: expected = numbers + [.string, .date, .uuid, .bool]
    }
    let syntaxes = [call.argument.expression] + [call.other].compactMap { $0 }
    for (part, syntax) in zip(parts, syntaxes) where !expected.contains(part.type) {
      if expected.contains(.string), part.type.enumeration != nil { continue }
      findings.report(
        CallError.argumentType(call.name, syntax.span, expected: expected, found: part.type)
      )
      return false
    }
    return true
  }

  private static func type(of function: AggregateFunction, _ element: ValueType) -> ValueType {
    switch function {
    case .count, .countDistinct: .int
    case .any: .bool
    case .median, .percentile, .avg: element == .decimal ? .decimal : .double
    case .stddev, .stddevp, .variance, .skewness, .correlation: .double
    case .regression: .list(.double)
    case .list: .list(element)
    case .text: .string
    case .sum, .min, .max, .first, .last, .mode: element
    }
  }

  /// An example call with names of this schema.
  private func example(of function: AggregateFunction) -> String? {
    guard let entity = scopes.last?.entity,
      let many = entity.relationships.first(where: { $0.isToMany && !$0.isAnonymous })
    else { return nil }
    if function == .count { return "count(\(many.name))" }
    let element = schema.entity(many.destination)?.attributes.first { $0.type.isNumeric }
    return element.map { "\(function.rawValue)(\(many.name).\($0.name))" }
  }
}
