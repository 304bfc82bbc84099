import Diagnostics

extension Parser {
  /// Whether `token` can continue the current construct, given the line break before it.
  mutating func continues(_ token: Token) -> Bool {
    guard token.lineBreak != .none else { return true }
    switch open.last?.lineEnds ?? .mayEndStatement {
    case .areSpace: return true
    case .endMember: return false
    case .mayEndStatement: return !endsStatement(before: token)
    }
  }

  /// Whether a complete statement ends before `token`: after a blank line, or before a line that
  /// starts a statement or a dot-command.
  func endsStatement(before token: Token) -> Bool {
    switch token.lineBreak {
    case .none: false
    case .blankLine: true
    case .line: beginsStatement(token) || isDotCommand(token)
    }
  }

  /// Whether the statement can end here.
  mutating func isAtStatementEnd() -> Bool {
    let token = peek()
    return token.kind == .end || token.symbol == .semicolon || endsStatement(before: token)
  }

  /// Whether `token` is the `.` of a dot-command, if it starts a statement.
  func isDotCommand(_ token: Token) -> Bool {
    guard token.symbol == .dot, token.span.upperBound < source.bytes.count else { return false }
    return WordBytes.isLetter(source.bytes[token.span.upperBound])
  }

  private func beginsStatement(_ token: Token) -> Bool {
    token.symbol == .assign || token.keyword?.roles.contains(.statement) ?? false
  }

  /// Skips the rest of an invalid statement.
  ///
  /// In brackets a blank line does not end the statement. A line that starts like a statement
  /// always does, or a missing bracket would swallow the rest of the script.
  mutating func resynchronize(from start: Int) {
    var brackets = open.reduce(0) { $0 + ($1.bracket == nil ? 0 : 1) }
    while true {
      let token = peek()
      if token.kind == .end { return }
      let isFirst = token.span.lowerBound <= start
      if !isFirst, beginsNextStatement(token, insideBrackets: brackets > 0) { return }
      brackets = max(0, brackets + bracketStep(of: token))
      step(over: token)
      if token.symbol == .semicolon { return skipClosingBrackets(atMost: brackets) }
    }
  }

  private mutating func beginsNextStatement(_ token: Token, insideBrackets: Bool) -> Bool {
    guard token.lineBreak != .none else { return false }
    if isDotCommand(token) || token.lineBreak == .blankLine && !insideBrackets { return true }
    guard beginsStatement(token) else { return false }
    if !insideBrackets { return true }
    // In brackets a line may start with an attribute named `count`.
    switch peek(1).kind {
    case .word, .quotedName, .string: return true
    default: return false
    }
  }

  /// Skips the closing brackets after a `;` in brackets.
  private mutating func skipClosingBrackets(atMost count: Int) {
    for _ in 0..<count where peek().symbol?.isClosing ?? false { advance() }
  }

  private func bracketStep(of token: Token) -> Int {
    guard let symbol = token.symbol else { return 0 }
    return symbol.closing != nil ? 1 : symbol.isClosing ? -1 : 0
  }

  /// Skips only the first line of an unclosed string.
  private mutating func step(over token: Token) {
    advance()
    guard case .invalid(.unclosedString) = token.kind else { return }
    let rest = source.bytes[token.span.lowerBound...]
    rescan(from: rest.firstIndex(of: UInt8(ascii: "\n")) ?? source.bytes.count)
  }
}
