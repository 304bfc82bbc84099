import Diagnostics

/// The members of a declaration: each ends with its line or at a comma.
///
///     push(try expect(.model))
///     try openMembers()
///     while isAtMember() {
///       members.append(try member())
///       try memberEnd()
///     }
///     closeMembers()
extension Parser {
  /// Takes the opening brace, which is open in the place of the declaration's keyword.
  mutating func openMembers() throws(SyntaxError) {
    let brace = try expect(.leftBrace)
    pop()
    push(brace, .endMember)
  }

  /// Whether another member follows.
  mutating func isAtMember() -> Bool { peek().symbol != .rightBrace }

  /// Takes the closing brace, which comes next.
  mutating func closeMembers() {
    advance()
    pop()
  }

  /// Takes the text behind a declaration's name, if there is one.
  mutating func nextString() -> String? {
    guard case .string(let text) = peek().kind else { return nil }
    advance()
    return text
  }
}
