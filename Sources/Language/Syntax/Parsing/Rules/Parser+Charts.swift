import Diagnostics

extension Parser {
  mutating func chartClause() throws(SyntaxError) -> ChartClause {
    let span = peek().span
    var chart = ChartClause(try chartKind(), span: span)
    if !isAtPast(), isAtChartColumn() {
      chart.columns.append(try chartColumn())
      while nextElement() { chart.columns.append(try chartColumn()) }
    }
    if nextIf(.bins) {
      want(.count)
      chart.bins = try expression()
    }
    if isNext(.to), !isAtExportedPath() {
      advance()
      chart.path = try filePath()
    }
    return chart
  }

  mutating func chartKind() throws(SyntaxError) -> ChartKind { try choice(ChartKind.self) }

  mutating func chartColumn() throws(SyntaxError) -> ExpressionSyntax {
    let first = try name(.column)
    var column = try node(.name(first), first.span)
    while nextIf(.dot) {
      let member = try dottedName(.attribute)
      column = try node(.member(column, member), first.span.joined(with: member.span))
    }
    return column
  }

  /// Whether a column comes next; a word that could continue the clause is one only if it does not.
  private mutating func isAtChartColumn() -> Bool {
    guard let token = peekIfContinuing() else { return false }
    if case .quotedName = token.kind { return true }
    guard token.isPlainName, !isAtEmptyTest() else { return false }
    guard let keyword = token.keyword, keyword.endsChartKind else { return true }
    let next = peek(1)
    if next.symbol == .comma { return true }
    let isLast = next.kind == .end || next.symbol == .semicolon || next.symbol == .rightParenthesis
    guard keyword != .distinct else { return false }
    return isLast || endsStatement(before: next) || isChartOption(next, before: peek(2))
  }

  /// Whether `bins 5` or `to "chart.svg"` starts with `token`.
  private func isChartOption(_ token: Token, before next: Token) -> Bool {
    switch (token.keyword, next.kind) {
    case (.to, .string), (.bins, .integer), (.bins, .parameter): true
    default: false
    }
  }

  /// Whether the next `to` belongs to an enclosing `export` without brackets.
  private mutating func isAtExportedPath() -> Bool {
    let brackets = open.lastIndex { $0.bracket != nil } ?? -1
    guard let export = open.lastIndex(where: { $0.keyword == .export }), export > brackets else {
      return false
    }
    let after = peek(2).keyword
    return after != .to && !(after?.roles.contains(.clause) ?? false)
  }
}

extension Keyword {
  /// Whether it can follow the kind of a chart as a keyword instead of a column name.
  var endsChartKind: Bool {
    roles.contains(.clause) || [.bins, .to, .since, .set].contains(self)
  }
}

extension ChartClause {
  /// The signs and words that can still follow.
  var missingWords: [String] {
    if path != nil { return [] }
    let comma = columns.isEmpty || bins != nil ? [] : [Symbol.comma.rawValue]
    let bins = kind == .histogram && bins == nil ? [Keyword.bins.rawValue] : []
    return comma + bins + [Keyword.to.rawValue]
  }
}
