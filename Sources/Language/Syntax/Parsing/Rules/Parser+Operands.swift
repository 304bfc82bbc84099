import Diagnostics

extension Parser {
  mutating func path() throws(SyntaxError) -> ExpressionSyntax {
    try members(of: try primary())
  }

  /// Parses the names after `operand` and dots.
  private mutating func members(
    of operand: ExpressionSyntax
  ) throws(SyntaxError) -> ExpressionSyntax {
    var operand = operand
    while isNext(.dot) || isNext(.optionalDot) {
      advance()
      if peek().symbol == .at {
        operand = try specialMember(of: operand)
      } else {
        operand = try node(.member(operand, try dottedName(.attribute)), span(from: operand.span))
      }
    }
    return operand
  }

  mutating func primary() throws(SyntaxError) -> ExpressionSyntax {
    switch nextOperandForm() {
    case .call: try call()
    case .parenthesized: try parenthesized()
    case .list: try listLiteral()
    case .record: try recordLiteral()
    case .parameter: try parameterUse()
    case .constant: try constant()
    case .typedLiteral: try typedLiteral()
    case .enumCase: try enumCase()
    case .quantifier: try quantifier()
    case .special: try specialMember(of: nil)
    case .name: try nameUse()
    case .literal: try literal()
    }
  }

  /// The forms of operands, recognized by their first two tokens.
  private enum OperandForm {
    case call, parenthesized, list, record, parameter, constant, typedLiteral, enumCase, quantifier
    case special, name, literal
  }

  private mutating func nextOperandForm() -> OperandForm {
    switch peek().kind {
    case .word, .quotedName: formOfWord(peek(), before: peek(1))
    case .symbol(.leftParenthesis): .parenthesized
    case .symbol(.leftBracket): .list
    case .parameter: .parameter
    case .symbol(.at): .special
    case .symbol(.dot): isWord(peek(1)) ? .enumCase : .literal
    default: .literal
    }
  }

  private func isWord(_ token: Token) -> Bool {
    switch token.kind {
    case .word, .quotedName: true
    default: false
    }
  }

  private func formOfWord(_ token: Token, before next: Token) -> OperandForm {
    let roles = token.keyword?.roles ?? []
    if roles.contains(.constant) { return .constant }
    if roles.contains(.quantifier) { return .quantifier }
    if roles.contains(.typedLiteral), case .string = next.kind { return .typedLiteral }
    guard next.span.lowerBound == token.span.upperBound else { return .name }
    return next.symbol == .leftParenthesis ? .call : next.symbol == .hash ? .record : .name
  }

  mutating func nameUse() throws(SyntaxError) -> ExpressionSyntax {
    let token = peek()
    if let keyword = token.keyword, mayBeKeyword(token, keyword) { noteKeywordAsName(token) }
    let name = try name(.attribute)
    try refuseSpacedCall(name)
    return try node(.name(name), name.span)
  }

