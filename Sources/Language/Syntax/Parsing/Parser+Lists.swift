import Diagnostics

/// Elements with commas between them in brackets; a comma may follow the last one.
///
///     try openList(.leftBracket)
///     while isAtElement(after: elements.count) { elements.append(try element()) }
///     let span = try closeList()
extension Parser {
  /// Takes the opening bracket.
  mutating func openList(_ opening: Symbol) throws(SyntaxError) {
    try descend()
    push(try expect(opening), .areSpace)
  }

  /// Whether another element follows `count` of them; takes the comma before it.
  mutating func isAtElement(after count: Int) -> Bool {
    if count > 0, !nextIf(.comma) { return false }
    return peek().symbol != closing
  }

  /// Takes the closing bracket; returns the place from bracket to bracket.
  ///
  /// - Parameter expected: What else could have stood there; a comma if nil.
  mutating func closeList(or expected: Expectation? = nil) throws(SyntaxError) -> SourceSpan {
    if let closing { try expect(closing, or: expected ?? separator(or: closing)) }
    ascend()
    return span(from: pop().span)
  }

  /// Whether `distinct` comes next and an operand behind it, so that it is no name.
  ///
  /// In an argument no clause but `where` can follow, so the other words for clauses are names.
  mutating func isAtDistinctOperand(inArgument: Bool = false) -> Bool {
    guard peek().keyword == .distinct else { return false }
    if inArgument, peek(1).isNameInArgument { return true }
    let isTouching = peek(1).span.lowerBound == peek().span.upperBound
    return peek(1).makesKeywordOfPrevious && !(isTouching && peek(1).symbol == .leftParenthesis)
  }

  /// Whether `only` comes next and a model behind it.
  mutating func isAtOnly() -> Bool {
    peek().keyword == .only && peek(1).mayBeName && peek(1).makesKeywordOfPrevious
      && !endsStatement(before: peek(1))
  }

  /// Takes a keyword that is one of the cases' spellings.
  mutating func choice<Choice: CaseIterable & RawRepresentable>(
    _ type: Choice.Type
  ) throws(SyntaxError) -> Choice where Choice.RawValue == String {
    guard let word = peek().keyword?.rawValue, let choice = Choice(rawValue: word) else {
      throw mismatch(.tokens(Choice.allCases.map(\.rawValue)))
    }
    advance()
    return choice
  }

  /// What closes the bracket that was opened last.
  private var closing: Symbol? { open.last?.bracket?.closing }

  /// What may follow an element.
  private func separator(or closing: Symbol) -> Expectation {
    let tokens = [Symbol.comma.rawValue, closing.rawValue]
    return isAfterExpression ? .operatorOr(tokens) : .tokens(tokens)
  }
}

extension Token {
  /// Whether it is a word for a clause that cannot stand in an argument, and so is a name there.
  var isNameInArgument: Bool {
    guard let keyword, keyword != .where else { return false }
    return keyword.roles.contains(.clause)
  }

  /// Whether an operand that begins so makes a keyword of the word before it, which could be a name.
  var makesKeywordOfPrevious: Bool {
    switch kind {
    case .word(let keyword):
      keyword == .not
        || (keyword?.roles ?? []).isDisjoint(with: [.operator, .clause, .naming])
    case .quotedName, .string, .integer, .number, .date, .parameter: true
    case .symbol(let symbol): [.at, .star, .leftParenthesis].contains(symbol)
    case .comment, .invalid, .end: false
    }
  }
}
