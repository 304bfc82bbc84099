import Diagnostics

/// The members of a declaration, each ending at a line end or comma.
///
///     push(try expect(.model))
///     try openMembers()
///     while isAtMember() {
///       members.append(try member())
///       try memberEnd()
///     }
///     closeMembers()
extension Parser {
  /// Consumes the opening brace, which replaces the keyword as the open construct.
  mutating func openMembers() throws(SyntaxError) {
    let brace = try expect(.leftBrace)
    pop()
    push(brace, .endMember)
  }

  /// Whether another member follows.
  mutating func isAtMember() -> Bool { peek().symbol != .rightBrace }

  /// Consumes the closing brace.
  mutating func closeMembers() {
    advance()
    pop()
  }

  /// Consumes the description after a declaration's name, if there is one.
  mutating func nextString() -> String? {
    guard case .string(let text) = peek().kind else { return nil }
    advance()
    return text
  }
}
