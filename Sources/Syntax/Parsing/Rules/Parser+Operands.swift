import Diagnostics

extension Parser {
  mutating func path() throws(SyntaxError) -> ExpressionSyntax {
    var operand = try primary()
    while isNext(.dot) || isNext(.optionalDot) {
      advance()
      let name = try name(.attribute)
      operand = try node(.member(operand, name), span(from: operand.span))
    }
    return operand
  }

  mutating func primary() throws(SyntaxError) -> ExpressionSyntax {
    switch peek().kind {
    case .word, .quotedName: return try nameOrCall()
    case .symbol(.leftParenthesis): return try parenthesized()
    case .symbol(.leftBracket): return try listLiteral()
    case .parameter(let name): return try parameterUse(name)
    default: return try literal()
    }
  }

  private mutating func nameOrCall() throws(SyntaxError) -> ExpressionSyntax {
    let (token, next) = (peek(), peek(1))
    if let keyword = token.keyword {
      if let constant = try constant(keyword) { return constant }
      if case .string = next.kind, keyword.roles.contains(.typedLiteral) {
        return try typedLiteral(keyword)
      }
      if isSuspicious(token, keyword) { noteKeywordAsName(token) }
    }
    let isTouching = next.span.lowerBound == token.span.upperBound
    if isTouching, next.symbol == .leftParenthesis { return try call() }
    if isTouching, next.symbol == .hash { return try recordLiteral() }
    let name = try name(.attribute)
    try refuseSpacedCall(name)
    return try node(.name(name), name.span)
  }

  /// Whether a keyword that is taken for a name might have been meant as a keyword.
  private func isSuspicious(_ token: Token, _ keyword: Keyword) -> Bool {
    keyword.roles.contains(.clause)
      || token.lineBreak != .none && keyword.roles.contains(.statement)
  }

  private mutating func refuseSpacedCall(_ name: NameSyntax) throws(SyntaxError) {
    guard let token = peekIfContinuing(), token.symbol == .leftParenthesis else { return }
    throw .spaceBeforeArguments(
      name: Written(text: source.text(in: name.span), span: name.span),
      parenthesis: token.span
    )
  }

  /// `nil`, `true`, `self`, `now`; nil for a keyword that stands for no value.
  mutating func constant(_ keyword: Keyword) throws(SyntaxError) -> ExpressionSyntax? {
    let kind: ExpressionSyntax.Kind
    switch keyword {
    case .nil, .null: kind = .literal(.null)
    case .true: kind = .literal(.bool(true))
    case .false: kind = .literal(.bool(false))
    case .selfRecord: kind = .selfRecord
    case .now, .today: kind = .name(NameSyntax(keyword.rawValue, span: peek().span))
    default: return nil
    }
    return try node(kind, advance().span)
  }

  mutating func literal() throws(SyntaxError) -> ExpressionSyntax {
    let token = peek()
    let literal: LiteralSyntax
    switch token.kind {
    case .string(let text): literal = .string(text)
    case .number(let digits): literal = .number(digits)
    case .date(let date): literal = .date(date)
    case .integer(let magnitude):
      if magnitude > Int64.max.magnitude { report(.integerTooLarge(token.span)) }
      literal = .int(Int64(clamping: magnitude))
    case .invalid(let error) where error.isLiteral:
      report(.lexical(error, token.span))
      literal = .null
    default:
      throw missingOperand()
    }
    return try node(.literal(literal), advance().span)
  }

  mutating func typedLiteral(_ keyword: Keyword) throws(SyntaxError) -> ExpressionSyntax {
    let start = advance()
    guard case .string(let text) = peek().kind,
      let type = TypedLiteralKeyword(rawValue: keyword.rawValue)
    else { throw missingOperand() }
    advance()
    return try node(.literal(.typed(type, text)), span(from: start.span))
  }

  mutating func recordLiteral() throws(SyntaxError) -> ExpressionSyntax {
    let entity = try name(.entity)
    try expect(.hash)
    guard case .integer(let key) = peek().kind else { throw mismatch(.operand(.count)) }
    let token = advance()
    if key > Int64.max.magnitude { report(.integerTooLarge(token.span)) }
    return try node(.recordLiteral(entity, Int64(clamping: key)), span(from: entity.span))
  }

  mutating func parameterUse(_ text: String) throws(SyntaxError) -> ExpressionSyntax {
    let span = advance().span
    return try node(.parameter(NameSyntax(text, span: span)), span)
  }

  mutating func call() throws(SyntaxError) -> ExpressionSyntax {
    let function = try name(.attribute)
    let list = try list(from: .leftParenthesis) { parser throws(SyntaxError) in
      try parser.argument()
    }
    return try node(.call(function, list.elements), span(from: function.span))
  }

  mutating func argument() throws(SyntaxError) -> CallArgument {
    let expression = try expression()
    guard let keyword = nextIf(.where) else { return CallArgument(expression) }
    push(keyword)
    let filter = try whereClause()
    pop()
    return CallArgument(expression, filter: filter)
  }

  mutating func listLiteral() throws(SyntaxError) -> ExpressionSyntax {
    let list = try list(from: .leftBracket) { parser throws(SyntaxError) in
      try parser.expression()
    }
    return try node(.list(list.elements), list.span)
  }

  mutating func parenthesized() throws(SyntaxError) -> ExpressionSyntax {
    let start = try expect(.leftParenthesis)
    push(start, .areSpace)
    let kind: ExpressionSyntax.Kind
    if isSubquery() {
      let query = try subquery()
      kind = .subquery(query)
      try expect(.rightParenthesis, or: expectationBehind(query, closing: .rightParenthesis))
    } else {
      kind = .parenthesized(try expression())
      try expect(.rightParenthesis, or: .operatorOr([Symbol.rightParenthesis.rawValue]))
    }
    pop()
    return try node(kind, span(from: start.span))
  }

  mutating func subquery() throws(SyntaxError) -> QuerySyntax {
    try descend()
    let query = try query()
    ascend()
    return query
  }

  /// `(Budget where …` and `(Budget as b where …` are queries: a clause follows the name.
  private mutating func isSubquery() -> Bool {
    guard peek().mayBeName else { return false }
    if peek(1).keyword == .as { return peek(2).mayBeName && beginsClause(peek(3)) }
    return beginsClause(peek(1))
  }

  private func beginsClause(_ token: Token) -> Bool {
    token.keyword?.roles.contains(.clause) ?? false
  }
}

extension Token {
  /// Whether the token is a name, in backticks or not.
  var mayBeName: Bool {
    if case .quotedName = kind { true } else { isPlainName }
  }
}
