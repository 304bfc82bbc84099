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

  private func function(
    _ declaration: FunctionDeclaration,
    _ name: NameSyntax,
    _ arguments: [ExpressionSyntax]
  ) -> TypedExpression? {
    switch declaration.parameters {
    case .none:
      guard arguments.isEmpty else {
        return fail(
          CallError.argumentCount(name, expected: "no arguments", found: arguments.count)
        )
      }
      return TypedExpression(.call(declaration.function, []), declaration.type(of: .null))
    case .one(let types):
      guard arguments.count == 1 else {
        return fail(
          CallError.argumentCount(name, expected: "one argument", found: arguments.count)
        )
      }
      return unaryCall(declaration, name, arguments[0], types)
    case .several:
      guard arguments.count > 1 else {
        return fail(
          CallError.argumentCount(
            name,
            expected: "a to-many path, or two or more arguments",
            found: arguments.count
          )
        )
      }
      return severalCall(declaration, name, arguments)
    }
  }

  private func unaryCall(
    _ declaration: FunctionDeclaration,
    _ name: NameSyntax,
    _ argument: ExpressionSyntax,
    _ types: [ValueType]
  ) -> TypedExpression? {
    guard let bound = bind(argument) else { return nil }
    guard let value = fitting(bound, argument, types) else {
      if findings.hasFinding(within: argument.span) { return nil }
      return fail(
        CallError.argumentType(name, argument.span, expected: types, found: bound.type)
      )
    }
    let type = declaration.type(of: value.type)
    let input = type == .double ? adapted(value, argument, to: .double) ?? value : value
    return TypedExpression(.call(declaration.function, [input]), type)
  }

  /// The argument as one of `types`; a text adapts only where there is no choice.
  private func fitting(
    _ bound: TypedExpression,
    _ argument: ExpressionSyntax,
    _ types: [ValueType]
  ) -> TypedExpression? {
    if types.contains(bound.type) { return bound }
    if bound.type == .string, types.count > 1 { return nil }
    return types.lazy.compactMap { self.adapted(bound, argument, to: $0) }.first
  }

  private func severalCall(
    _ declaration: FunctionDeclaration,
    _ name: NameSyntax,
    _ arguments: [ExpressionSyntax]
  ) -> TypedExpression? {
    let bound = arguments.map(bind)
    guard var first = bound[0] else { return nil }
    var values: [TypedExpression] = []
    for (value, syntax) in zip(bound, arguments) {
      guard let value else { return nil }
      guard let pair = unified(first, arguments[0], value, syntax, exactNumbers: false) else {
        if findings.hasFinding(within: syntax.span) { return nil }
        return fail(TypeError.different(arguments[0].span, first.type, syntax.span, value.type))
      }
      first = pair.0
      values.append(pair.1)
    }
    let type = first.type
    guard type.isOrdered else {
      return fail(ClauseError.unsortable(arguments[0].span, found: type, help: []))
    }
    // An Int among Doubles was met before the type was known: widen it now.
    let widened = zip(values, arguments).map { adapted($0, $1, to: type) ?? $0 }
    return TypedExpression(.call(declaration.function, widened), type)
  }

  /// A reduction of what lies behind a to-many path: `sum(expenses.total where amount > 1)`.
  private func aggregate(
    _ function: AggregateFunction,
    _ name: NameSyntax,
    _ arguments: [CallArgument],
    _ span: SourceSpan
  ) -> TypedExpression? {
    guard let argument = arguments.first, arguments.count == 1 else {
      return fail(
        CallError.argumentCount(name, expected: "a to-many path", found: arguments.count)
      )
    }
    let (element, path) = self.argument { bind(argument.expression) }
    guard let element else { return nil }
    guard let path, let destination = path.steps.last?.destination else {
      return fail(
        CallError.noToMany(name, argument.expression.span, example: example(of: function))
      )
    }
    let scope = RecordExpression.scope(level: innermost + 1, entity: destination)
    let isRecord = element.kind == .record(scope)
    guard isRecord && function == .count || takes(function, element, name, argument) else {
      return nil
    }
    var filter: TypedExpression?
    if let condition = argument.filter {
      guard let bound = self.filter(condition, scope) else { return nil }
      filter = bound
    }
    let reduction = ToManyAggregate(
      function: function,
      base: path.base,
      path: path.steps,
      level: innermost + 1,
      filter: filter,
      element: isRecord && function == .count ? nil : element
    )
    return TypedExpression(.aggregate(reduction), Self.type(of: function, element.type))
  }

  /// The condition with `record`, of one level more, as what names are looked up in.
  func filter(
    _ condition: ExpressionSyntax,
    _ record: RecordExpression
  ) -> TypedExpression? {
    guard let entity = schema.entity(record.entity) else { return nil }
    let outer = argumentPath
    argumentPath = nil
    scopes.append(BindingScope(record: record, entity: entity, alias: nil))
    defer {
      scopes.removeLast()
      argumentPath = outer
    }
    return self.condition(condition)
  }

  /// Whether the aggregate applies to values of the element's type; reports it if not.
  private func takes(
    _ function: AggregateFunction,
    _ element: TypedExpression,
    _ name: NameSyntax,
    _ argument: CallArgument
  ) -> Bool {
    let expected: [ValueType]
    switch function {
    case .count, .list, .any: return true
    case .sum, .avg: expected = [.int, .double, .decimal]
    case .min, .max: expected = [.int, .double, .decimal, .string, .date, .uuid]
    }
    if expected.contains(element.type) { return true }
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
    case .count: .int
    case .any: .bool
    case .list: .list(element)
    case .avg: element == .decimal ? .decimal : .double
    case .sum, .min, .max: element
    }
  }

  /// A call that would do, made of this schema's names.
  private func example(of function: AggregateFunction) -> String? {
    guard let entity = scopes.last?.entity,
      let many = entity.relationships.first(where: { $0.isToMany && !$0.isAnonymous })
    else { return nil }
    if function == .count { return "count(\(many.name))" }
    let element = schema.entity(many.destination)?.attributes.first { $0.type.isNumeric }
    return element.map { "\(function.rawValue)(\(many.name).\($0.name))" }
  }
}

extension FunctionDeclaration {
  /// The result's type for an argument of `argument`.
  func type(of argument: ValueType) -> ValueType {
    switch result {
    case .fixed(let type): type
    case .argument: argument
    case .real: argument == .int ? .double : argument
    }
  }
}
