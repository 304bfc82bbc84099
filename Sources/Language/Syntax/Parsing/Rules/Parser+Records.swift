import Diagnostics

extension Parser {
  mutating func insertStatement() throws(SyntaxError) -> InsertStatement {
    push(try expect(.insert))
    let entity = try entityName()
    let records = try insertedRecords()
    pop()
    return InsertStatement(entity: entity, records: records)
  }

  mutating func insertedRecords() throws(SyntaxError) -> [RecordSyntax] {
    switch peek().kind {
    case .symbol(.leftBrace): return [try record()]
    case .symbol(.leftBracket): return try records().elements
    case .word, .quotedName: return [try fields()]
    default: throw mismatch(.record)
    }
  }

  mutating func fields() throws(SyntaxError) -> RecordSyntax {
    let start = peek().span
    var fields = [try field()]
    while nextIf(.comma) { fields.append(try field()) }
    return RecordSyntax(fields: fields, span: span(from: start))
  }

  mutating func record() throws(SyntaxError) -> RecordSyntax {
    var fields: [RecordField] = []
    try openList(.leftBrace)
    while isAtElement(after: fields.count) { fields.append(try field()) }
    return RecordSyntax(fields: fields, span: try closeList())
  }

  mutating func records() throws(SyntaxError) -> (elements: [RecordSyntax], span: SourceSpan) {
    var records: [RecordSyntax] = []
    try openList(.leftBracket)
    while isAtElement(after: records.count) { records.append(try record()) }
    return (records, try closeList())
  }

  mutating func field() throws(SyntaxError) -> RecordField {
    let name = try memberName(.field)
    try expect(.colon)
    return RecordField(name: name, value: try fieldValue())
  }

  mutating func fieldValue() throws(SyntaxError) -> FieldValue {
    if peek().symbol == .leftBrace { return .record(try record()) }
    if peek().symbol == .leftBracket, peek(1).symbol == .leftBrace {
      let records = try records()
      return .records(records.elements, records.span)
    }
    return .expression(try expression())
  }
}
