import Diagnostics
import Expressions
import Foundation
import Model
import Syntax

/// Membership, ranges and durations.
extension ExpressionBinder {
  func membership(
    _ operand: ExpressionSyntax,
    in set: MembershipSet,
    _ span: SourceSpan
  ) -> TypedExpression? {
    switch set {
    case .range(let lower, let upper, let isClosed):
      return range(operand, lower, upper, isClosed: isClosed, "in", span)
    case .values(let values):
      return membership(operand, in: values, span)
    }
  }

  private func membership(
    _ operand: ExpressionSyntax,
    in values: ExpressionSyntax,
    _ span: SourceSpan
  ) -> TypedExpression? {
    if let query = namedQuery(values) { return membership(operand, in: query, values.span, span) }
    guard case .list(let elements) = values.withoutParentheses.kind else {
      return membership(operand, inArray: values, span)
    }
    let first = elements.first.map { bindPair(operand, $0) }
    let bound = first.map(\.0) ?? bind(operand)
    let candidates = elements.enumerated().map { index, element in
      (element, index == 0 ? first?.1 : bind(element, expecting: bound?.type))
    }
    guard let bound else { return nil }
    var members: [TypedExpression] = []
    for (syntax, candidate) in candidates {
      guard let candidate,
        let member = self.member(Operand(bound, operand), Operand(candidate, syntax), span)
      else { return nil }
      members.append(member)
    }
    return TypedExpression(.membership(bound, members), .bool)
  }

  /// `"a" in tags`
  private func membership(
    _ operand: ExpressionSyntax,
    inArray values: ExpressionSyntax,
    _ span: SourceSpan
  ) -> TypedExpression? {
    let (bound, array) = bindPair(operand, values)
    guard let bound, let array else { return nil }
    if case .list(let parts) = array.kind {
      return membership(Operand(bound, operand), in: parts, values, span)
    }
    guard array.type.element != nil else {
      return fail(
        ClauseError.misplaced(
          values.span,
          what: "a value of type \(array.type)",
          hint:
            "`in` takes a list such as `[1, 2]`, an array, a range such as `1...5`, or a query"
        )
      )
    }
    let (element, list) = (Operand(bound, operand), Operand(array, values))
    return arrayMembership(element, in: list, mismatch("in", span, element, list))
  }

  /// `x in $list`: the elements adapt like those of a list literal.
  private func membership(
    _ operand: Operand,
    in parts: [TypedExpression],
    _ syntax: ExpressionSyntax,
    _ span: SourceSpan
  ) -> TypedExpression? {
    let members = parts.compactMap { member(operand, Operand($0, syntax), span) }
    guard members.count == parts.count else { return nil }
    return TypedExpression(.membership(operand.bound, members), .bool)
  }

  /// An element of a list, adapted to the operand.
  private func member(
    _ operand: Operand,
    _ element: Operand,
    _ span: SourceSpan
  ) -> TypedExpression? {
    compared(element, with: operand, "in", span, \.isEquatable)
  }

  /// `other` adapted to the operand's type, which must satisfy `fits`.
  private func compared(
    _ other: Operand,
    with operand: Operand,
    _ symbol: String,
    _ span: SourceSpan,
    _ fits: (ValueType) -> Bool
  ) -> TypedExpression? {
    guard let pair = unified(operand, other, exactNumbers: true), fits(pair.0.type),
      pair.0.canStandFor(operand.bound)
    else { return mismatch(symbol, span, operand, other) }
    return pair.1
  }

  func range(
    _ operand: ExpressionSyntax,
    _ lower: ExpressionSyntax,
    _ upper: ExpressionSyntax,
    isClosed: Bool,
    _ symbol: String,
    _ span: SourceSpan
  ) -> TypedExpression? {
    let (bound, first) = bindPair(operand, lower)
    let ends = (first, bind(upper, expecting: bound?.type))
    guard let bound, let first = ends.0, let last = ends.1,
      let low = end(Operand(first, lower), of: Operand(bound, operand), symbol, span),
      let high = end(Operand(last, upper), of: Operand(bound, operand), symbol, span)
    else { return nil }
    if case .literal(let from) = low.kind, case .literal(let to) = high.kind,
      low.type.compare(from, to) == 1
    {
      return fail(ClauseError.reversedRange(lower.span.joined(with: upper.span)))
    }
    return TypedExpression(
      .range(bound.ordered, from: low.ordered, to: high.ordered, isClosed: isClosed),
      .bool
    )
  }

  /// A bound of a range, adapted to the operand.
  private func end(
    _ end: Operand,
    of operand: Operand,
    _ symbol: String,
    _ span: SourceSpan
  ) -> TypedExpression? {
    guard let bound = compared(end, with: operand, symbol, span, \.isOrdered) else { return nil }
    if end.bound.hasMonths { return fail(TypeError.calendarDuration(end.syntax.span)) }
    return bound
  }

  func duration(_ amount: ExpressionSyntax, _ unit: NameSyntax) -> TypedExpression? {
    guard let bound = bind(amount, wanting: .int), let timeUnit = TimeUnit(written: unit.text)
    else { return nil }
    guard bound.type == .int || bound.type == .double else {
      return fail(TypeError.unitOfNonNumber(amount.span, unit: unit, found: bound.type))
    }
    if bound.type == .double, timeUnit.span.months != 0 {
      return fail(TypeError.fractionOfCalendar(amount.span, unit: unit))
    }
    return TypedExpression(.duration(bound, timeUnit), .duration)
  }
}

extension TypedExpression {
  /// Whether comparing `operand` is equivalent: it was not adapted, or only as a number.
  fileprivate func canStandFor(_ operand: TypedExpression) -> Bool {
    self == operand || operand.type == .null || (operand.type == .int && type.isNumeric)
  }
}

extension TimeUnit {
  /// The unit with a singular or plural name, ignoring case.
  init?(written text: String) {
    guard let keyword = TimeUnitKeyword(spelling: text) else { return nil }
    self.init(rawValue: keyword.rawValue)
  }
}

extension ExpressionSyntax {
  /// Whether it is a query in parentheses.
  var isSubquery: Bool {
    if case .subquery = withoutParentheses.kind { true } else { false }
  }

  /// The expression without surrounding parentheses.
  var withoutParentheses: ExpressionSyntax {
    if case .parenthesized(let inner) = kind { inner.withoutParentheses } else { self }
  }
}

extension ValueType {
  /// Compares two values; cases of an enum by declaration order.
  fileprivate func compare(_ left: Value, _ right: Value) -> Int? {
    guard case .enumeration(let type) = self else { return ValueOrder.compare(left, right) }
    return ValueOrder.compare(
      Enumerations.ordinal(of: left, in: type),
      Enumerations.ordinal(of: right, in: type)
    )
  }
}
