import Diagnostics

extension Parser {
  mutating func moment() throws(SyntaxError) -> MomentSyntax {
    let start = peek().span
    if peek().keyword == .yesterday, peek(1).symbol != .leftParenthesis {
      advance()
      return MomentSyntax(.yesterday, span: start)
    }
    if isAtSaveNumber() {
      advance()
      return MomentSyntax(.save(try wholeNumber()), span: span(from: start))
    }
    want(.moment)
    let expression = try operation(OperatorTable.comparison + 1)
    if nextIf(.ago) { return MomentSyntax(.ago(expression), span: span(from: start)) }
    noteEndOfExpression()
    return MomentSyntax(.time(expression), span: span(from: start))
  }

  private mutating func isAtSaveNumber() -> Bool {
    guard peek().keyword == .save, case .integer = peek(1).kind else { return false }
    return true
  }

  mutating func diffStatement() throws(SyntaxError) -> DiffStatement {
    push(try expect(.diff))
    let selection = isAtDifference() ? nil : try query()
    let range = try difference(after: selection)
    pop()
    return DiffStatement(selection: selection, range: range)
  }

  mutating func difference(
    after selection: QuerySyntax?
  ) throws(SyntaxError) -> DiffStatement.Range {
    if nextIf(.since) { return .since(try moment()) }
    if nextIf(.between) {
      let start = try moment()
      try expect(Keyword.and)
      return .between(start, try moment())
    }
    let words: [Keyword] = [.since, .between, .with]
    try expect(.with, or: .tokens((selection == nil ? [] : ["where"]) + words.map(\.rawValue)))
    return .with(try name(.store))
  }

  /// Whether the words after a selection come next, not the name of a model.
  private mutating func isAtDifference() -> Bool {
    guard let keyword = peek().keyword, [.since, .between, .with].contains(keyword) else {
      return false
    }
    let next = peek(1)
    return next.kind != .end && next.symbol != .semicolon && !endsStatement(before: next)
  }

  mutating func restoreStatement() throws(SyntaxError) -> RestoreStatement {
    push(try expect(.restore))
    let (selection, all) = try changedRecords()
    pop()
    return RestoreStatement(selection: selection, all: all)
  }
}
