extension SyntaxWriter {
  mutating func saveQuery(_ statement: LetStatement) {
    word(.let)
    savedName(statement.entity, statement.name)
    if !statement.parameters.isEmpty {
      write(.leftParenthesis)
      list(statement.parameters) { $0.parameter($1) }
      write(.rightParenthesis)
    }
    spaced(Symbol.assign.rawValue)
    switch statement.body {
    case .query(let query): self.query(query, after: .fetch)
    case .changes(let changes): self.changes(changes)
    }
  }

  private mutating func savedName(_ entity: NameSyntax?, _ name: NameSyntax) {
    guard let entity else { return self.name(name) }
    self.name(entity)
    dotted(name)
  }

  private mutating func changes(_ changes: [Statement]) {
    guard changes.count != 1 else { return statement(changes[0].kind) }
    write("{\n")
    for change in changes {
      indented { $0.statement(change.kind) }
      write("\n")
    }
    write("}")
  }

  mutating func perform(_ statement: DoStatement) {
    word(.do)
    savedName(statement.entity, statement.name)
    guard !statement.arguments.isEmpty else { return }
    write(.leftParenthesis)
    list(statement.arguments) { writer, argument in
      if let name = argument.name {
        writer.name(name)
        writer.write(": ")
      }
      writer.expression(argument.value)
    }
    write(.rightParenthesis)
  }

  mutating func expect(_ statement: ExpectStatement) {
    word(.expect)
    switch statement.condition {
    case .holds(let expression): holds(expression)
    case .isEmpty(let query, let isNegated):
      fetch(query)
      write(isNegated ? " is not empty" : " is empty")
    case .rows(let query, let expected, let isNegated):
      expectedQuery(query)
      spaced((isNegated ? Symbol.notEqual : .equal).rawValue)
      expectedRows(expected)
    case .fails(let message, let inner):
      word(.error)
      if let message { write(LiteralSyntax.string(message).canonicalText + " ") }
      self.statement(inner.kind)
    }
  }

  private mutating func holds(_ expression: ExpressionSyntax) {
    let comparesRows = expression.comparesRows
    if comparesRows { write(.leftParenthesis) }
    expectationStart = output.utf8.count
    self.expression(expression)
    if comparesRows { write(.rightParenthesis) }
  }

  /// A query that starts or ends an expression, where some names would turn `fetch` into a name.
  private mutating func fetch(_ query: QuerySyntax) {
    word(Keyword.fetch)
    unbroken { $0.query(query, isSource: true) }
  }

  private mutating func expectedQuery(_ query: QuerySyntax) {
    write(.leftParenthesis)
    fetch(query)
    write(.rightParenthesis)
  }

  private mutating func expectedRows(_ rows: ExpectedRows) {
    switch rows {
    case .records(let records, _): self.records(records)
    case .values(let values, _):
      write(.leftBracket)
      list(values) { $0.expression($1) }
      write(.rightBracket)
    case .query(let query, _): expectedQuery(query)
    }
  }
}

extension ExpressionSyntax {
  /// Whether `expect` reads it as a test of rows, and not of values.
  fileprivate var comparesRows: Bool {
    switch unwrapped.kind {
    case .binary(let use, let left, let right):
      [.equal, .notEqual].contains(use.operator) && left.isFetch && (right.isFetch || right.isList)
    case .typeTest(let operand, let entity, _):
      operand.isFetch && Keyword(spelling: entity.text) == .empty
    default: false
    }
  }

  private var isFetch: Bool {
    if case .queryValue(_, isCount: false) = unwrapped.kind { true } else { false }
  }

  private var isList: Bool { if case .list = unwrapped.kind { true } else { false } }
}
