import Diagnostics
import Expressions
import Model
import Syntax

/// Lists and arrays.
extension ExpressionBinder {
  /// `[1, 2]`
  func list(_ elements: [ExpressionSyntax], _ span: SourceSpan) -> TypedExpression? {
    let expected = expectedType?.element
    let bound = elements.map { bind($0, expecting: expected) }
    let parts = bound.compactMap { $0 }
    guard parts.count == elements.count else { return nil }
    let operands = zip(parts, elements).map { Operand($0, $1) }
    let reported = findings.all.count
    if let expected, let adapted = adaptedAll(operands, to: expected) { return adapted }
    if findings.all.count > reported { return nil }
    let type = commonType(operands)
    guard type.isArrayElement else {
      let wrong = operands.first { !$0.bound.type.isArrayElement }
      return fail(ArrayError.badElement(wrong?.syntax.span ?? span, wrong?.bound.type ?? type))
    }
    var adaptedParts: [TypedExpression] = []
    for operand in operands {
      guard let part = adapted(operand.bound, operand.syntax, to: type) else {
        return different(operand, type, among: operands)
      }
      adaptedParts.append(part)
    }
    return TypedExpression(.list(adaptedParts), .list(type))
  }

  /// The elements adapted to `type`; nil if one does not adapt.
  private func adaptedAll(_ operands: [Operand], to type: ValueType) -> TypedExpression? {
    let parts = operands.compactMap { adapted($0.bound, $0.syntax, to: type) }
    return parts.count == operands.count ? TypedExpression(.list(parts), .list(type)) : nil
  }

  /// The common type of elements: the widest of numbers; strings adapt to other types.
  private func commonType(_ operands: [Operand]) -> ValueType {
    let types = operands.map(\.bound.type).filter { $0 != .null }
    if types.allSatisfy(\.isNumeric) {
      let widest = [ValueType.decimal, .double].first(where: types.contains)
      return widest ?? types.first ?? .null
    }
    return types.first { $0 != .string } ?? .string
  }

  private func different(
    _ operand: Operand,
    _ type: ValueType,
    among operands: [Operand]
  ) -> TypedExpression? {
    if findings.hasFinding(within: operand.syntax.span) { return nil }
    let other = operands.first { $0.bound.type == type } ?? operand
    return fail(
      TypeError.different(other.syntax.span, type, operand.syntax.span, operand.bound.type)
    )
  }

  /// A list literal adapted to elements of `type`.
  func adaptedList(
    _ parts: [TypedExpression],
    _ syntax: ExpressionSyntax,
    to type: ValueType
  ) -> TypedExpression? {
    var elements = Array(repeating: syntax, count: parts.count)
    if case .list(let written) = syntax.withoutParentheses.kind { elements = written }
    guard elements.count == parts.count else { return nil }
    return adaptedAll(zip(parts, elements).map { Operand($0, $1) }, to: type)
  }

  /// `"a" in tags`, `tags contains "a"`
  func arrayMembership(
    _ operand: Operand,
    in array: Operand,
    _ mismatch: @autoclosure () -> TypedExpression?
  ) -> TypedExpression? {
    guard case .list(let type) = array.bound.type else { return mismatch() }
    let areNumbers = [operand.bound.type, type].allSatisfy { $0 == .int || $0 == .double }
    let isNothing = type == .null || operand.bound.type == .null
    let element =
      areNumbers || isNothing
      ? operand.bound : adapted(operand.bound, operand.syntax, to: type)
    guard let element else { return mismatch() }
    return TypedExpression(.arrayMembership(element, in: array.bound), .bool)
  }

  /// Binds an expression over the elements of an array. `self` is the element if `isSelf` is true;
  /// names still refer to the outer record.
  func withElement<Result>(
    _ type: ValueType,
    isSelf: Bool = true,
    _ body: (TypedExpression) -> Result
  ) -> Result {
    let element = TypedExpression(.element(level: innermost + 1), type)
    let outer = scopes.last ?? BindingScope(fetched: Entity(name: "", properties: []))
    let scope = BindingScope(
      record: outer.record,
      entity: outer.entity,
      alias: nil,
      element: isSelf ? element : outer.element
    )
    return within(scope) { body(element) }
  }

  /// `sum(scores)`, `count(tags where self ~ "a")`
  func arrayAggregate(
    _ call: AggregateCall,
    _ array: TypedExpression
  ) -> TypedExpression? {
    guard case .list(let type) = array.type else { return nil }
    let element = TypedExpression(.element(level: innermost + 1), type)
    guard type == .null || takes(call, [element]) else { return nil }
    if let key = call.argument.sort.first {
      return fail(ArrayError.sorted(key.expression.span, function: call.name.text))
    }
    var filter: TypedExpression?
    if let syntax = call.argument.filter {
      guard let condition = withElement(type, { _ in condition(syntax) }) else { return nil }
      filter = condition
    }
    return Self.reduction(of: [element], by: call) { reduced, options, type in
      let reduction = ArrayAggregate(
        function: call.function,
        array: array,
        level: innermost + 1,
        filter: filter,
        element: call.function == .count ? nil : reduced,
        options: options
      )
      return TypedExpression(.arrayAggregate(reduction), type)
    }
  }
}

extension ValueType {
  /// Whether a list literal can contain values of this type.
  fileprivate var isArrayElement: Bool { isScalar || self == .null }
}
