import Diagnostics
import Model
import Syntax

/// Values to store: in an `insert`, or as a default.
extension ExpressionBinder {
  /// Binds a value of `type` for the attribute `name`; reports other values.
  func storedValue(
    _ syntax: ExpressionSyntax,
    _ type: ValueType,
    isOptional: Bool,
    of name: String
  ) -> TypedExpression? {
    guard let bound = bind(syntax, expecting: type) else { return nil }
    if case .literal(.null) = bound.kind, !isOptional {
      return fail(InsertError.nilForRequired(syntax.span, property: name))
    }
    if let adapted = adapted(bound, syntax, to: type) {
      return hasNilElement(adapted, syntax) ? nil : adapted
    }
    if findings.hasFinding(within: syntax.span) { return nil }
    return fail(
      TypeError.unexpected(syntax.span, found: bound.type, expected: type, of: "`\(name)`")
    )
  }

  /// Whether a stored array contains nil; reports it.
  private func hasNilElement(_ array: TypedExpression, _ syntax: ExpressionSyntax) -> Bool {
    guard case .list(let parts) = array.kind,
      case .list(let elements) = syntax.withoutParentheses.kind,
      let (_, element) = zip(parts, elements).first(where: { $0.0.kind == .literal(.null) })
    else { return false }
    findings.report(ArrayError.nilElement(element.span))
    return true
  }
}
