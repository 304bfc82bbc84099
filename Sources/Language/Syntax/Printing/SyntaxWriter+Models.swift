extension SyntaxWriter {
  mutating func model(_ declaration: ModelDeclaration) {
    heading(.model, declaration.name)
    if let parent = declaration.parent {
      write(": ")
      name(parent)
    }
    if let previous = declaration.oldName {
      spaced(Keyword.was.rawValue)
      name(previous)
    }
    documentation(declaration.documentation)
    members(declaration.members) { $0.member($1) }
  }

  mutating func extend(_ statement: ExtendStatement) {
    heading(.extend, statement.entity)
    members(statement.members) { $0.member($1) }
  }

  mutating func structure(_ declaration: StructureDeclaration) {
    heading(.struct, declaration.name)
    documentation(declaration.documentation)
    members(declaration.fields) { $0.property($1) }
  }

  mutating func enumeration(_ declaration: EnumerationDeclaration) {
    heading(.enum, declaration.name)
    documentation(declaration.documentation)
    guard !declaration.cases.isEmpty else { return write(" {}") }
    write(" { ")
    list(declaration.cases) { $0.caseName($1) }
    write(" }")
  }

  private mutating func heading(_ keyword: Keyword, _ name: NameSyntax) {
    word(keyword)
    entityName(name)
  }

  private mutating func documentation(_ text: String?) {
    guard let text else { return }
    write(" ")
    write(stringLiteral(text))
  }

  /// Members in braces, each on its own line.
  private mutating func members<Member>(
    _ members: [Member],
    _ write: (inout SyntaxWriter, Member) -> Void
  ) {
    guard !members.isEmpty else { return self.write(" {}") }
    self.write(" {\n")
    for member in members {
      self.write("  ")
      write(&self, member)
      self.write("\n")
    }
    self.write("}")
  }

  private mutating func member(_ member: ModelMember) {
    switch member {
    case .property(let property): self.property(property)
    case .computed(let name, let expression): computed(name, expression)
    case .display(let name, _): display(name)
    case .check(let declaration): check(declaration)
    case .uniqueKey(let names, let options, _): unique(names, options)
    case .index(let names, _): attributes(.index, names)
    }
  }

  private mutating func computed(_ name: NameSyntax, _ expression: ExpressionSyntax) {
    self.name(name)
    write(" = ")
    self.expression(expression)
  }

  private mutating func check(_ declaration: CheckDeclaration) {
    word(.check)
    expression(declaration.condition)
    guard let message = declaration.message else { return }
    spaced(Keyword.else.rawValue)
    write(stringLiteral(message))
  }

  private mutating func attributes(_ keyword: Keyword, _ names: [NameSyntax]) {
    word(keyword)
    attributeNames(names)
  }

  private mutating func unique(_ names: [NameSyntax], _ options: MatchOptions?) {
    write(Keyword.unique.rawValue + (options?.spelling ?? "") + " ")
    attributeNames(names)
  }

  private mutating func display(_ name: NameSyntax) {
    word(.display)
    self.name(name)
  }

  private mutating func property(_ property: PropertyDeclaration) {
    name(property.name)
    write(": ")
    type(property.type)
    if let bounds = property.bounds { self.bounds(bounds) }
    if property.unique != nil {
      write(" \(Keyword.unique.rawValue)\(property.uniqueOptions?.spelling ?? "")")
    }
    if let (rule, _) = property.deleteRule { write(" \(rule.rawValue)") }
    if let inverse = property.inverse {
      spaced(Keyword.inverse.rawValue)
      name(inverse)
    }
    if property.ordered != nil { write(" \(Keyword.ordered.rawValue)") }
    if let oldName = property.oldName {
      spaced(Keyword.was.rawValue)
      name(oldName)
    }
    if let value = property.defaultValue {
      write(" = ")
      expression(value)
    }
  }

  private mutating func bounds(_ bounds: BoundsSyntax) {
    let maximum = bounds.maximum.map(String.init) ?? ""
    write("(\(bounds.minimum)\(Symbol.closedRange.rawValue)\(maximum))")
  }

  /// `days: Int = 7`
  mutating func parameter(_ parameter: ParameterDeclaration) {
    name(parameter.name)
    write(": ")
    type(parameter.type)
    guard let value = parameter.defaultValue else { return }
    write(" = ")
    expression(value)
  }

  private mutating func type(_ type: TypeSyntax) {
    if type.isList { write(.leftBracket) }
    name(type.name)
    if type.isList { write(.rightBracket) }
    if type.isOptional { write(.question) }
  }
}
