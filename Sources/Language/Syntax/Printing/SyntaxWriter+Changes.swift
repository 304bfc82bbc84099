extension SyntaxWriter {
  mutating func update(_ statement: UpdateStatement) {
    selection(.update, all: statement.all != nil, statement.selection)
    beginClause(.set, then: " ")
    list(statement.assignments) { writer, assignment in
      writer.unbroken { $0.assignment(assignment) }
    }
  }

  mutating func delete(_ statement: DeleteStatement) {
    selection(.delete, all: statement.all != nil, statement.selection)
  }

  private mutating func selection(_ keyword: Keyword, all: Bool, _ selection: QuerySyntax) {
    word(keyword)
    if all { write("\(Keyword.all.rawValue) ") }
    query(selection)
  }

  private mutating func assignment(_ assignment: AssignmentSyntax) {
    path(assignment.path)
    spaced(assignment.operation.rawValue)
    fieldValue(assignment.value)
  }

  mutating func upsert(_ statement: UpsertStatement) {
    word(.upsert)
    entityName(statement.insert.entity)
    if !statement.key.isEmpty {
      spaced(Keyword.by.rawValue)
      attributeNames(statement.key)
    }
    write(" ")
    insertedRecords(statement.insert.records)
  }

  /// `(owner, name)`
  mutating func attributeNames(_ names: [NameSyntax]) {
    write(.leftParenthesis)
    list(names) { $0.name($1) }
    write(.rightParenthesis)
  }

  mutating func generate(_ statement: GenerateStatement) {
    write(.generate)
    write(" \(statement.count.value) ")
    entityName(statement.entity)
    if let seed = statement.seed { write(" \(Keyword.seed.rawValue) \(seed)") }
  }

  mutating func preview(_ statement: Statement) {
    word(.preview)
    self.statement(statement.kind)
  }

  mutating func autosave(_ isOn: Bool?) {
    write(.autosave)
    guard let isOn else { return }
    write(" ")
    write(isOn ? .on : .off)
  }

  mutating func history(_ statement: HistoryStatement) {
    write(.history)
    if let selection = statement.selection {
      write(" ")
      query(selection)
    }
    guard let since = statement.since else { return }
    spaced(Keyword.since.rawValue)
    moment(since)
  }

  mutating func diff(_ statement: DiffStatement) {
    write(.diff)
    if let selection = statement.selection {
      write(" ")
      query(selection)
    }
    switch statement.range {
    case .since(let start):
      spaced(Keyword.since.rawValue)
      moment(start)
    case .between(let start, let end):
      spaced(Keyword.between.rawValue)
      moment(start)
      spaced(Keyword.and.rawValue)
      moment(end)
    case .with(let store):
      spaced(Keyword.with.rawValue)
      name(store)
    }
  }

  mutating func restore(_ statement: RestoreStatement) {
    selection(.restore, all: statement.all != nil, statement.selection)
  }

  mutating func merge(_ statement: MergeStatement) {
    write(.merge)
    write(" ")
    name(statement.store)
    if let target = statement.target {
      spaced(Keyword.into.rawValue)
      name(target)
    }
    if statement.asking != nil { write(" \(Keyword.asking.rawValue)") }
    guard let policy = statement.policy else { return }
    spaced(Keyword.preferring.rawValue)
    write(policy)
  }

  mutating func moment(_ moment: MomentSyntax) {
    switch moment.kind {
    case .time(let time): expression(time, OperatorTable.comparison + 1)
    case .ago(let duration):
      expression(duration, OperatorTable.comparison + 1)
      write(" \(Keyword.ago.rawValue)")
    case .save(let number): write("\(Keyword.save.rawValue) \(number)")
    case .yesterday: write(.yesterday)
    }
  }
}
