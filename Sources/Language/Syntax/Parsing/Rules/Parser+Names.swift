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

  /// The model that a statement is about; right after its keyword some words are no names.
  mutating func entityName(_ role: NameRole = .entity) throws(SyntaxError) -> NameSyntax {
    let token = peek()
    if let keyword = token.keyword, keyword.roles.contains(.afterStatement) {
      throw .reservedWord(written(token), role)
    }
    return try name(role)
  }

  /// A case of an enum: its place says that it is none of the reserved words.
  mutating func caseName() throws(SyntaxError) -> NameSyntax {
    guard case .word = peek().kind else { return try name(.enumCase) }
    let token = advance()
    return NameSyntax(source.text(in: token.span), span: token.span)
  }

  /// A name behind a dot, which may be any word of the same line.
  mutating func dottedName(_ role: NameRole) throws(SyntaxError) -> NameSyntax {
    guard case .word = peek().kind, peek().lineBreak == .none else { return try name(role) }
    let token = advance()
    return NameSyntax(source.text(in: token.span), span: token.span)
  }

  /// A name that is told by the `:` or `=` behind it, and so may be any word.
  mutating func memberName(_ role: NameRole) throws(SyntaxError) -> NameSyntax {
    guard case .word = peek().kind, peek(1).symbol == .colon || peek(1).symbol == .assign else {
      return try name(role)
    }
    let token = advance()
    return NameSyntax(source.text(in: token.span), span: token.span)
  }
}
