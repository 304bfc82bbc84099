import Diagnostics

extension Parser {
  mutating func letStatement() throws(SyntaxError) -> LetStatement {
    push(try expect(.let))
    let (entity, name) = try savedName(.newQuery)
    let parameters = isNext(.leftParenthesis) ? try parameterDeclarations() : []
    try expect(.assign, or: .tokens((parameters.isEmpty ? ["("] : []) + ["="]))
    let body = try savedBody()
    pop()
    return LetStatement(entity: entity, name: name, parameters: parameters, body: body)
  }

  /// `recent`, `Budget.overspent`
  mutating func savedName(
    _ role: NameRole
  ) throws(SyntaxError) -> (entity: NameSyntax?, name: NameSyntax) {
    let name = try self.name(role)
    guard nextIf(.dot) else { return (nil, name) }
    return (name, try dottedName(role))
  }

  mutating func savedBody() throws(SyntaxError) -> SavedBody {
    switch peek().keyword {
    case .fetch: return .query(try fetchStatement())
    case .insert, .update, .upsert, .delete: return .changes([try changeStatement()])
    default:
      guard peek().symbol == .leftBrace else { throw mismatch(.savedBody) }
      return .changes(try changeBlock())
    }
  }

  mutating func changeStatement() throws(SyntaxError) -> Statement {
    let start = peek().span
    let kind: Statement.Kind =
      switch peek().keyword {
      case .insert: .insert(try insertStatement())
      case .update: .update(try updateStatement())
      case .upsert: .upsert(try upsertStatement())
      case .delete: .delete(try deleteStatement())
      default: throw mismatch(.change)
      }
    return Statement(kind, span: span(from: start))
  }

  /// Changes in braces, each ending at a `;` or before the next one.
  mutating func changeBlock() throws(SyntaxError) -> [Statement] {
    try descend()
    push(try expect(.leftBrace), .mayEndStatement)
    var changes = [try changeStatement()]
    while peek().symbol != .rightBrace {
      let hasEnd = peek().symbol == .semicolon
      while peek().symbol == .semicolon { advance() }
      if peek().symbol == .rightBrace { break }
      guard hasEnd || peek().lineBreak != .none else {
        throw mismatch(.endOfChange(isAfterExpression: isAfterExpression))
      }
      changes.append(try changeStatement())
    }
    advance()
    pop()
    ascend()
    return changes
  }

  mutating func parameterDeclarations() throws(SyntaxError) -> [ParameterDeclaration] {
    var parameters: [ParameterDeclaration] = []
    try openList(.leftParenthesis)
    while isAtElement(after: parameters.count) { parameters.append(try parameterDeclaration()) }
    _ = try closeList()
    return parameters
  }

  mutating func parameterDeclaration() throws(SyntaxError) -> ParameterDeclaration {
    let name = try memberName(.parameter)
    try expect(.colon)
    let type = try type()
    let value = nextIf(.assign) ? try expression() : nil
    return ParameterDeclaration(name: name, type: type, defaultValue: value)
  }

  mutating func doStatement() throws(SyntaxError) -> DoStatement {
    push(try expect(.do))
    let start = peek().span
    let (entity, name) = try savedName(.savedChange)
    let arguments = isNext(.leftParenthesis) ? try changeArguments() : []
    pop()
    return DoStatement(entity: entity, name: name, arguments: arguments, span: span(from: start))
  }

  mutating func changeArguments() throws(SyntaxError) -> [(
    name: NameSyntax?, value: ExpressionSyntax
  )] {
    var arguments: [(name: NameSyntax?, value: ExpressionSyntax)] = []
    try openList(.leftParenthesis)
    while isAtElement(after: arguments.count) { arguments.append(try changeArgument()) }
    _ = try closeList()
    return arguments
  }

  mutating func changeArgument() throws(SyntaxError) -> (
    name: NameSyntax?, value: ExpressionSyntax
  ) {
    guard peek(1).symbol == .colon else { return (nil, try expression()) }
    let (name, value) = try queryArgument()
    return (name, value)
  }
}
