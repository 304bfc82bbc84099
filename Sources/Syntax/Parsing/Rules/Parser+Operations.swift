import Diagnostics

extension Parser {
  mutating func expression() throws(SyntaxError) -> ExpressionSyntax {
    let expression =
      peek().keyword == .if
      ? try conditional() : try operation(OperatorTable.weakest + 1)
    noteEndOfExpression()
    return expression
  }

  mutating func conditional() throws(SyntaxError) -> ExpressionSyntax {
    try descend()
    let start = try expect(.if)
    push(start, .areSpace)
    want(.condition)
    let condition = try expression()
    try expect(.then, or: .operatorOr([Keyword.then.rawValue]))
    let then = try expression()
    try expect(.else, or: .operatorOr([Keyword.else.rawValue]))
    pop()
    let otherwise = try expression()
    ascend()
    return try node(
      .conditional(condition, then: then, otherwise: otherwise),
      span(from: start.span)
    )
  }

  /// Operands and the operators between them that bind at least as strongly as `minimum`.
  mutating func operation(_ minimum: Int) throws(SyntaxError) -> ExpressionSyntax {
    try descend()
    var left = try prefixed(minimum)
    var lastComparison: Written?
    while let (entry, isNegated) = try peekInfix(), entry.precedence >= minimum {
      let use = try infixOperator(entry, isNegated: isNegated)
      if entry.associativity == .none {
        if let lastComparison {
          throw .chainedComparison(first: lastComparison, second: use.written)
        }
        lastComparison = use.written
      }
      left = try infix(left, use)
      noteEndOfExpression()
    }
    ascend()
    return left
  }

  mutating func prefixed(_ minimum: Int) throws(SyntaxError) -> ExpressionSyntax {
    let token = peek()
    switch token.kind {
    case .symbol(.minus):
      return try negative()
    case .symbol(.exclamation), .word(.not):
      guard minimum <= OperatorTable.precedence(of: .prefix(.not)) else {
        throw .weakPrefix(written(token))
      }
      return try negation()
    case .word(.if):
      throw .weakPrefix(written(token))
    default:
      return try measured()
    }
  }

  mutating func negation() throws(SyntaxError) -> ExpressionSyntax {
    let sign = advance()
    want(.condition)
    let operand = try operation(OperatorTable.precedence(of: .prefix(.not)))
    return try node(.unary(.not, operatorSpan: sign.span, operand), span(from: sign.span))
  }

  mutating func negative() throws(SyntaxError) -> ExpressionSyntax {
    let sign = advance()
    if let literal = try negativeLiteral(sign) { return literal }
    try descend()
    let operand = try prefixed(OperatorTable.precedence(of: .prefix(.negate)))
    ascend()
    return try node(.unary(.negate, operatorSpan: sign.span, operand), span(from: sign.span))
  }

  /// A minus belongs to the number behind it, so that the least Int can be written; not if a unit
  /// follows, which binds more strongly.
  private mutating func negativeLiteral(_ sign: Token) throws(SyntaxError) -> ExpressionSyntax? {
    let literal: LiteralSyntax
    switch peek().kind {
    case .integer(let magnitude): literal = .int(Int64(truncatingIfNeeded: 0 &- magnitude))
    case .number(let digits): literal = .number("-" + digits)
    default: return nil
    }
    guard !isFollowedByUnitOrPath() else { return nil }
    advance()
    return try node(.literal(literal), span(from: sign.span))
  }

  private mutating func isFollowedByUnitOrPath() -> Bool {
    let token = peek(1)
    guard continues(token) else { return false }
    if token.symbol == .dot || token.symbol == .optionalDot { return true }
    guard case .word = token.kind else { return false }
    return TimeUnitKeyword(spelling: source.text(in: token.span)) != nil
  }

  mutating func measured() throws(SyntaxError) -> ExpressionSyntax {
    let operand = try path()
    guard case .word = peekIfContinuing()?.kind else { return operand }
    let word = written(peek())
    guard let unit = TimeUnitKeyword(spelling: word.text) else { return operand }
    guard operand.takesUnit else { throw .misplacedUnit(word) }
    advance()
    let name = NameSyntax(unit.rawValue, span: word.span)
    return try node(.unit(operand, name), span(from: operand.span))
  }
}

extension ExpressionSyntax {
  /// Whether a unit may follow: a number, a parameter or `( )`.
  var takesUnit: Bool {
    switch kind {
    case .literal(.int), .literal(.number), .parameter, .parenthesized: true
    default: false
    }
  }
}
