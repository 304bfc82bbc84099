import Diagnostics
import Expressions
import Model
import Syntax

/// Functions and aggregates.
extension ExpressionBinder {
  func call(
    _ name: NameSyntax,
    _ arguments: [CallArgument],
    _ span: SourceSpan
  ) -> TypedExpression? {
    let aggregate = AggregateDeclaration.named(name.text)?.function
    let function = FunctionDeclaration.named(name.text)
    if let aggregate, function == nil || arguments.count == 1 {
      return self.aggregate(aggregate, name, arguments, span)
    }
    if let filter = arguments.lazy.compactMap(\.filter).first {
      return fail(CallError.filterOutsideAggregate(filter.span))
    }
    guard let function else {
      let known =
        FunctionDeclaration.all.map(\.function.rawValue)
        + AggregateDeclaration.all.map(\.function.rawValue)
      return fail(
        CallError.unknownFunction(name, nearest: nearestNames(to: name.text, in: known))
      )
    }
    return self.function(function, name, arguments.map(\.expression))
  }

  /// An aggregate of a to-many path, an array, or a group.
  private func aggregate(
    _ function: AggregateFunction,
    _ name: NameSyntax,
    _ arguments: [CallArgument],
    _ span: SourceSpan
  ) -> TypedExpression? {
    if arguments.isEmpty, function == .count { return countOfGroup(name, span) }
    guard let argument = arguments.first, arguments.count == 1 else {
      return fail(
        CallError.argumentCount(name, expected: "one argument", found: arguments.count)
      )
    }
    guard let function = function.distinct(argument.distinct) else {
      return fail(GroupError.distinctArgument(argument.distinct ?? name.span, function: name.text))
    }
    let (element, path) = self.argument { bind(argument.expression) }
    guard let element else { return nil }
    if element.type.element != nil {
      return path == nil
        ? arrayAggregate(function, name, argument, element)
        : fail(ArrayError.afterPath(name, argument.expression.span))
    }
    if let path { return aggregate(function, name, argument, element, after: path) }
    if let groups = enclosingGroups { return groupAggregate(function, name, argument, groups) }
    if isWithinGroupAggregate {
      return fail(GroupError.nested(span, function: name.text, example: example(of: function)))
    }
    return fail(
      CallError.noToMany(name, argument.expression.span, example: example(of: function))
    )
  }

  /// `count()`: the number of records in a group.
  private func countOfGroup(_ name: NameSyntax, _ span: SourceSpan) -> TypedExpression? {
    if let groups = enclosingGroups { return groupAggregate(.count, name, nil, groups) }
    return fail(
      isWithinGroupAggregate
        ? GroupError.nested(span, function: name.text, example: example(of: .count))
        : GroupError.noGroups(span, function: name.text)
    )
  }

  /// `sum(expenses.total where amount > 1)`
  private func aggregate(
    _ function: AggregateFunction,
    _ name: NameSyntax,
    _ argument: CallArgument,
    _ element: TypedExpression,
    after path: ManyPath
  ) -> TypedExpression? {
    guard let destination = path.steps.last?.destination else { return nil }
    let scope = RecordExpression.scope(level: innermost + 1, entity: destination)
    let countsRecords = function == .count && element.kind == .record(scope)
    guard countsRecords || takes(function, element, name, argument) else { return nil }
    var filter: TypedExpression?
    if let condition = argument.filter {
      guard let bound = self.filter(condition, scope) else { return nil }
      filter = bound
    }
    return Self.reduction(of: element, by: function) { reduced, type in
      let reduction = ToManyAggregate(
        function: function,
        base: path.base,
        path: path.steps,
        level: innermost + 1,
        filter: filter,
        element: countsRecords ? nil : reduced
      )
      return TypedExpression(.aggregate(reduction), type)
    }
  }

  /// Creates an aggregate by `make`; the minimum and maximum of enum cases compare their
  /// declaration order.
  static func reduction(
    of element: TypedExpression,
    by function: AggregateFunction,
    _ make: (TypedExpression, ValueType) -> TypedExpression
  ) -> TypedExpression {
    let isOrder = function == .min || function == .max
    let reduced = isOrder ? element.ordered : element
    let result = make(reduced, type(of: function, reduced.type))
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

  /// Whether the aggregate applies to the type of the element; reports it if not.
  func takes(
    _ function: AggregateFunction,
    _ element: TypedExpression,
    _ name: NameSyntax,
    _ argument: CallArgument
  ) -> Bool {
    let expected: [ValueType]
    switch function {
    case .count, .countDistinct, .list, .any, .first, .last: return true
    case .sum, .avg, .median, .stddev: expected = [.int, .double, .decimal]
    case .min, .max: expected = [.int, .double, .decimal, .string, .date, .uuid]
    }
    if expected.contains(element.type) { return true }
    if expected.contains(.string), element.type.enumeration != nil { return true }
    findings.report(
      CallError.argumentType(
        name,
        argument.expression.span,
        expected: expected,
        found: element.type
      )
    )
    return false
  }

  private static func type(of function: AggregateFunction, _ element: ValueType) -> ValueType {
    switch function {
    case .count, .countDistinct: .int
    case .any: .bool
    case .median: element == .decimal ? .decimal : .double
    case .stddev: .double
    case .list: .list(element)
    case .avg: element == .decimal ? .decimal : .double
    case .sum, .min, .max, .first, .last: element
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

extension AggregateFunction {
  /// The aggregate with `distinct`, if it supports that.
  fileprivate func distinct(_ span: SourceSpan?) -> AggregateFunction? {
    span == nil ? self : self == .count ? .countDistinct : nil
  }
}
