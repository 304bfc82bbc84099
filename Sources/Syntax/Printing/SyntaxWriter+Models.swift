extension SyntaxWriter {
  mutating func model(_ declaration: ModelDeclaration) {
    write(.model)
    write(" ")
    entityName(declaration.name)
    if let documentation = declaration.documentation {
      write(" ")
      write(QuotedText.quoted(documentation, by: "\""))
    }
    guard !declaration.members.isEmpty else { return write(" {}") }
    write(" {\n")
    for member in declaration.members {
      write("  ")
      self.member(member)
      write("\n")
    }
    write("}")
  }

  private mutating func member(_ member: ModelMember) {
    switch member {
    case .property(let property): self.property(property)
    case .computed(let name, let expression): computed(name, expression)
    case .display(let name, _): display(name)
    }
  }

  private mutating func computed(_ name: NameSyntax, _ expression: ExpressionSyntax) {
    self.name(name)
    write(" = ")
    self.expression(expression)
  }

  private mutating func display(_ name: NameSyntax) {
    write(.display)
    write(" ")
    self.name(name)
  }

  private mutating func property(_ property: PropertyDeclaration) {
    name(property.name)
    write(": ")
    type(property.type)
    if property.unique != nil { write(" \(Keyword.unique.rawValue)") }
    if let (rule, _) = property.deleteRule { write(" \(rule.rawValue)") }
    if let inverse = property.inverse {
      spaced(Keyword.inverse.rawValue)
      name(inverse)
    }
    if property.ordered != nil { write(" \(Keyword.ordered.rawValue)") }
    if let value = property.defaultValue {
      write(" = ")
      expression(value)
    }
  }

  private mutating func type(_ type: TypeSyntax) {
    if type.isList { write(.leftBracket) }
    name(type.name)
    if type.isList { write(.rightBracket) }
    if type.isOptional { write(.question) }
  }
}
