import Diagnostics
import Expressions
import Model
import Syntax

/// Binds expressions: names, types, and literals that adapt to other types.
///
/// Methods that return nil have reported an error. Binding continues after errors to find all
/// independent ones.
final class ExpressionBinder {
  let schema: Schema
  let options: BindingOptions
  let findings: Findings
  /// The scopes around the expression, outermost first.
  var scopes: [BindingScope] = []
  /// The scopes around a query in parentheses, which it cannot read, for error messages.
  var unreadableScopes: [BindingScope] = []
  /// The selected columns while `sort` is bound; see ``selected(_:)``.
  var aliases = SelectAliases()
  /// The to-many path of the aggregate argument that is being bound.
  var argumentPath: ArgumentPath?
  /// The keys and aggregates while columns of groups are bound.
  var groups: GroupScope?
  /// Whether the argument of a group's aggregate is being bound.
  var isReducingGroup = false
  /// The rows of the query after its conditions, while groups and columns are bound.
  var rows: QueryRows?
  /// The windows while `select` and `sort` are bound.
  var windows: WindowScope?
  /// The expressions of aliases in `select`, for error messages.
  var selectedNames: [String: ExpressionSyntax] = [:]
  /// The expected type of the next expression, which may be a case of that enum.
  var expectedType: ValueType?
  /// The replacement for the expression at a position: the element of a quantified array.
  var placeholder: (span: SourceSpan, element: TypedExpression)?
  /// The expression of a computed attribute, over scope level 0.
  let computedExpression: (Entity, ComputedAttribute) -> TypedExpression?
  /// Limits the size of inlined computed attributes.
  let inlining: InliningBudget

  init(
    schema: Schema,
    options: BindingOptions,
    findings: Findings,
    inlining: InliningBudget? = nil,
    computedExpression: @escaping (Entity, ComputedAttribute) -> TypedExpression? = {
      $1.expression
    }
  ) {
    self.schema = schema
    self.options = options
    self.findings = findings
    self.inlining = inlining ?? InliningBudget(findings)
    self.computedExpression = computedExpression
  }

  /// The innermost scope level; −1 outside of records.
  var innermost: Int { scopes.count - 1 }

  /// Reports an error and returns nil.
  func fail<Result>(_ error: some BindingError) -> Result? {
    return findings.fail(error)
  }

  func bind(_ syntax: ExpressionSyntax) -> TypedExpression? {
    let expected = expectedType
    if !syntax.kind.passesOnExpectedType { expectedType = nil }
    defer { expectedType = expected }
    if let placeholder, placeholder.span == syntax.span { return placeholder.element }
    guard let groups = enclosingGroups else { return bindInRecord(syntax) }
    return bind(syntax, in: groups)
  }

  /// Binds an expression for a record, even in a grouped query.
  func bindInRecord(_ syntax: ExpressionSyntax) -> TypedExpression? {
    if let operation = QuantifiedOperation(syntax) { return quantified(operation) }
    let span = syntax.span
    return switch syntax.kind {
    case .literal(let literal): self.literal(literal, span)
    case .name(let name): self.name(name, syntax)
    case .selfRecord, .member, .identity, .backlink, .cast: endOfPath(syntax)
    case .parenthesized(let inner): bind(inner)
    case .call(let name, let arguments): call(name, arguments, span)
    case .window(let call, let window): self.window(call, window)
    case .unary(let operation, let place, let operand): unary(operation, place, operand)
    case .binary(let use, let left, let right): binary(use, left, right)
    case .between(let operand, let lower, let upper, let isNegated, let place):
      range(operand, lower, upper, isClosed: true, "between", place)?.negated(isNegated)
    case .membership(let operand, let set, let isNegated, let place):
      membership(operand, in: set, place)?.negated(isNegated)
    case .isNull(let operand, let isNegated):
      bind(operand).map { TypedExpression(.isNull($0), .bool).negated(isNegated) }
    case .unit(let amount, let unit): duration(amount, unit)
    case .conditional(let condition, let then, let otherwise):
      conditional(condition, then, otherwise)
    case .parameter(let name): parameter(name)
    case .recordLiteral(let entity, let key): recordLiteral(entity, key, span)
    case .quantified(let use, let path): quantifier(use, path)
    case .quantifier(let use, let argument): quantifier(use, argument)
    case .enumCase(let name): enumCase(name)
    case .typeTest(let operand, let entity, let isNegated):
      typeTest(operand, entity, isNegated: isNegated)
    case .list(let elements): list(elements, span)
    case .subquery: queryAsValue(span)
    case .queryValue: queryValue(span)
    }
  }

