import Diagnostics

/// Comma-separated elements in brackets, with an optional trailing comma.
///
///     try openList(.leftBracket)
///     while isAtElement(after: elements.count) { elements.append(try element()) }
///     let span = try closeList()
extension Parser {
  /// Consumes the opening bracket.
  mutating func openList(_ opening: Symbol) throws(SyntaxError) {
    try descend()
    push(try expect(opening), .areSpace)
  }

  /// Whether another element follows the first `count`; consumes the comma before it.
  mutating func isAtElement(after count: Int) -> Bool {
    if count > 0, !nextIf(.comma) { return false }
    return peek().symbol != closing
  }

  /// Consumes the closing bracket; returns the span from bracket to bracket.
  ///
  /// - Parameter expected: What else would have been valid; a comma if nil.
  mutating func closeList(or expected: Expectation? = nil) throws(SyntaxError) -> SourceSpan {
    if let closing { try expect(closing, or: expected ?? separator(or: closing)) }
    ascend()
    return span(from: pop().span)
  }

  /// Whether `distinct` and an operand come next, so that it is not a name.
  ///
  /// In an argument only the clause `where` can follow, so other clause keywords are names.
  mutating func isAtDistinctOperand(inArgument: Bool = false) -> Bool {
    guard peek().keyword == .distinct else { return false }
    if inArgument, peek(1).isNameInArgument { return true }
    return isKeyword(at: 0)
  }

  /// Whether an operand follows the word at `distance`, so that it is not a name.
  private mutating func isKeyword(at distance: Int) -> Bool {
    let next = peek(distance + 1)
    let isTouching = next.span.lowerBound == peek(distance).span.upperBound
    return next.makesKeywordOfPrevious && !(isTouching && next.symbol == .leftParenthesis)
  }

  /// Whether another element follows in a list without brackets; consumes the comma before it.
  ///
  /// In a version, the comma at the end of a line, before `}` or before the next member ends the
  /// member instead.
  mutating func nextElement() -> Bool {
    isNext(.comma) && !isAtMemberEnd() && nextIf(.comma)
  }

  /// Whether the next comma ends a member.
  private mutating func isAtMemberEnd() -> Bool {
    guard open.last?.lineEnds == .endMember else { return false }
    let next = peek(1)
    if next.lineBreak != .none || next.symbol == .rightBrace { return true }
    guard let keyword = next.keyword, Self.versionMembers.contains(keyword) else { return false }
    let isSortKey = peek(2).keyword.map { [.asc, .desc, .nulls, .using].contains($0) } ?? false
    return isKeyword(at: 1) && !isSortKey
  }

  private static let versionMembers: Set<Keyword> = [
    .enum, .struct, .model, .rename, .set, .delete, .allow,
  ]

  /// Whether `only` and a model come next.
  mutating func isAtOnly() -> Bool {
    peek().keyword == .only && peek(1).mayBeName && peek(1).makesKeywordOfPrevious
      && !endsStatement(before: peek(1))
  }

  /// Consumes a keyword that spells one of the cases.
  mutating func choice<Choice: CaseIterable & RawRepresentable>(
    _ type: Choice.Type
  ) throws(SyntaxError) -> Choice where Choice.RawValue == String {
    guard let word = peek().keyword?.rawValue, let choice = Choice(rawValue: word) else {
      throw mismatch(.tokens(Choice.allCases.map(\.rawValue)))
    }
    advance()
    return choice
  }

  /// The closing bracket of the innermost open one.
  private var closing: Symbol? { open.last?.bracket?.closing }

  private func separator(or closing: Symbol) -> Expectation {
    let tokens = [Symbol.comma.rawValue, closing.rawValue]
    return isAfterExpression ? .operatorOr(tokens) : .tokens(tokens)
  }
}

extension Token {
  /// Whether it is a clause keyword that is a name within an argument.
  var isNameInArgument: Bool {
    guard let keyword, keyword != .where else { return false }
    return keyword.roles.contains(.clause)
  }

  /// Whether an operand that starts with this token shows that the previous word, which could be a
  /// name, is a keyword.
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
