import Diagnostics

extension Parser {
  /// Reads elements with commas between them from `opening` to its closing bracket; a comma may
  /// follow the last one.
  mutating func list<Element>(
    from opening: Symbol,
    _ element: (inout Parser) throws(SyntaxError) -> Element
  ) throws(SyntaxError) -> (elements: [Element], span: SourceSpan) {
    let start = try expect(opening)
    guard let closing = opening.closing else { throw mismatch(.tokens([opening.rawValue])) }
    push(start, .areSpace)
    var elements: [Element] = []
    while peek().symbol != closing {
      elements.append(try element(&self))
      if nextIf(.comma) == nil { break }
    }
    try expect(closing, or: separator(or: closing))
    pop()
    return (elements, span(from: start.span))
  }

  /// What may follow an element.
  private func separator(or closing: Symbol) -> Expectation {
    let tokens = [Symbol.comma.rawValue, closing.rawValue]
    return isAfterExpression ? .operatorOr(tokens) : .tokens(tokens)
  }
}
