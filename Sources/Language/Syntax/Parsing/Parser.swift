import Diagnostics

/// Parses one statement at a time; the methods in `Rules` are named after the rules of the grammar.
///
/// An error that makes the rest of a statement meaningless is thrown; others are collected in
/// ``problems`` and parsing continues.
struct Parser {
  let source: SourceText
  private var lexer: Lexer
  /// Tokens that were read but not consumed.
  private var lookahead: [Token] = []
  /// The last consumed token of this statement.
  private(set) var previous: Token?
  /// The open constructs of this statement, innermost last.
  private(set) var open: [OpenConstruct] = []
  /// Errors of this statement that did not stop parsing.
  private(set) var problems: [SyntaxError] = []
  /// The purpose of the next operand.
  private var operandRole = OperandRole.value
  /// The end of the last complete expression.
  private var endOfExpression = 0
  /// The current nesting depth of rules.
  private var depth = 0
  /// The number of open constructs around the argument that is being parsed.
  var argumentDepth: Int?
  /// The last keyword that was read as a name.
  private var keywordAsName: KeywordAsName?
  /// The start of the statement.
  private var start = 0

  /// A keyword that was read as a name, the token before it and its purpose.
  private struct KeywordAsName {
    let keyword: Token
    let before: Token?
    let role: OperandRole
  }

  init(_ source: SourceText, at offset: Int) {
    self.source = source
    lexer = Lexer(source, at: offset)
  }

  /// Resets the state of the previous statement.
  mutating func beginStatement() {
    previous = nil
    open = []
    problems = []
    operandRole = .value
    depth = 0
    argumentDepth = nil
    keywordAsName = nil
    while peek().symbol == .semicolon { advance() }
    previous = nil
    start = peek().span.lowerBound
  }

  // MARK: Looking at tokens

  /// The token `distance` ahead, across line ends.
  mutating func peek(_ distance: Int = 0) -> Token {
    while lookahead.count <= distance { lookahead.append(lexer.next()) }
    return lookahead[distance]
  }

  /// The next token if it can continue the current construct; nil if a line break ends it.
  mutating func peekIfContinuing() -> Token? {
    let token = peek()
    return continues(token) ? token : nil
  }

  // `peekIfContinuing()?.symbol` would do the same, but Swift 6.3.1 crashes when optimizing it.

  /// Whether the sign comes next and continues the current construct.
  mutating func isNext(_ symbol: Symbol) -> Bool {
    let token = peek()
    return token.symbol == symbol && continues(token)
  }

  /// Whether the keyword comes next and continues the current construct.
  mutating func isNext(_ keyword: Keyword) -> Bool {
    let token = peek()
    return token.keyword == keyword && continues(token)
  }

  /// The source text of the token.
  func written(_ token: Token) -> Written {
    Written(text: source.text(in: token.span), span: token.span)
  }

  // MARK: Taking tokens

  /// Consumes the next token.
  @discardableResult
  mutating func advance() -> Token {
    let token = peek()
    lookahead.removeFirst()
    previous = token
    operandRole = .value
    return token
  }

  /// Consumes the sign if it comes next; returns whether it did.
  mutating func nextIf(_ symbol: Symbol) -> Bool {
    guard isNext(symbol) else { return false }
    advance()
    return true
  }

  /// Consumes the keyword if it comes next; returns whether it did.
  mutating func nextIf(_ keyword: Keyword) -> Bool {
    guard isNext(keyword) else { return false }
    advance()
    return true
  }

  /// Consumes the sign, or throws.
  @discardableResult
  mutating func expect(
    _ symbol: Symbol,
    or expectation: Expectation? = nil
  ) throws(SyntaxError) -> Token {
    guard peek().symbol == symbol else {
      throw mismatch(expectation ?? .tokens([symbol.rawValue]))
    }
    return advance()
  }

  /// Consumes the keyword, or throws.
  @discardableResult
  mutating func expect(
    _ keyword: Keyword,
    or expectation: Expectation? = nil
  ) throws(SyntaxError) -> Token {
    guard peek().keyword == keyword else {
      throw mismatch(expectation ?? .tokens([keyword.rawValue]))
    }
    return advance()
  }

  /// Skips to `offset` without reading tokens.
  mutating func move(to offset: Int) {
    lookahead = []
    lexer.move(to: offset)
  }

  /// Rereads the next token by other rules and consumes it.
  mutating func readAgain(_ read: (inout Lexer) -> Token.Kind) -> Token {
    let next = peek()
    move(to: next.span.lowerBound)
    let kind = read(&lexer)
    let token = Token(
      kind: kind,
      span: SourceSpan(next.span.lowerBound, lexer.offset),
      lineBreak: next.lineBreak
    )
    previous = token
    return token
  }

