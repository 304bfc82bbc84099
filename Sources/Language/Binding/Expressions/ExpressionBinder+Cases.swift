import Diagnostics
import Expressions
import Model
import Syntax

/// Cases of enums: `.food`, or `food` if nothing else has the name.
///
/// The type of a case depends on the other operand, which is therefore bound first. The same
/// applies to list literals, whose elements adapt.
extension ExpressionBinder {
  /// Binds an expression that is expected to have `type`; nil if unknown.
  func bind(_ syntax: ExpressionSyntax, expecting type: ValueType?) -> TypedExpression? {
    let outer = expectedType
    expectedType = type
    defer { expectedType = outer }
    return bind(syntax)
  }

  /// Binds both operands of an operator whose operands have one type.
  func bindPair(
    _ left: ExpressionSyntax,
    _ right: ExpressionSyntax
  ) -> (TypedExpression?, TypedExpression?) {
    if mayBeCase(left), !mayBeCase(right) {
      let second = bind(right)
      return (bind(left, expecting: second?.type), second)
    }
    let first = bind(left, expecting: expectedType)
    return (first, bind(right, expecting: first?.type ?? expectedType))
  }

  /// Binds `.food`: a case of the expected enum, or of the only enum that has it.
  func enumCase(_ name: NameSyntax) -> TypedExpression? {
    if let expected = expectedType?.enumeration { return enumCase(name, of: expected) }
    let enums = schema.types.compactMap(\.type.enumeration)
    let owners = enums.filter {
      if case .found = NameLookup(name, in: $0.cases) { true } else { false }
    }
    switch owners.count {
    case 1:
      return enumCase(name, of: owners[0])
    case 0:
      let nearest = nearestNames(to: name.text, in: enums.flatMap(\.cases))
      return fail(CaseError.ofNothing(name, nearest: nearest))
    default:
      return fail(CaseError.ambiguous(name, enums: owners.map(\.name)))
    }
  }

  /// The enum that a name without a dot must be a case of: the expected one, if nothing else has a
  /// similar name.
  func bareCaseOwner(_ name: NameSyntax) -> EnumerationType? {
    guard let expected = expectedType?.enumeration, !isKnown(name) else { return nil }
    if case .missing(nearest: []) = NameLookup(name, in: expected.cases), hasNearName(name) {
      return nil
    }
    return expected
  }

  func enumCase(_ name: NameSyntax, of type: EnumerationType) -> TypedExpression? {
    findings.name(name, among: type.cases) { _ in
      CaseError.unknown(name.span, text: name.text, type)
    }
    .map { found in
      noteUse(name.span, of: type, found)
      return .literal(.string(found), .enumeration(type))
    }
  }

  /// Whether the meaning of the expression depends on the other operand.
  private func mayBeCase(_ syntax: ExpressionSyntax) -> Bool {
    switch syntax.withoutParentheses.kind {
    case .enumCase: true
    case .name(let name): !isKnown(name)
    case .list: true
    case .parameter: isUnknownParameter(syntax)
    default: false
    }
  }

  /// Whether a name refers to something other than a case.
  func isKnown(_ name: NameSyntax) -> Bool {
    if isConstantFunction(name) || selected(name) != nil || aliasedScope(name) != nil {
      return true
    }
    guard let entity = scopes.last?.entity else { return false }
    if case .missing = NameLookup(name, of: entity) { return false }
    return true
  }

  /// Whether an attribute has a similar name, which is then more likely meant than a case.
  private func hasNearName(_ name: NameSyntax) -> Bool {
    let names = scopes.last?.entity.visibleNames ?? []
    if case .missing(let nearest) = NameLookup(name, in: names) { return !nearest.isEmpty }
    return true
  }
}