  /// A single name: a selected column, a case of the expected enum, or the start of a path.
  private func name(_ name: NameSyntax, _ syntax: ExpressionSyntax) -> TypedExpression? {
    if let column = selected(name) {
      noteMember(of: column, name)
      return column
    }
    if let enumeration = bareCaseOwner(name) { return enumCase(name, of: enumeration) }
    return endOfPath(syntax)
  }

  private func endOfPath(_ syntax: ExpressionSyntax) -> TypedExpression? {
    path(syntax).flatMap { value(of: $0, syntax) }
  }

  private func queryAsValue(_ span: SourceSpan) -> TypedExpression? {
    fail(
      ClauseError.misplaced(
        span,
        what: "a query in parentheses",
        hint: "use it after `in`, or as the value of a relationship in `insert`"
      )
    )
  }

  private func queryValue(_ span: SourceSpan) -> TypedExpression? {
    if let value = options.queryValues[span] { return value.expression }
    return fail(
      ClauseError.misplaced(
        span,
        what: "the value of a query",
        hint: "after `in`, omit `fetch`: `in (Budget where …)`; "
          + "use other values in `expect` and `=`, or pass them as parameters"
      )
    )
  }

  /// Runs `body` with another scope, outside of any aggregate argument.
  func within<Result>(_ scope: BindingScope, _ body: () -> Result) -> Result {
    let outerPath = argumentPath
    argumentPath = nil
    scopes.append(scope)
    defer {
      scopes.removeLast()
      argumentPath = outerPath
    }
    return body()
  }

  /// Binds a condition: an expression that is true, false or nil.
  func condition(_ syntax: ExpressionSyntax) -> TypedExpression? {
    guard let bound = bind(syntax) else { return nil }
    guard bound.type == .bool || bound.type == .null else {
      return fail(TypeError.notCondition(syntax.span, found: bound.type))
    }
    return bound
  }

  func entity(_ name: NameSyntax) -> Entity? {
    let found = findings.name(name, among: schema.writableNames) {
      options.unknownEntity(name, nearest: $0)
    }
    if let found { noteUse(name, of: found, nil) }
    return found.flatMap(schema.entity)
  }

  private func conditional(
    _ condition: ExpressionSyntax,
    _ then: ExpressionSyntax,
    _ otherwise: ExpressionSyntax
  ) -> TypedExpression? {
    let condition = self.condition(condition)
    guard let branches = alternatives(then, otherwise), let condition else { return nil }
    return TypedExpression(
      .conditional(condition, then: branches.0, otherwise: branches.1),
      branches.0.type
    )
  }

  /// Binds two alternatives and converts them to one type.
  func alternatives(
    _ first: ExpressionSyntax,
    _ second: ExpressionSyntax
  ) -> (TypedExpression, TypedExpression)? {
    let (left, right) = bindPair(first, second)
    guard let left, let right else { return nil }
    guard let pair = unified(left, first, right, second, exactNumbers: false) else {
      if findings.hasFinding(within: first.span.joined(with: second.span)) { return nil }
      return fail(TypeError.different(first.span, left.type, second.span, right.type))
    }
    return pair
  }
}

extension TypedExpression {
  /// The expression, negated if `isNegated` is true.
  func negated(_ isNegated: Bool) -> TypedExpression {
    isNegated ? TypedExpression(.not(self), .bool) : self
  }
}

extension ExpressionSyntax.Kind {
  /// Whether operands inherit the expected type.
  fileprivate var passesOnExpectedType: Bool {
    switch self {
    case .name, .enumCase, .parameter, .parenthesized, .list, .conditional: true
    case .binary(let use, _, _): use.operator == .coalesce
    default: false
    }
  }
}
