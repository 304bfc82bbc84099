import Diagnostics
import Expressions
import Model
import Storage
import Syntax

/// The windows of a query while `select` and `sort` are bound.
final class WindowScope {
  /// The windows, without duplicates.
  private(set) var windows: [Window] = []

  /// The window's value, read from a row.
  func value(of window: Window) -> TypedExpression {
    let index = windows.firstIndex(of: window) ?? windows.count
    if index == windows.count { windows.append(window) }
    return Windows.value(index, window.type)
  }
}

/// Binds `rank() over (group by owner sort amount desc)`.
extension ExpressionBinder {
  func window(_ call: ExpressionSyntax, _ syntax: WindowSyntax) -> TypedExpression? {
    guard case .call(let name, let arguments) = call.kind else { return nil }
    guard let scope = windows, scopes.count == 1, argumentPath == nil, !isReducingGroup else {
      let text = SyntaxPrinter().text(
        of: ExpressionSyntax(.window(call, syntax), span: syntax.span)
      )
      return fail(
        WindowError.misplaced(
          call.span.joined(with: syntax.span),
          text: text,
          entity: scopes.first?.entity.name,
          groupKeys: enclosingGroups?.keyTexts ?? []
        )
      )
    }
    windows = nil
    defer { windows = scope }
    guard let place = place(of: syntax) else { return nil }
    let aggregate = AggregateDeclaration.named(name.text)
    let function = WindowFunction.named(name.text)
    if let function { return ranking(function, name, arguments, place, scope) }
    if let aggregate { return windowAggregate(aggregate, name, arguments, place, scope) }
    return fail(WindowError.noFunction(name))
  }

  private func place(of syntax: WindowSyntax) -> WindowPlace? {
    let written = syntax.groupKeys.compactMap { key -> TypedExpression? in
      guard let bound = bind(key) else { return nil }
      guard bound.type.isAllowedInGroups else {
        return fail(GroupError.ungroupable(key.span, found: bound.type))
      }
      return bound
    }
    let sort = SortBinder(binder: self).keys(syntax.sort, columns: [])
    guard written.count == syntax.groupKeys.count, sort.count == syntax.sort.count else {
      return nil
    }
    let keys = separatingLevels(written)
    guard let frame = syntax.frame else {
      return WindowPlace(keys: keys, sort: sort, frame: .standard, span: syntax.span)
    }
    return self.frame(frame, sort).map {
      WindowPlace(keys: keys, sort: sort, frame: $0, span: syntax.span)
    }
  }

  private func frame(_ syntax: FrameSyntax, _ sort: [SortKey]) -> Window.Frame? {
    if sort.isEmpty { return fail(WindowError.frameWithoutSort(syntax.span)) }
    if syntax.countsRows {
      let bounds = [syntax.before, syntax.after].map { bound -> Int?? in
        guard let bound else { return .some(0) }
        guard let amount = bound.amount else { return .some(nil) }
        return wholeNumber(amount, "rows", least: 0).map { .some($0) }
      }
      guard let before = bounds[0], let after = bounds[1] else { return nil }
      return .rows(before: before, after: after)
    }
    let type = sort[0].expression.type
    guard sort.count == 1, type == .date || type == .int || type == .double else {
      return fail(WindowError.rangeKey(syntax.span))
    }
    let bounds = [syntax.before, syntax.after].map { bound -> Value?? in
      guard let bound else { return .some(Self.noDistance(type)) }
      guard let amount = bound.amount else { return .some(nil) }
      return distance(amount, of: type).map { .some($0) }
    }
    guard let before = bounds[0], let after = bounds[1] else { return nil }
    return .range(before: before, after: after)
  }

  private static func noDistance(_ type: ValueType) -> Value {
    switch type {
    case .date: .duration(TimeSpan())
    case .double: .double(0)
    default: .int(0)
    }
  }

  /// How far a range reaches: a duration for dates, otherwise a number that is not negative.
  private func distance(_ syntax: ExpressionSyntax, of type: ValueType) -> Value? {
    let known = findings.all.count
    let value = constant(syntax, wanting: type == .date ? .duration : type)
    if findings.all.count > known { return nil }
    switch (value, type) {
    case (.duration(let span)?, .date) where span.months >= 0 && span.microseconds >= 0:
      return value
    case (.int(let number)?, .int) where number >= 0: return value
    case (.int(let number)?, .double) where number >= 0: return .double(Double(number))
    case (.double(let number)?, .double) where number >= 0: return value
    default: return fail(WindowError.distance(syntax.span, isDate: type == .date))
    }
  }

