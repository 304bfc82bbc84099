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
  mutating func closeList() throws(SyntaxError) -> SourceSpan {
    if let closing { try expect(closing, or: separator(or: closing)) }
    ascend()
    return span(from: pop().span)
  }

  /// What closes the bracket that was opened last.
  private var closing: Symbol? { open.last?.bracket?.closing }

  /// What may follow an element.
  private func separator(or closing: Symbol) -> Expectation {
    let tokens = [Symbol.comma.rawValue, closing.rawValue]
    return isAfterExpression ? .operatorOr(tokens) : .tokens(tokens)
  }
}
