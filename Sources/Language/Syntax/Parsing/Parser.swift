import Diagnostics

/// Reads one statement after another; the methods in `Rules` bear the names of the grammar's rules.
///
/// The first error that leaves no sense in the rest of a statement is thrown; lesser ones are
/// gathered in ``problems``, and parsing goes on.
struct Parser {
  let source: SourceText
  private var lexer: Lexer
  /// Tokens that were looked at but not taken yet.
  private var lookahead: [Token] = []
  /// The token that was taken last in this statement.
  private(set) var previous: Token?
  /// What was opened and not closed yet in this statement, the innermost last.
  private(set) var open: [OpenConstruct] = []
  /// Errors that did not stop the parser in this statement.
  private(set) var problems: [SyntaxError] = []
  /// What the next operand is wanted for.
  private var operandRole = OperandRole.value
  /// The place behind the last whole expression.
  private var endOfExpression = 0
  /// How deep the rules have gone into one another.
  private var depth = 0
  /// The last keyword that was taken for a name.
  private var suspect: Suspect?
  /// Where the statement begins.
  private var start = 0

  /// A keyword that was taken for a name, the token before it, and what was wanted there.
  private struct Suspect {
    let keyword: Token
    let before: Token?
    let role: OperandRole
  }

  init(_ source: SourceText, at offset: Int) {
    self.source = source
    lexer = Lexer(source, at: offset)
  }

  /// Forgets all about the statement before.
  mutating func beginStatement() {
    previous = nil
    open = []
    problems = []
    operandRole = .value
    depth = 0
    suspect = nil
    while peek().symbol == .semicolon { advance() }
    previous = nil
    start = peek().span.lowerBound
  }

  // MARK: Looking at tokens

  /// The token that lies `distance` ahead, whatever lines lie between.
  mutating func peek(_ distance: Int = 0) -> Token {
    while lookahead.count <= distance { lookahead.append(lexer.next()) }
    return lookahead[distance]
  }

  /// The next token if it can still belong to what is being parsed; nil if a line end forbids it.
  mutating func peekIfContinuing() -> Token? {
    let token = peek()
    return continues(token) ? token : nil
  }

  // `peekIfContinuing()?.symbol` would say the same in one line, but Swift 6.3.1 crashes when it
  // optimises that.

  /// Whether the sign comes next, where the grammar would also allow to stop.
  mutating func isNext(_ symbol: Symbol) -> Bool {
    let token = peek()
    return token.symbol == symbol && continues(token)
  }

  /// Whether the keyword comes next, where the grammar would also allow to stop.
  mutating func isNext(_ keyword: Keyword) -> Bool {
    let token = peek()
    return token.keyword == keyword && continues(token)
  }

  /// The token as it was written.
  func written(_ token: Token) -> Written {
    Written(text: source.text(in: token.span), span: token.span)
  }

  // MARK: Taking tokens

  /// Takes the next token.
  @discardableResult
  mutating func advance() -> Token {
    let token = peek()
    lookahead.removeFirst()
    previous = token
    operandRole = .value
    return token
  }

  /// Takes the sign if it comes next, and says whether it did.
  mutating func nextIf(_ symbol: Symbol) -> Bool {
    guard isNext(symbol) else { return false }
    advance()
    return true
  }

  /// Takes the keyword if it comes next, and says whether it did.
  mutating func nextIf(_ keyword: Keyword) -> Bool {
    guard isNext(keyword) else { return false }
    advance()
    return true
  }

  /// Takes the sign, which must come next.
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

  /// Takes the keyword, which must come next.
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

  /// Takes up to and without `offset`, which the lexer has not seen as tokens.
  mutating func move(to offset: Int) {
    lookahead = []
    lexer.move(to: offset)
  }

  /// Reads the next token in another way, and takes it.
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

  /// Goes on at `offset`, within the token that was taken last.
  mutating func giveUp(to offset: Int) {
    guard let token = previous else { return }
    previous = Token(
      kind: token.kind,
      span: SourceSpan(token.span.lowerBound, offset),
      lineBreak: token.lineBreak
    )
    move(to: offset)
  }

  /// From the beginning of `start` to the end of the last token taken.
  func span(from start: SourceSpan) -> SourceSpan {
    previous.map { start.joined(with: $0.span) } ?? start
  }

  // MARK: Open constructs and depth

  /// Remembers that `token` opened something.
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

  /// Forgets what was opened last; returns what it was opened with.
  @discardableResult
  mutating func pop() -> Written { open.removeLast().opener }

  /// What a line end means here.
  private var lineEnds: OpenConstruct.LineEnds { open.last?.lineEnds ?? .mayEndStatement }

  /// Goes one level deeper; ``ascend()`` goes back, an error need not.
  mutating func descend() throws(SyntaxError) {
    depth += 1
    guard depth <= SyntaxLimits.nesting else {
      throw .tooDeep(peek().span, limit: SyntaxLimits.nesting, isRowOfOr: false)
    }
  }

  mutating func ascend() { depth -= 1 }

  // MARK: Expressions

  /// Says what the operand that comes next is wanted for.
  mutating func want(_ role: OperandRole) { operandRole = role }

  /// Says that a whole expression has been read.
  mutating func noteEndOfExpression() { endOfExpression = previous?.span.upperBound ?? 0 }

  /// Whether the last token ends an expression, so that an operator could follow.
  var isAfterExpression: Bool { previous?.span.upperBound == endOfExpression }

  /// Says that a keyword is about to be taken for a name.
  mutating func noteKeywordAsName(_ token: Token) {
    suspect = Suspect(keyword: token, before: previous, role: operandRole)
  }

  /// Makes a node of the tree, whose height is bounded.
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

  /// Notes an error behind which parsing can go on.
  mutating func report(_ error: SyntaxError) { problems.append(error) }

  /// The error that something else than `expected` comes next.
  mutating func mismatch(_ expected: Expectation) -> SyntaxError {
    let found = peek()
    if case .invalid(let error) = found.kind { return .lexical(error, found.span) }
    if let suspect, suspect.keyword == previous, found.beginsOperand {
      // The keyword was none of the names: it is what should not have stood there.
      let otherwise = makeMismatch(found, expected)
      lookahead.insert(suspect.keyword, at: 0)
      previous = suspect.before
      return .keywordAsOperand(
        makeMismatch(suspect.keyword, .operand(suspect.role)),
        otherwise: otherwise
      )
    }
    return .unexpected(makeMismatch(found, expected))
  }

  /// The error that no operand comes next.
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
  /// Whether an operand could begin with this token, other than one in brackets.
  fileprivate var beginsOperand: Bool {
    switch kind {
    case .word, .quotedName, .string, .integer, .number, .date, .parameter: true
    case .symbol, .comment, .invalid, .end: false
    }
  }
}

extension ExpressionSyntax {
  /// Whether it is a long row of `or`.
  fileprivate var isRowOfOr: Bool {
    guard case .binary(let use, let left, _) = kind, use.operator == .or,
      case .binary(let inner, _, _) = left.kind
    else { return false }
    return inner.operator == .or
  }
}
