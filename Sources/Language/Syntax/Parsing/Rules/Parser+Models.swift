import Diagnostics

extension Parser {
  mutating func modelDeclaration() throws(SyntaxError) -> ModelDeclaration {
    push(try expect(.model))
    let name = try entityName(.newModel)
    let parent = nextIf(.colon) ? try self.name(.entity) : nil
    let oldName = nextIf(.was) ? try self.name(.entity) : nil
    let documentation = nextString()
    return ModelDeclaration(
      name: name,
      parent: parent,
      oldName: oldName,
      documentation: documentation,
      members: try modelMembers()
    )
  }

  mutating func extendStatement() throws(SyntaxError) -> ExtendStatement {
    push(try expect(.extend))
    let entity = try entityName()
    return ExtendStatement(entity: entity, members: try modelMembers())
  }

  mutating func modelMembers() throws(SyntaxError) -> [ModelMember] {
    try openMembers()
    var members: [ModelMember] = []
    while isAtMember() {
      members.append(try modelMember())
      try memberEnd()
    }
    closeMembers()
    return members
  }

  mutating func modelMember() throws(SyntaxError) -> ModelMember {
    switch peek(1).symbol {
    case .colon: return .property(try property())
    case .assign: return try computedAttribute()
    default: break
    }
    switch peek().keyword {
    case .display: return try displayMember()
    case .check: return try checkMember()
    case .unique where [.leftParenthesis, .leftBracket].contains(peek(1).symbol):
      return try uniqueMember()
    case .index where peek(1).symbol == .leftParenthesis: return try indexMember()
    default: break
    }
    guard case .word = peek().kind else { throw mismatch(.member) }
    let name = try name(.attribute)
    throw mismatch(.memberKind(word: name.text))
  }

  mutating func displayMember() throws(SyntaxError) -> ModelMember {
    let keyword = try expect(.display)
    return .display(try name(.attribute), span(from: keyword.span))
  }

  mutating func checkMember() throws(SyntaxError) -> ModelMember {
    let keyword = try expect(.check)
    want(.condition)
    let condition = try expression()
    var message: String?
    if nextIf(.else) {
      guard let text = nextString() else { throw mismatch(.message) }
      message = text
    }
    return .check(
      CheckDeclaration(condition: condition, message: message, span: span(from: keyword.span))
    )
  }

  mutating func uniqueMember() throws(SyntaxError) -> ModelMember {
    let keyword = try expect(.unique)
    let options = try uniqueOptions()
    let names =
      options == nil || isNext(.leftParenthesis)
      ? try attributeNames() : [try name(.attribute)]
    return .uniqueKey(names, options, span(from: keyword.span))
  }

  /// `[c]`, `[d]` or `[cd]` after `unique`.
  private mutating func uniqueOptions() throws(SyntaxError) -> MatchOptions? {
    guard isNext(.leftBracket) else { return nil }
    guard let options = matchOptions() else {
      advance()
      throw mismatch(.tokens(["c", "d", "cd"]))
    }
    return options
  }

  mutating func indexMember() throws(SyntaxError) -> ModelMember {
    let keyword = try expect(.index)
    return .index(try attributeNames(), span(from: keyword.span))
  }

  mutating func computedAttribute() throws(SyntaxError) -> ModelMember {
    let name = try memberName(.attribute)
    try expect(.assign)
    return .computed(name, try expression())
  }

  mutating func property() throws(SyntaxError) -> PropertyDeclaration {
    let name = try memberName(.attribute)
    try expect(.colon)
    var property = PropertyDeclaration(name: name, type: try type())
    if isNext(.leftParenthesis) { property.bounds = try relationshipBounds() }
    while try propertyModifier(of: &property) {}
    return property
  }

  /// Parses one modifier; false if none follows.
  mutating func propertyModifier(
    of property: inout PropertyDeclaration
  ) throws(SyntaxError) -> Bool {
    guard let token = peekIfContinuing() else { return false }
    if token.symbol == .assign {
      try defaultValue(of: &property)
      return true
    }
    switch token.keyword {
    case .unique:
      property.unique = flag(replacing: property.unique)
      property.uniqueOptions = try uniqueOptions()
    case .ordered: property.ordered = flag(replacing: property.ordered)
    case .inverse: try inverse(of: &property)
    case .was: try oldName(of: &property)
    case .nullify, .cascade, .deny, .no: try deleteRule(of: &property)
    default: return false
    }
    return true
  }

  private mutating func flag(replacing earlier: SourceSpan?) -> SourceSpan {
    let token = advance()
    reportRepetition(of: token, first: earlier)
    return token.span
  }

  mutating func defaultValue(of property: inout PropertyDeclaration) throws(SyntaxError) {
    let token = try expect(.assign)
    reportRepetition(of: token, first: property.defaultValue?.span)
    property.defaultValue = try expression()
  }

  mutating func inverse(of property: inout PropertyDeclaration) throws(SyntaxError) {
    let token = try expect(.inverse)
    reportRepetition(of: token, first: property.inverse?.span)
    property.inverse = try name(.inverse)
  }

  mutating func oldName(of property: inout PropertyDeclaration) throws(SyntaxError) {
    let token = try expect(.was)
    reportRepetition(of: token, first: property.oldName?.span)
    property.oldName = try memberName(.attribute)
  }

  /// `(1...10)`, `(1...)`
  mutating func relationshipBounds() throws(SyntaxError) -> BoundsSyntax {
    try openList(.leftParenthesis)
    let minimum = try wholeNumber()
    try expect(.closedRange)
    let maximum = peek().symbol == .rightParenthesis ? nil : try wholeNumber()
    return BoundsSyntax(
      minimum: Int(clamping: minimum),
      maximum: maximum.map { Int(clamping: $0) },
      span: try closeList(or: .tokens([Symbol.rightParenthesis.rawValue]))
    )
  }

  mutating func deleteRule(of property: inout PropertyDeclaration) throws(SyntaxError) {
    let token = advance()
    reportRepetition(of: token, first: property.deleteRule?.1)
    if token.keyword == .no { try expect(.action) }
    let span = span(from: token.span)
    let rules = DeleteRuleSyntax.allCases
    let rule = rules.first { $0.rawValue == token.keyword?.rawValue } ?? .noAction
    property.deleteRule = (rule, span)
  }

  private mutating func reportRepetition(of token: Token, first: SourceSpan?) {
    guard let first else { return }
    report(.repeated(word: written(token).text, first: first, second: token.span))
  }
}
