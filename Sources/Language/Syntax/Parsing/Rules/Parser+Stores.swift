import Diagnostics

extension Parser {
  mutating func useStatement() throws(SyntaxError) -> NameSyntax {
    push(try expect(.use))
    let name = try name(.store)
    pop()
    return name
  }

  mutating func copyStatement() throws(SyntaxError) -> CopyStatement {
    push(try expect(.copy))
    var models: [NameSyntax] = []
    if peek().keyword == .all {
      advance()
    } else {
      models.append(try name(.entity))
      while nextIf(.comma) { models.append(try name(.entity)) }
    }
    let signs = models.isEmpty ? [] : [Symbol.comma.rawValue]
    try expect(.from, or: .tokens(signs + [Keyword.from.rawValue]))
    let store = try name(.store)
    pop()
    return CopyStatement(models: models, store: store)
  }
}
