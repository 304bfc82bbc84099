extension SyntaxWriter {
  mutating func version(_ declaration: VersionDeclaration) {
    write(.version)
    write(" \(declaration.number.value.text)")
    guard !declaration.members.isEmpty else { return write(" {}") }
    write(" {\n")
    for member in declaration.members {
      indented { $0.member(member) }
      write("\n")
    }
    write("}")
  }

  mutating func migrate(_ statement: MigrateStatement) {
    write(.migrate)
    write(" \(statement.number.value.text)")
    guard statement.allowsLoss != nil else { return }
    write(" ")
    allowLoss()
  }

  mutating func member(_ member: VersionMember) {
    switch member {
    case .enumeration(let declaration): enumeration(declaration)
    case .structure(let declaration): structure(declaration)
    case .model(let declaration): model(declaration)
    case .rename(let step): rename([step.entity, step.old], to: step.new)
    case .renameModel(let step): rename([step.old], to: step.new)
    case .set(let step): set(step)
    case .delete(let statement): unbroken { $0.delete(statement) }
    case .allowLoss: allowLoss()
    }
  }

  private mutating func rename(_ old: [NameSyntax], to new: NameSyntax) {
    word(.rename)
    path(old)
    spaced(Keyword.to.rawValue)
    name(new)
  }

  private mutating func set(_ step: SetStep) {
    word(.set)
    path([step.entity] + step.path)
    spaced(Symbol.assign.rawValue)
    expression(step.value)
  }

  /// `Expense.address.city`
  mutating func path(_ names: [NameSyntax]) {
    for (place, part) in names.enumerated() {
      if place > 0 { dotted(part) } else { name(part) }
    }
  }

  private mutating func allowLoss() {
    word(.allow)
    write(.loss)
  }
}
