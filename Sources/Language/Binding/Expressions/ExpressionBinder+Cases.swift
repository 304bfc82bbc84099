import Diagnostics
import Expressions
import Model
import Syntax

/// Cases of enums: `.food`, and bare `food` where nothing else has the name.
///
/// A case is understood by what it meets, so the other side of an operator is bound first. So it is
/// beside a list literal, whose elements adapt.
extension ExpressionBinder {
  /// The expression where a value of `type` is expected; unknown where that is nil.
  func bind(_ syntax: ExpressionSyntax, expecting type: ValueType?) -> TypedExpression? {
    let outer = expectedType
    expectedType = type
    defer { expectedType = outer }
    return bind(syntax)
  }

  /// Both sides of an operator between values of one type.
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

  /// What `.food` stands for: a case of the enum that is expected, or of the only one that has it.
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

  /// The enum that a bare name has to be a case of: one is expected, and nothing else has the name,
  /// not even nearly.
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

  /// Whether the expression has its meaning from what it meets.
  private func mayBeCase(_ syntax: ExpressionSyntax) -> Bool {
    switch syntax.withoutParentheses.kind {
    case .enumCase: true
    case .name(let name): !isKnown(name)
    case .list: true
    case .parameter: isUnknownParameter(syntax)
    default: false
    }
  }

  /// Whether a name stands for anything here without being a case.
  func isKnown(_ name: NameSyntax) -> Bool {
    if isConstantFunction(name) || selected(name) != nil || aliasedScope(name) != nil {
      return true
    }
    guard let entity = scopes.last?.entity else { return false }
    if case .missing = NameLookup(name, of: entity) { return false }
    return true
  }

  /// Whether an attribute has nearly this name, so that it is more likely meant than a case.
  private func hasNearName(_ name: NameSyntax) -> Bool {
    let names = scopes.last?.entity.visibleNames ?? []
    if case .missing(let nearest) = NameLookup(name, in: names) { return !nearest.isEmpty }
    return true
  }
}
