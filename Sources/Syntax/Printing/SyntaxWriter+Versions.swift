extension SyntaxWriter {
  mutating func version(_ declaration: VersionDeclaration) {
    write(.version)
    write(" \(declaration.number.value)")
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
    write(" \(statement.number.value)")
    guard statement.allowsLoss != nil else { return }
    write(" ")
    allowLoss()
  }

  private mutating func member(_ member: VersionMember) {
    switch member {
    case .enumeration(let declaration): enumeration(declaration)
    case .structure(let declaration): structure(declaration)
    case .model(let declaration): model(declaration)
    case .rename(let step): rename(step)
    case .renameModel(let step): renameModel(step)
    case .set(let step): set(step)
    case .allowLoss: allowLoss()
    }
  }

  private mutating func rename(_ step: RenameStep) {
    write(.rename)
    write(" ")
    name(step.entity)
    write(.dot)
    name(step.old)
    spaced(Keyword.to.rawValue)
    name(step.new)
  }

  private mutating func renameModel(_ step: RenameModelStep) {
    write(.rename)
    write(" ")
    name(step.old)
    spaced(Keyword.to.rawValue)
    name(step.new)
  }

  private mutating func set(_ step: SetStep) {
    write(.set)
    write(" ")
    name(step.entity)
    for part in step.path {
      write(.dot)
      name(part)
    }
    spaced(Symbol.assign.rawValue)
    expression(step.value)
  }

  private mutating func allowLoss() {
    write(.allow)
    write(" ")
    write(.loss)
  }
}
