import Diagnostics

extension Parser {
  mutating func name(_ role: NameRole) throws(SyntaxError) -> NameSyntax {
    let token = peek()
    switch token.kind {
    case .quotedName(let text):
      advance()
      return NameSyntax(text, span: token.span, isQuoted: true)
    case .word where token.isPlainName:
      advance()
      return NameSyntax(source.text(in: token.span), span: token.span)
    case .word:
      throw .reservedWord(written(token), role)
    default:
      throw mismatch(.name(role))
    }
  }

  /// The model of a statement; some words are keywords right after the statement's keyword.
  mutating func entityName(_ role: NameRole = .entity) throws(SyntaxError) -> NameSyntax {
    let token = peek()
    if let keyword = token.keyword, keyword.roles.contains(.afterStatement) {
      throw .reservedWord(written(token), role)
    }
    return try name(role)
  }

  /// The case of an enum, which may be a reserved word.
  mutating func caseName() throws(SyntaxError) -> NameSyntax {
    guard case .word = peek().kind else { return try name(.enumCase) }
    let token = advance()
    return NameSyntax(source.text(in: token.span), span: token.span)
  }

  /// A name after a dot, which may be any word on the same line.
  mutating func dottedName(_ role: NameRole) throws(SyntaxError) -> NameSyntax {
    guard case .word = peek().kind, peek().lineBreak == .none else { return try name(role) }
    let token = advance()
    return NameSyntax(source.text(in: token.span), span: token.span)
  }

  /// A name before `:` or `=`, which may be any word.
  mutating func memberName(_ role: NameRole) throws(SyntaxError) -> NameSyntax {
    guard case .word = peek().kind, peek(1).symbol == .colon || peek(1).symbol == .assign else {
      return try name(role)
    }
    let token = advance()
    return NameSyntax(source.text(in: token.span), span: token.span)
  }
}
