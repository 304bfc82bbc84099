import Diagnostics
import Expressions
import Model
import Syntax

/// The call of an aggregate: `percentile(balance, 0.9 where age > 30)`. Clauses may follow any
/// argument.
struct AggregateCall {
  let function: AggregateFunction
  let name: NameSyntax
  /// The first argument with all clauses.
  let argument: CallArgument
  /// The second number of `correlation` and `regression`.
  let other: ExpressionSyntax?
  /// The options without the sort keys.
  let options: AggregateOptions
}

extension ExpressionBinder {
  /// Checks the arguments of an aggregate.
  func aggregateCall(
    _ declaration: AggregateDeclaration,
    _ name: NameSyntax,
    _ arguments: [CallArgument]
  ) -> AggregateCall? {
    let count = declaration.second == nil ? 1 : 2
    guard arguments.count == count, var argument = arguments.first else {
      let expected = count == 1 ? "one argument" : "two arguments"
      return fail(
        CallError.argumentCount(
          name,
          expected: expected,
          found: arguments.count,
          usage: count == 1 ? nil : declaration.call
        )
      )
    }
    argument.filter = arguments.lazy.compactMap(\.filter).first
    argument.sort = arguments.lazy.map(\.sort).first { !$0.isEmpty } ?? []
    argument.limit = arguments.lazy.compactMap(\.limit).first
    guard isAllowed(argument, in: declaration, name),
      let options = options(of: argument, declaration, name, arguments.last?.expression)
    else { return nil }
    let counts = declaration.function == .count && argument.distinct != nil
    return AggregateCall(
      function: counts ? .countDistinct : declaration.function,
      name: name,
      argument: argument,
      other: declaration.second == .number ? arguments[1].expression : nil,
      options: options
    )
  }

  /// Whether the function takes the clauses of its argument; reports the first that it does not.
  private func isAllowed(
    _ argument: CallArgument,
    in declaration: AggregateDeclaration,
    _ name: NameSyntax
  ) -> Bool {
    let function = declaration.function
    let listsValues = function == .list || function == .text
    if let distinct = argument.distinct, function != .count, !listsValues {
      findings.report(GroupError.distinctArgument(distinct, function: name.text))
      return false
    }
    if let key = argument.sort.first, !declaration.isOrdered {
      findings.report(CallError.orderOfAggregate(key.expression.span, function: name.text))
      return false
    }
    if let limit = argument.limit, !listsValues {
      findings.report(CallError.limitOfAggregate(limit.span, function: name.text))
      return false
    }
    return true
  }

  private func options(
    of argument: CallArgument,
    _ declaration: AggregateDeclaration,
    _ name: NameSyntax,
    _ second: ExpressionSyntax?
  ) -> AggregateOptions? {
    var options = AggregateOptions()
    options.isDistinct = argument.distinct != nil && declaration.function != .count
    if let limit = argument.limit {
      guard let count = wholeNumber(limit, "limit", least: 1) else { return nil }
      options.limit = count
    }
    guard let second else { return options }
    switch declaration.second {
    case .fraction:
      guard let value = constant(second, wanting: .double) else { return nil }
      let number = Self.double(value)
      guard let number, (0...1).contains(number) else {
        return fail(CallError.fraction(second.span, function: name.text, found: number))
      }
      options.argument = .double(number)
    case .separator:
      guard let value = constant(second, wanting: .string) else { return nil }
      guard case .string = value else {
        return fail(CallError.separator(second.span, function: name.text))
      }
      options.argument = value
    case .number, nil: break
    }
    return options
  }

  private static func double(_ value: Value) -> Double? {
    switch value {
    case .int(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }
}

extension AggregateDeclaration {
  /// The call for messages: `percentile(path, fraction)`.
  var call: String { "\(function.name)(\(usage))" }
}
