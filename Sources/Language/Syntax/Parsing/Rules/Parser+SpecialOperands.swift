import Diagnostics

extension Parser {
  mutating func enumCase() throws(SyntaxError) -> ExpressionSyntax {
    let dot = try expect(.dot)
    let name = try caseName()
    return try node(.enumCase(name), span(from: dot.span))
  }

  mutating func quantifier() throws(SyntaxError) -> ExpressionSyntax {
    let word = advance()
    let quantifier = word.keyword.flatMap { Quantifier(rawValue: $0.rawValue) } ?? .any
    let use = QuantifierUse(quantifier: quantifier, span: word.span)
    if peek().symbol == .leftParenthesis {
      return try node(.quantifier(use, try quantifiedElements()), span(from: word.span))
    }
    try descend()
    want(.toManyPath)
    let path = try path()
    ascend()
    return try node(.quantified(use, path), span(from: word.span))
  }

  mutating func quantifiedElements() throws(SyntaxError) -> CallArgument {
    try openList(.leftParenthesis)
    want(.toManyPath)
    let elements = try argument()
    _ = try closeList(or: .operatorOr([Keyword.where.rawValue, Symbol.rightParenthesis.rawValue]))
    return elements
  }

  mutating func specialMember(of operand: ExpressionSyntax?) throws(SyntaxError) -> ExpressionSyntax
  {
    let at = try expect(Symbol.at)
    let start = operand?.span ?? at.span
    let keyword = peek().keyword
    switch keyword {
    case .id:
      advance()
      return try node(.identity(of: operand), span(from: start))
    case .inverse:
      advance()
      return try backlink(of: operand, from: start)
    case .count, .sum, .avg, .min, .max:
      guard let operand else { throw mismatch(.tokens(Self.pathlessMembers)) }
      return try aggregateMember(of: operand)
    default:
      let words = Keyword.all(in: .afterAt).map(\.rawValue)
      throw mismatch(.tokens(operand == nil ? Self.pathlessMembers : words))
    }
  }

  private static let pathlessMembers = [Keyword.id.rawValue, Keyword.inverse.rawValue]

  mutating func backlink(
    of operand: ExpressionSyntax?,
    from start: SourceSpan
  ) throws(SyntaxError) -> ExpressionSyntax {
    try openList(.leftParenthesis)
    let entity = try name(.entity)
    try expect(.dot)
    let relationship = try dottedName(.relationship)
    _ = try closeList(or: .tokens([Symbol.rightParenthesis.rawValue]))
    return try node(
      .backlink(of: operand, entity: entity, relationship: relationship),
      span(from: start)
    )
  }

  /// Reads NSPredicate's `expenses.@sum.amount` as `sum(expenses.amount)`.
  mutating func aggregateMember(of operand: ExpressionSyntax) throws(SyntaxError)
    -> ExpressionSyntax
  {
    let word = written(advance())
    var operand = operand
    while isNext(.dot), peek(1).symbol != .at {
      advance()
      operand = try node(.member(operand, try dottedName(.attribute)), span(from: operand.span))
    }
    let function = NameSyntax(word.text.lowercased(), span: word.span)
    return try node(.call(function, [CallArgument(operand)]), span(from: operand.span))
  }
}