  /// Continues at `offset`, within the last consumed token.
  mutating func rescan(from offset: Int) {
    guard let token = previous else { return }
    previous = Token(
      kind: token.kind,
      span: SourceSpan(token.span.lowerBound, offset),
      lineBreak: token.lineBreak
    )
    move(to: offset)
  }

  /// From the start of `start` to the end of the last consumed token.
  func span(from start: SourceSpan) -> SourceSpan {
    previous.map { start.joined(with: $0.span) } ?? start
  }

  // MARK: Open constructs and depth

  /// Adds the construct that `token` opens.
  mutating func push(_ token: Token, _ lineEnds: OpenConstruct.LineEnds? = nil) {
    open.append(
      OpenConstruct(
        opener: written(token),
        bracket: token.symbol?.closing == nil ? nil : token.symbol,
        keyword: token.keyword,
        lineEnds: lineEnds ?? self.lineEnds
      )
    )
  }

  /// Removes the innermost construct; returns its opening token.
  @discardableResult
  mutating func pop() -> Written { open.removeLast().opener }

  private var lineEnds: OpenConstruct.LineEnds { open.last?.lineEnds ?? .mayEndStatement }

  /// Enters a nesting level; ``ascend()`` leaves it, unless an error is thrown.
  mutating func descend() throws(SyntaxError) {
    depth += 1
    guard depth <= SyntaxLimits.nesting else {
      throw .tooDeep(peek().span, limit: SyntaxLimits.nesting, isRowOfOr: false)
    }
  }

  mutating func ascend() { depth -= 1 }

  // MARK: Expressions

  /// Sets the purpose of the next operand.
  mutating func want(_ role: OperandRole) { operandRole = role }

  /// Records the end of a complete expression.
  mutating func noteEndOfExpression() { endOfExpression = previous?.span.upperBound ?? 0 }

  /// Whether the last token ends an expression, so that an operator can follow.
  var isAfterExpression: Bool { previous?.span.upperBound == endOfExpression }

  /// Records that a keyword is about to be read as a name.
  mutating func noteKeywordAsName(_ token: Token) {
    keywordAsName = KeywordAsName(keyword: token, before: previous, role: operandRole)
  }

  /// Creates a node; the height of the tree is limited.
  func node(
    _ kind: ExpressionSyntax.Kind,
    _ span: SourceSpan
  ) throws(SyntaxError) -> ExpressionSyntax {
    let expression = ExpressionSyntax(kind, span: span)
    guard expression.height <= SyntaxLimits.height else {
      throw .tooDeep(span, limit: SyntaxLimits.height, isRowOfOr: expression.isRowOfOr)
    }
    return expression
  }

  // MARK: Errors

  /// Adds an error after which parsing can continue.
  mutating func report(_ error: SyntaxError) { problems.append(error) }

  /// The error that the next token is not `expected`.
  mutating func mismatch(_ expected: Expectation) -> SyntaxError {
    let found = peek()
    if case .invalid(let error) = found.kind { return .lexical(error, found.span) }
    if let keywordAsName, keywordAsName.keyword == previous, found.beginsOperand {
      // The keyword was not meant as a name, so it is the unexpected token.
      let otherwise = makeMismatch(found, expected)
      lookahead.insert(keywordAsName.keyword, at: 0)
      previous = keywordAsName.before
      return .keywordAsOperand(
        makeMismatch(keywordAsName.keyword, .operand(keywordAsName.role)),
        otherwise: otherwise
      )
    }
    return .unexpected(makeMismatch(found, expected))
  }

  /// The error that the next token is not an operand.
  mutating func missingOperand() -> SyntaxError { mismatch(.operand(operandRole)) }

  private func makeMismatch(_ found: Token, _ expected: Expectation) -> Mismatch {
    Mismatch(
      found: found,
      foundText: source.text(in: found.span),
      expected: expected,
      previous: previous.map(written),
      opener: open.last { $0.bracket != nil }?.opener,
      statement: start
    )
  }
}

extension Token {
  /// Whether this token can start an operand other than one in brackets.
  fileprivate var beginsOperand: Bool {
    switch kind {
    case .word, .quotedName, .string, .integer, .number, .date, .parameter: true
    case .symbol, .comment, .invalid, .end: false
    }
  }
}

extension ExpressionSyntax {
  /// Whether it is a chain of `or`.
  fileprivate var isRowOfOr: Bool {
    guard case .binary(let use, let left, _) = kind, use.operator == .or,
      case .binary(let inner, _, _) = left.kind
    else { return false }
    return inner.operator == .or
  }
}