  /// Whether a keyword that is read as a name may be meant as a keyword.
  private func mayBeKeyword(_ token: Token, _ keyword: Keyword) -> Bool {
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

  mutating func constant() throws(SyntaxError) -> ExpressionSyntax {
    let token = advance()
    switch token.keyword {
    case .true: return try node(.literal(.bool(true)), token.span)
    case .false: return try node(.literal(.bool(false)), token.span)
    case .selfRecord: return try node(.selfRecord, token.span)
    case .now?, .today?:
      let name = NameSyntax(token.keyword?.rawValue ?? "", span: token.span)
      return try node(.name(name), token.span)
    default: return try node(.literal(.null), token.span)
    }
  }

  mutating func literal() throws(SyntaxError) -> ExpressionSyntax {
    let token = peek()
    let literal: LiteralSyntax
    switch token.kind {
    case .string(let text): literal = .string(text)
    case .number(let digits): literal = .number(digits)
    case .date(let date): literal = .date(date)
    case .integer(let magnitude):
      literal = Int64(exactly: magnitude).map { .int($0) } ?? .number(String(magnitude))
    case .invalid(let error) where error.isLiteral:
      report(.lexical(error, token.span))
      literal = .null
    default:
      throw missingOperand()
    }
    return try node(.literal(literal), advance().span)
  }

  mutating func typedLiteral() throws(SyntaxError) -> ExpressionSyntax {
    let start = advance()
    guard case .string(let text) = peek().kind,
      let type = start.keyword.flatMap({ TypedLiteralKeyword(rawValue: $0.rawValue) })
    else { throw missingOperand() }
    advance()
    return try node(.literal(.typed(type, text)), span(from: start.span))
  }

  mutating func recordLiteral() throws(SyntaxError) -> ExpressionSyntax {
    try recordKey(of: try name(.entity))
  }

  /// `#3` or `#(7, "a")` after the name of an entity.
  mutating func recordKey(of entity: NameSyntax) throws(SyntaxError) -> ExpressionSyntax {
    try expect(.hash)
    let key: RecordKeySyntax =
      switch peek().kind {
      case .integer(let magnitude): .number(try recordNumber(magnitude))
      case .symbol(.leftParenthesis): .values(try recordValues())
      default: throw mismatch(.operand(.count))
      }
    return try node(.recordLiteral(entity, key), span(from: entity.span))
  }

  private mutating func recordNumber(_ magnitude: UInt64) throws(SyntaxError) -> Int64 {
    let token = advance()
    if magnitude > Int64.max.magnitude { report(.integerTooLarge(token.span)) }
    return Int64(clamping: magnitude)
  }

  private mutating func recordValues() throws(SyntaxError) -> [ExpressionSyntax] {
    var values: [ExpressionSyntax] = []
    try openList(.leftParenthesis)
    while isAtElement(after: values.count) { values.append(try expression()) }
    _ = try closeList()
    return values
  }

  mutating func parameterUse() throws(SyntaxError) -> ExpressionSyntax {
    guard case .parameter(let text) = peek().kind else { throw missingOperand() }
    let span = advance().span
    return try node(.parameter(NameSyntax(text, span: span)), span)
  }

  mutating func listLiteral() throws(SyntaxError) -> ExpressionSyntax {
    var elements: [ExpressionSyntax] = []
    try openList(.leftBracket)
    while isAtElement(after: elements.count) { elements.append(try expression()) }
    return try node(.list(elements), try closeList())
  }

  mutating func parenthesized() throws(SyntaxError) -> ExpressionSyntax {
    try openParenthesis()
    if isQuery(at: 0, .fetch) || isQuery(at: 0, .count) { return try queryValue() }
    if isAtRows() { return try closeParenthesis(around: try rowsOrGroup()) }
    let kind = isSubquery() ? try subquery() : try castOrGroup(try expression())
    return try closeParenthesis(around: kind)
  }

  /// Whether `(fetch` comes next.
  private mutating func isAtRows() -> Bool {
    peek().symbol == .leftParenthesis && isQuery(at: 1, .fetch)
  }

  /// `(fetch …) where …`, or an expression that starts with the value of a query.
  private mutating func rowsOrGroup() throws(SyntaxError) -> ExpressionSyntax.Kind {
    // The query takes more of the stack than other operands.
    try descend()
    try descend()
    var query = QuerySyntax(entity: NameSyntax("", span: peek().span))
    try queryOfRows(&query)
    var kind = ExpressionSyntax.Kind.subquery(query)
    if let rows = query.source?.query, query.clauseKeywords.isEmpty {
      let value = try node(.queryValue(rows, isCount: false), query.entity.span)
      kind =
        if let alias = query.alias { .cast(value, alias) } else {
          try castOrGroup(try comparisons(of: try members(of: value)))
        }
    }
    ascend()
    ascend()
    return kind
  }

  /// `(self as Car)`, or an expression in plain parentheses.
  private mutating func castOrGroup(
    _ expression: ExpressionSyntax
  ) throws(SyntaxError) -> ExpressionSyntax.Kind {
    guard nextIf(.as) else { return .parenthesized(expression) }
    return .cast(expression, try name(.entity))
  }

  private mutating func openParenthesis() throws(SyntaxError) {
    push(try expect(.leftParenthesis), .areSpace)
  }

  private mutating func closeParenthesis(
    around kind: ExpressionSyntax.Kind
  ) throws(SyntaxError) -> ExpressionSyntax {
    var expected = Expectation.operatorOr([Symbol.rightParenthesis.rawValue])
    if case .subquery(let query) = kind {
      expected = expectationAfter(query, closing: .rightParenthesis)
    }
    let end = try expect(.rightParenthesis, or: expected)
    return try node(kind, pop().span.joined(with: end.span))
  }

  /// `(count Budget where limit > 100)`, after its parenthesis.
  mutating func queryValue() throws(SyntaxError) -> ExpressionSyntax {
    try descend()
    let isCount = peek().keyword == .count
    let query = isCount ? try countStatement() : try fetchStatement()
    ascend()
    let expected = expectationAfter(query, closing: .rightParenthesis)
    let end = try expect(.rightParenthesis, or: expected)
    let span = pop().span.joined(with: end.span)
    return try node(.queryValue(query, isCount: isCount), span)
  }

  mutating func subquery() throws(SyntaxError) -> ExpressionSyntax.Kind {
    try descend()
    let query = try query()
    ascend()
    return .subquery(query)
  }

  /// `(Budget where …`, `(Budget as b where …` and `(recent(days: …` are queries: a clause or named
  /// arguments follow.
  private mutating func isSubquery() -> Bool {
    let only = isAtOnly() ? 1 : 0
    guard peek(only).mayBeName else { return false }
    var next = only + 1
    if peek(next).symbol == .hash {
      return peek(next + 1).symbol != .leftParenthesis && beginsClause(peek(next + 2))
    }
    if peek(next).symbol == .dot, isWord(peek(next + 1)) { next += 2 }
    if peek(next).symbol == .leftParenthesis {
      if peek(next + 2).symbol == .colon { return true }
      guard peek(next + 1).symbol == .rightParenthesis else { return false }
      next += 2
    }
    if isAtPast(at: next), isAtMoment(at: next + 2) { return true }
    if peek(next).keyword == .as { return peek(next + 1).mayBeName && beginsClause(peek(next + 2)) }
    return beginsClause(peek(next)) || only > 0
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
