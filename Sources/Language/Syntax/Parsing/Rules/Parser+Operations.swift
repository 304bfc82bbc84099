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
    try openConditional()
    let condition = try part(before: .then)
    let then = try part(before: .else)
    let start = pop()
    let otherwise = try expression()
    ascend()
    return try node(
      .conditional(condition, then: then, otherwise: otherwise),
      span(from: start.span)
    )
  }

  private mutating func openConditional() throws(SyntaxError) {
    try descend()
    push(try expect(.if), .areSpace)
    want(.condition)
  }

  private mutating func part(before keyword: Keyword) throws(SyntaxError) -> ExpressionSyntax {
    let part = try expression()
    try expect(keyword, or: .operatorOr([keyword.rawValue]))
    return part
  }

  /// Operands and operators that bind at least as strongly as `minimum`.
  mutating func operation(_ minimum: Int) throws(SyntaxError) -> ExpressionSyntax {
    try descend()
    let whole = try infixes(after: try prefixed(minimum), minimum)
    ascend()
    return whole
  }

  private mutating func infixes(
    after first: ExpressionSyntax,
    _ minimum: Int
  ) throws(SyntaxError) -> ExpressionSyntax {
    var left = first
    var last: InfixUse?
    var maximum = first.isNegation ? OperatorTable.precedence(of: .prefix(.not)) : .max
    while let use = try nextInfix(minimum...max(minimum, maximum), after: last) {
      left = try infix(left, use)
      noteEndOfExpression()
      last = use
      maximum = use.entry.precedence
    }
    return left
  }

  /// Consumes the next infix operator if its precedence is in `strengths`: not higher than that of
  /// the previous one, which its left side would not belong to.
  private mutating func nextInfix(
    _ strengths: ClosedRange<Int>,
    after last: InfixUse?
  ) throws(SyntaxError) -> InfixUse? {
    guard let (entry, isNegated) = try peekInfix(), strengths.contains(entry.precedence) else {
      return nil
    }
    let isChained =
      last.map { $0.entry.precedence == entry.precedence && entry.associativity == .none } ?? false
    // `expect count Budget where limit > 100 == 3` compares the count.
    if isChained, isInExpectedQuery { return nil }
    let use = try infixOperator(entry, isNegated: isNegated)
    if isChained, let last {
      throw .chainedComparison(first: last.written, second: use.written)
    }
    return use
  }

  /// The comparisons of a value that was already read.
  mutating func comparisons(of value: ExpressionSyntax) throws(SyntaxError) -> ExpressionSyntax {
    let whole = try infixes(after: value, OperatorTable.weakest + 1)
    noteEndOfExpression()
    return whole
  }

  mutating func prefixed(_ minimum: Int) throws(SyntaxError) -> ExpressionSyntax {
    switch try nextPrefix(minimum) {
    case .negate: try negative()
    case .not: try negation()
    case nil: try measured()
    }
  }

  /// The next prefix operator, which must not bind more weakly than `minimum`.
  private mutating func nextPrefix(_ minimum: Int) throws(SyntaxError) -> UnaryOperator? {
    let token = peek()
    switch token.kind {
    case .symbol(.minus):
      return .negate
    case .symbol(.exclamation), .word(.not):
      guard minimum <= OperatorTable.precedence(of: .prefix(.not)) else {
        throw .weakPrefix(written(token))
      }
      return .not
    case .word(.if):
      throw .weakPrefix(written(token))
    default:
      return nil
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

  /// A minus sign is part of the number, so that the least Int can be written, unless a unit
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
    try unit(of: try path())
  }

  /// Parses the unit of `operand`, if one follows.
  private mutating func unit(
    of operand: ExpressionSyntax
  ) throws(SyntaxError) -> ExpressionSyntax {
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
  /// Whether it is `not …` without parentheses.
  fileprivate var isNegation: Bool {
    if case .unary(.not, _, _) = kind { true } else { false }
  }

  /// Whether a unit may follow: a number, a parameter or `( )`.
  var takesUnit: Bool {
    switch kind {
    case .literal(.int), .literal(.number), .parameter, .parenthesized: true
    default: false
    }
  }
}
