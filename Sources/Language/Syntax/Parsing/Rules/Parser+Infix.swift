import Diagnostics

extension Parser {
  mutating func infixOperator(
    _ entry: OperatorEntry,
    isNegated: Bool
  ) throws(SyntaxError) -> InfixUse {
    let start = peek().span
    if isNegated { advance() }
    if let keyword = advance().keyword, let second = OperatorTable.secondWord(after: keyword) {
      try expect(second)
    }
    var use = InfixUse(
      entry: entry,
      isNegated: isNegated,
      written: Written(text: "", span: start)
    )
    if entry.takesOptions, let options = matchOptions() {
      (use.ignoresCase, use.ignoresDiacritics) = (options.ignoresCase, options.ignoresDiacritics)
    }
    let span = span(from: start)
    use.written = Written(text: source.text(in: span), span: span)
    return use
  }

  mutating func matchOptions() -> MatchOptions? {
    guard peek().symbol == .leftBracket, peek(2).symbol == .rightBracket,
      case .word = peek(1).kind,
      let options = MatchOptions.all[source.text(in: peek(1).span).lowercased()]
    else { return nil }
    for _ in 0..<3 { advance() }
    return options
  }

  mutating func infix(
    _ left: ExpressionSyntax,
    _ use: InfixUse
  ) throws(SyntaxError) -> ExpressionSyntax {
    switch use.entry.operation {
    case .infix: try binary(left, use)
    case .membership: try membership(left, use)
    case .between: try between(left, use)
    case .nullTest: try nullTest(left)
    case .conditional, .prefix, .unit, .path: left
    }
  }

  mutating func binary(
    _ left: ExpressionSyntax,
    _ use: InfixUse
  ) throws(SyntaxError) -> ExpressionSyntax {
    if use.entry.precedence < OperatorTable.comparison { want(.condition) }
    if use.entry.operation == .infix(.matches), peek().symbol == .slash {
      return try binaryNode(left, use, try regexLiteral())
    }
    let isRight = use.entry.associativity == .right
    return try binaryNode(left, use, try operation(use.entry.precedence + (isRight ? 0 : 1)))
  }

  /// `/…/` is a regular expression only after `matches`; elsewhere `/` divides.
  mutating func regexLiteral() throws(SyntaxError) -> ExpressionSyntax {
    let token = readAgain { $0.regex() }
    guard case .string(let pattern) = token.kind else {
      if case .invalid(let error) = token.kind { throw .lexical(error, token.span) }
      throw missingOperand()
    }
    return try node(.literal(.regex(pattern)), token.span)
  }

  private func binaryNode(
    _ left: ExpressionSyntax,
    _ use: InfixUse,
    _ right: ExpressionSyntax
  ) throws(SyntaxError) -> ExpressionSyntax {
    guard case .infix(let binary) = use.entry.operation else { return left }
    let written = BinaryOperatorUse(
      binary,
      span: use.written.span,
      isNegated: use.isNegated,
      ignoresCase: use.ignoresCase,
      ignoresDiacritics: use.ignoresDiacritics
    )
    return try node(.binary(written, left, right), left.span.joined(with: right.span))
  }

  mutating func membership(
    _ left: ExpressionSyntax,
    _ use: InfixUse
  ) throws(SyntaxError) -> ExpressionSyntax {
    if let keyword = previous { push(keyword) }
    let set = try membershipSet()
    pop()
    return try node(
      .membership(left, set, isNegated: use.isNegated, operatorSpan: use.written.span),
      span(from: left.span)
    )
  }

  /// A list in NSPredicate syntax: `{ … }`.
  mutating func bracedList() throws(SyntaxError) -> ExpressionSyntax {
    var elements: [ExpressionSyntax] = []
    try openList(.leftBrace)
    while isAtElement(after: elements.count) { elements.append(try expression()) }
    return try node(.list(elements), try closeList())
  }

  mutating func membershipSet() throws(SyntaxError) -> MembershipSet {
    if peek().symbol == .leftBrace { return .values(try bracedList()) }
    let lower = try operation(OperatorTable.comparison + 1)
    let isClosed = isNext(.closedRange)
    guard isClosed || isNext(.halfOpenRange) else { return .values(lower) }
    advance()
    return .range(lower, try operation(OperatorTable.comparison + 1), isClosed: isClosed)
  }

  mutating func between(
    _ left: ExpressionSyntax,
    _ use: InfixUse
  ) throws(SyntaxError) -> ExpressionSyntax {
    let (lower, upper) =
      peek().symbol == .leftBrace ? try bracedBounds() : try bounds()
    return try node(
      .between(
        left,
        from: lower,
        to: upper,
        isNegated: use.isNegated,
        operatorSpan: use.written.span
      ),
      span(from: left.span)
    )
  }

  mutating func bounds() throws(SyntaxError) -> (ExpressionSyntax, ExpressionSyntax) {
    if let keyword = previous { push(keyword, .areSpace) }
    let lower = try operation(OperatorTable.comparison + 1)
    guard isNext(.and) || isNext(.doubleAmpersand) else {
      throw mismatch(.operatorOr([Keyword.and.rawValue]))
    }
    advance()
    pop()
    return (lower, try operation(OperatorTable.comparison + 1))
  }

  /// Bounds in NSPredicate syntax: `between {1, 5}`.
  mutating func bracedBounds() throws(SyntaxError) -> (ExpressionSyntax, ExpressionSyntax) {
    try openList(.leftBrace)
    let lower = try expression()
    try expect(.comma, or: .operatorOr([Symbol.comma.rawValue]))
    let upper = try expression()
    _ = try closeList(or: .operatorOr([Symbol.rightBrace.rawValue]))
    return (lower, upper)
  }

  mutating func nullTest(_ left: ExpressionSyntax) throws(SyntaxError) -> ExpressionSyntax {
    let isNegated = peek().keyword == .not
    if isNegated { advance() }
    if peek().keyword == .nil || peek().keyword == .null {
      advance()
      return try node(.isNull(left, isNegated: isNegated), span(from: left.span))
    }
    guard peek().mayBeName else { throw mismatch(.nullTest) }
    let entity = try name(.entity)
    return try node(.typeTest(left, entity, isNegated: isNegated), span(from: left.span))
  }
}
