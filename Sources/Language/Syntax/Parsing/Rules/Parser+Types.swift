import Diagnostics

extension Parser {
  mutating func enumDeclaration() throws(SyntaxError) -> EnumerationDeclaration {
    push(try expect(.enum))
    let name = try entityName(.newType)
    let documentation = nextString()
    try openMembers()
    var cases: [NameSyntax] = []
    while isAtMember() {
      cases.append(try caseName())
      try memberEnd()
    }
    closeMembers()
    return EnumerationDeclaration(name: name, documentation: documentation, cases: cases)
  }

  mutating func structDeclaration() throws(SyntaxError) -> StructureDeclaration {
    push(try expect(.struct))
    let name = try entityName(.newType)
    let documentation = nextString()
    try openMembers()
    var fields: [PropertyDeclaration] = []
    while isAtMember() {
      fields.append(try property())
      try memberEnd()
    }
    closeMembers()
    return StructureDeclaration(name: name, documentation: documentation, fields: fields)
  }

  mutating func type() throws(SyntaxError) -> TypeSyntax {
    let start = peek().span
    let isList = peek().symbol == .leftBracket
    if isList { push(advance(), .areSpace) }
    let name = try name(.type)
    if isList {
      try expect(.rightBracket)
      pop()
    }
    let isOptional = nextIf(.question)
    return TypeSyntax(name: name, isList: isList, isOptional: isOptional, span: span(from: start))
  }

  mutating func memberEnd() throws(SyntaxError) {
    let token = peek()
    if token.symbol == .comma {
      advance()
    } else if token.symbol != .rightBrace, token.lineBreak == .none || token.kind == .end {
      throw mismatch(.endOfMember(isAfterExpression: isAfterExpression))
    }
  }
}
