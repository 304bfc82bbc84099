extension SyntaxWriter {
  mutating func statement(_ kind: Statement.Kind) {
    switch kind {
    case .enumeration(let declaration): enumeration(declaration)
    case .structure(let declaration): structure(declaration)
    case .model(let declaration): model(declaration)
    case .extend(let statement): extend(statement)
    case .relate(let statement): relate(statement)
    case .saveQuery(let statement): saveQuery(statement)
    case .perform(let statement): perform(statement)
    case .expect(let statement): expect(statement)
    case .explain(let statement, let run): explain(statement, run: run != nil)
    case .trace(let query): trace(query)
    case .watch(let statement): watch(statement)
    case .insert(let insert): self.insert(insert)
    case .update(let statement): update(statement)
    case .upsert(let statement): upsert(statement)
    case .delete(let statement): delete(statement)
    case .generate(let statement): generate(statement)
    case .preview(let statement): preview(statement)
    case .transaction(let command): write(command.rawValue)
    case .autosave(let isOn): autosave(isOn)
    case .history(let statement): history(statement)
    case .diff(let statement): diff(statement)
    case .restore(let statement): restore(statement)
    case .merge(let statement): merge(statement)
    case .apply(let statement): apply(statement)
    case .version(let declaration): version(declaration)
    case .migrate(let statement): migrate(statement)
    case .use(let store): use(store)
    case .copy(let statement): copy(statement)
    case .importFile(let statement): importFile(statement)
    case .export(let statement): export(statement)
    case .evaluate(let expression): evaluate(expression)
    case .count(let query): self.query(query, after: .count)
    case .fetch(let query): self.query(query, after: .fetch)
    }
  }

  private mutating func evaluate(_ expression: ExpressionSyntax) {
    write("= ")
    self.expression(expression)
  }

  mutating func query(_ query: QuerySyntax, after keyword: Keyword) {
    word(keyword)
    self.query(query)
  }

  private mutating func explain(_ statement: Statement, run: Bool) {
    word(.explain)
    if run { write("\(Keyword.run.rawValue) ") }
    self.statement(statement.kind)
  }

  private mutating func trace(_ query: QuerySyntax) {
    word(.trace)
    self.query(query, after: .fetch)
  }

  private mutating func watch(_ statement: WatchStatement) {
    word(.watch)
    if let duration = statement.duration {
      word(.for)
      expression(duration)
      write(" ")
    }
    query(statement.query, after: statement.isCount ? .count : .fetch)
  }

  private mutating func relate(_ statement: RelateStatement) {
    word(.relate)
    side(statement.source)
    spaced(Keyword.to.rawValue)
    side(statement.target)
    guard let inverse = statement.inverse else { return }
    spaced(Keyword.as.rawValue)
    name(inverse)
  }

  mutating func side(_ side: RelateStatement.Side) {
    name(side.entity)
    dotted(side.attribute)
  }

  private mutating func use(_ store: NameSyntax) {
    word(.use)
    name(store)
  }

  private mutating func copy(_ statement: CopyStatement) {
    word(.copy)
    if statement.models.isEmpty {
      write(.all)
    } else {
      list(statement.models) { $0.name($1) }
    }
    spaced(Keyword.from.rawValue)
    name(statement.store)
  }

  mutating func insert(_ insert: InsertStatement) {
    word(.insert)
    entityName(insert.entity)
    write(" ")
    insertedRecords(insert.records)
  }

  /// Writes a single record without braces, unless it is empty.
  mutating func insertedRecords(_ records: [RecordSyntax]) {
    guard records.count == 1, let record = records.first else { return self.records(records) }
    unbroken { writer in
      if record.fields.isEmpty { writer.record(record) } else { writer.fields(record.fields) }
    }
  }

  mutating func records(_ records: [RecordSyntax]) {
    guard breaksLines, !records.isEmpty else {
      write("[")
      list(records) { $0.record($1) }
      return write("]")
    }
    write("[")
    unbroken { writer in
      for (index, record) in records.enumerated() {
        writer.write(index > 0 ? ",\n  " : "\n  ")
        writer.record(record)
      }
    }
    write("\n]")
  }

  mutating func record(_ record: RecordSyntax) {
    guard !record.fields.isEmpty else { return write("{}") }
    write("{ ")
    fields(record.fields)
    write(" }")
  }

  private mutating func fields(_ fields: [RecordField]) {
    list(fields) { writer, field in
      writer.name(field.name)
      writer.write(": ")
      writer.fieldValue(field.value)
    }
  }

  mutating func fieldValue(_ value: FieldValue) {
    switch value {
    case .expression(let expression): self.expression(expression)
    case .record(let record): self.record(record)
    case .records(let records, _): self.records(records)
    }
  }
}