  private func ranking(
    _ function: WindowFunction,
    _ name: NameSyntax,
    _ arguments: [CallArgument],
    _ place: WindowPlace,
    _ scope: WindowScope
  ) -> TypedExpression? {
    let counts = function.argumentCounts
    guard counts.contains(arguments.count) else {
      return fail(
        CallError.argumentCount(
          name,
          expected: function.argumentText,
          found: arguments.count,
          usage: function.usage
        )
      )
    }
    guard areValues(arguments, of: name) else { return nil }
    if place.sort.isEmpty, function.needsOrder {
      return fail(WindowError.unordered(name, place.span, usage: function.usage))
    }
    let expressions = arguments.map(\.expression)
    if function == .ntile {
      return wholeNumber(expressions[0], name.text, least: 1).map {
        scope.value(of: place.window(function, count: $0, type: .int))
      }
    }
    guard let first = expressions.first else {
      let type: ValueType = function == .percentRank ? .double : .int
      return scope.value(of: place.window(function, type: type))
    }
    guard var element = bind(first) else { return nil }
    guard element.type.isScalar else {
      return fail(GroupError.unpickable(first.span, function: name.text, found: element.type))
    }
    var (count, otherwise): (Int, TypedExpression?) = (1, nil)
    if expressions.count > 1 {
      guard let number = wholeNumber(expressions[1], name.text, least: 0) else { return nil }
      count = number
    }
    if expressions.count > 2 {
      guard let pair = alternatives(element, first, expressions[2]) else { return nil }
      (element, otherwise) = pair
    }
    return scope.value(
      of: place.window(
        function,
        element: element,
        count: count,
        otherwise: otherwise,
        type: element.type
      )
    )
  }

  /// Whether the arguments have no clauses, which only aggregates take.
  private func areValues(_ arguments: [CallArgument], of name: NameSyntax) -> Bool {
    for argument in arguments {
      if let key = argument.sort.first?.expression {
        findings.report(WindowError.sortOfArgument(key.span, function: name.text))
        return false
      }
      let span =
        [argument.filter, argument.limit, argument.upperBound].compactMap { $0?.span }.first
        ?? argument.distinct
      guard let span else { continue }
      findings.report(WindowError.clauseOfArgument(span, function: name.text))
      return false
    }
    return true
  }

  /// A value and its replacement as one type.
  private func alternatives(
    _ value: TypedExpression,
    _ syntax: ExpressionSyntax,
    _ other: ExpressionSyntax
  ) -> (TypedExpression, TypedExpression)? {
    guard let bound = bind(other, expecting: value.type) else { return nil }
    if let pair = unified(value, syntax, bound, other, exactNumbers: false) { return pair }
    if findings.hasFinding(within: other.span) { return nil }
    return fail(TypeError.different(syntax.span, value.type, other.span, bound.type))
  }

  private func windowAggregate(
    _ declaration: AggregateDeclaration,
    _ name: NameSyntax,
    _ arguments: [CallArgument],
    _ place: WindowPlace,
    _ scope: WindowScope
  ) -> TypedExpression? {
    if arguments.isEmpty, declaration.function == .count {
      return scope.value(of: place.window(.aggregate, type: .int))
    }
    guard let call = aggregateCall(declaration, name, arguments) else { return nil }
    if let key = call.argument.sort.first {
      return fail(WindowError.sortOfArgument(key.expression.span, function: name.text))
    }
    let filter = call.argument.filter.map(condition)
    guard var parts = bindParts(call), takes(call, parts) else { return nil }
    if case .some(nil) = filter { return nil }
    if let wrong = parts.first(where: { !$0.type.isScalar }) {
      return fail(
        GroupError.unpickable(
          call.argument.expression.span,
          function: name.text,
          found: wrong.type
        )
      )
    }
    if let condition = filter ?? nil {
      parts[0] = TypedExpression(
        .conditional(condition, then: parts[0], otherwise: .literal(.null, parts[0].type)),
        parts[0].type
      )
    }
    return Self.reduction(of: parts, by: call) { element, options, type in
      scope.value(
        of: Window(
          function: .aggregate,
          aggregate: call.function,
          options: options,
          element: element,
          keys: place.keys,
          sort: place.sort,
          frame: place.frame,
          type: type
        )
      )
    }
  }
}

/// The groups, the order and the frame of a window.
private struct WindowPlace {
  let keys: [TypedExpression]
  let sort: [SortKey]
  let frame: Window.Frame
  let span: SourceSpan

  func window(
    _ function: WindowFunction,
    element: TypedExpression? = nil,
    count: Int = 1,
    otherwise: TypedExpression? = nil,
    type: ValueType
  ) -> Window {
    Window(
      function: function,
      element: element,
      count: count,
      otherwise: otherwise,
      keys: keys,
      sort: sort,
      frame: frame,
      type: type
    )
  }
}

extension WindowFunction {
  /// The function with a name in any case; aggregates have their own.
  static func named(_ name: String) -> WindowFunction? {
    allCases.first { $0 != .aggregate && $0.rawValue.lowercased() == name.lowercased() }
  }

  fileprivate var argumentCounts: ClosedRange<Int> {
    switch self {
    case .rank, .denseRank, .rowNumber, .percentRank, .aggregate: 0...0
    case .ntile, .first, .last: 1...1
    case .lag, .lead: 1...3
    }
  }

  fileprivate var argumentText: String {
    switch argumentCounts {
    case 0...0: "no arguments"
    case 1...1: "one argument"
    default: "one, two or three arguments"
    }
  }

  /// Whether it has no meaning without an order.
  fileprivate var needsOrder: Bool {
    switch self {
    case .rank, .denseRank, .percentRank, .ntile, .lag, .lead: true
    case .rowNumber, .first, .last, .aggregate: false
    }
  }

  /// A call for help.
  var usage: String {
    switch self {
    case .ntile: "ntile(4) over (sort key)"
    case .lag, .lead: "\(rawValue)(x, n?, default?) over (sort key)"
    case .first, .last: "\(rawValue)(x) over (sort key)"
    default: "\(rawValue)() over (group by key sort key)"
    }
  }
}
