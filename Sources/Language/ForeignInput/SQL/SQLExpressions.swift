import Diagnostics
import Syntax

/// Translates a SQL expression; nil if it has no equivalent.
struct SQLExpressions {
  private static let depthLimit = 60

  var reader: SQLReader
  let names: SQLNames
  /// The nesting depth.
  var depth = 0

  init(_ reader: SQLReader, _ names: SQLNames) {
    self.reader = reader
    self.names = names
  }

  /// All tokens as one expression.
  static func whole(_ reader: SQLReader, _ names: SQLNames) -> ExpressionSyntax? {
    var parser = SQLExpressions(reader, names)
    guard let expression = parser.expression(), parser.reader.isAtEnd else { return nil }
    return expression
  }

  /// `a OR b`
  mutating func expression() -> ExpressionSyntax? {
    guard depth < Self.depthLimit else { return nil }
    depth += 1
    defer { depth -= 1 }
    guard var left = conjunction() else { return nil }
    while reader.take("OR") {
      guard let right = conjunction() else { return nil }
      left = Self.binary(.or, left, right)
    }
    return left
  }

  private mutating func conjunction() -> ExpressionSyntax? {
    guard var left = negation() else { return nil }
    while reader.take("AND") {
      guard let right = negation() else { return nil }
      left = Self.binary(.and, left, right)
    }
    return left
  }

  private mutating func negation() -> ExpressionSyntax? {
    var isNegated = false
    while reader.take("NOT") { isNegated.toggle() }
    guard let operand = comparison() else { return nil }
    return isNegated
      ? .sql(.unary(.not, operatorSpan: SourceSpan(at: 0), operand)) : operand
  }

  private mutating func comparison() -> ExpressionSyntax? {
    guard let left = sum() else { return nil }
    if reader.take("IS") { return null(left) }
    let isNegated = reader.isAt("NOT") && reader.peek(1)?.keyword != nil && reader.take("NOT")
    if reader.take("LIKE") || reader.take("ILIKE") { return like(left, isNegated) }
    if reader.take("IN") { return membership(left, isNegated) }
    if reader.take("BETWEEN") { return between(left, isNegated) }
    if isNegated { return nil }
    guard let next = reader.next, next.kind == .symbol, let operation = Self.comparisons[next.text]
    else { return left }
    reader.take()
    return sum().map { Self.binary(operation, left, $0) }
  }

  private static let comparisons: [String: BinaryOperator] = [
    "=": .equal, "==": .equal, "<>": .notEqual, "!=": .notEqual, "<": .less, "<=": .lessOrEqual,
    ">": .greater, ">=": .greaterOrEqual, "~": .matches,
  ]

  /// `IS NULL`, `IS NOT TRUE`
  private mutating func null(_ operand: ExpressionSyntax) -> ExpressionSyntax? {
    let isNegated = reader.take("NOT")
    if reader.take("NULL") { return .sql(.isNull(operand, isNegated: isNegated)) }
    for (word, value) in [("TRUE", true), ("FALSE", false)] where reader.take(word) {
      return Self.binary(isNegated ? .notEqual : .equal, operand, .sql(.literal(.bool(value))))
    }
    return nil
  }

  private mutating func between(
    _ operand: ExpressionSyntax,
    _ isNegated: Bool
  ) -> ExpressionSyntax? {
    guard let from = sum(), reader.take("AND"), let to = sum() else { return nil }
    return .sql(
      .between(
        operand,
        from: from,
        to: to,
        isNegated: isNegated,
        operatorSpan: SourceSpan(at: 0)
      )
    )
  }

  private mutating func membership(
    _ operand: ExpressionSyntax,
    _ isNegated: Bool
  ) -> ExpressionSyntax? {
    guard let inside = reader.takeParenthesized(), !inside.isAt("SELECT") else { return nil }
    let elements = inside.commaParts.compactMap { Self.whole($0, names) }
    guard elements.count == inside.commaParts.count else { return nil }
    return .sql(
      .membership(
        operand,
        .values(.sql(.list(elements))),
        isNegated: isNegated,
        operatorSpan: SourceSpan(at: 0)
      )
    )
  }

  /// Chooses the simplest operator for a pattern: `'%x%'` is `~ "x"`.
  private mutating func like(_ operand: ExpressionSyntax, _ isNegated: Bool) -> ExpressionSyntax? {
    guard let pattern = sum() else { return nil }
    _ = reader.take("ESCAPE") && reader.take() != nil
    guard case .literal(.string(let text)) = pattern.kind else { return nil }
    let likeness = SQLLikePattern(text)
    let right = ExpressionSyntax.sql(.literal(.string(likeness.text)))
    if likeness.operator == .looselyContains {
      return Self.binary(isNegated ? .notLooselyContains : .looselyContains, operand, right)
    }
    return Self.word(likeness.operator, operand, right, isNegated, ignoresCase: true)
  }

  private mutating func sum() -> ExpressionSyntax? {
    let signs: [String: BinaryOperator] = ["+": .add, "-": .subtract, "||": .add]
    return row(signs) { $0.product() }
  }

  private mutating func product() -> ExpressionSyntax? {
    let signs: [String: BinaryOperator] = ["*": .multiply, "/": .divide, "%": .remainder]
    return row(signs) { $0.factor() }
  }

  private mutating func row(
    _ signs: [String: BinaryOperator],
    _ operand: (inout SQLExpressions) -> ExpressionSyntax?
  ) -> ExpressionSyntax? {
    guard var left = operand(&self) else { return nil }
    while let next = reader.next, next.kind == .symbol, let operation = signs[next.text] {
      reader.take()
      guard let right = operand(&self) else { return nil }
      left = Self.binary(operation, left, right)
    }
    return left
  }

  private mutating func factor() -> ExpressionSyntax? {
    if reader.take(symbol: "-") {
      return operand().map { .sql(.unary(.negate, operatorSpan: SourceSpan(at: 0), $0)) }
    }
    _ = reader.take(symbol: "+")
    return operand()
  }

  private static func binary(
    _ operation: BinaryOperator,
    _ left: ExpressionSyntax,
    _ right: ExpressionSyntax
  ) -> ExpressionSyntax {
    .sql(.binary(BinaryOperatorUse(operation, span: SourceSpan(at: 0)), left, right))
  }

  private static func word(
    _ operation: BinaryOperator,
    _ left: ExpressionSyntax,
    _ right: ExpressionSyntax,
    _ isNegated: Bool,
    ignoresCase: Bool = false
  ) -> ExpressionSyntax {
    let use = BinaryOperatorUse(
      operation,
      span: SourceSpan(at: 0),
      isNegated: isNegated,
      ignoresCase: ignoresCase
    )
    return .sql(.binary(use, left, right))
  }
}
