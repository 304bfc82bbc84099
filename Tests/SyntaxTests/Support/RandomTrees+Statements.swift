import Diagnostics

@testable import Syntax

/// Statements and declarations.
extension RandomTrees {
  mutating func statement(_ depth: Int) -> Statement {
    Statement(statementKind(depth), span: nowhere)
  }

  private mutating func statementKind(_ depth: Int) -> Statement.Kind {
    switch Int.random(in: 0..<19, using: &random) {
    case 6:
      .enumeration(
        EnumerationDeclaration(name: name(), documentation: nil, cases: many(0...3) { $0.name() })
      )
    case 7:
      .structure(
        StructureDeclaration(
          name: name(),
          documentation: chance(30) ? "a \"struct\"" : nil,
          fields: many(0...3) { $0.property(depth - 1) }
        )
      )
    case 8: .extend(ExtendStatement(entity: name(), members: many(0...3) { $0.member(depth - 1) }))
    case 9:
      .relate(RelateStatement(source: side(), target: side(), inverse: chance(50) ? name() : nil))
    case 10:
      .saveQuery(
        LetStatement(
          entity: chance(50) ? name() : nil,
          name: name(),
          parameters: many(0...2) { $0.parameter(depth - 1) },
          body: chance(70) ? .query(query(depth)) : .changes(many(1...3) { $0.change(depth - 1) })
        )
      )
    case 16: .expect(ExpectStatement(expected(depth - 1), span: nowhere))
    case 17:
      .perform(
        DoStatement(
          entity: chance(30) ? name() : nil,
          name: name(),
          arguments: many(0...2) {
            (name: $0.chance(50) ? $0.name() : nil, value: $0.expression(depth - 1))
          },
          span: nowhere
        )
      )
    case 11: .explain(statement(depth - 1), run: chance(50) ? nowhere : nil)
    case 12: .trace(query(depth))
    case 15:
      .watch(
        WatchStatement(
          duration: chance(50) ? expression(depth - 1) : nil,
          query: query(depth),
          isCount: chance(50)
        )
      )
    case 13: .use(name())
    case 14: .copy(CopyStatement(models: many(0...3) { $0.name() }, store: name()))
    case 0: .evaluate(expression(depth))
    case 1: .fetch(query(depth))
    case 2: .count(query(depth))
    case 3: .insert(InsertStatement(entity: name(), records: many(1...3) { $0.record(depth - 1) }))
    case 4:
      .importFile(importStatement(depth))
    case 5:
      .export(
        ExportStatement(
          query: query(depth),
          isCount: chance(20),
          path: path(),
          format: chance(50) ? name() : nil,
          safety: chance(30) ? nowhere : nil
        )
      )
    default:
      .model(
        ModelDeclaration(
          name: name(),
          parent: chance(30) ? name() : nil,
          oldName: chance(20) ? name() : nil,
          documentation: chance(30) ? "a \"model\"\n" : nil,
          members: many(0...4) { $0.member(depth - 1) }
        )
      )
    }
  }

  private mutating func change(_ depth: Int) -> Statement {
    let insert = InsertStatement(entity: name(), records: many(1...2) { $0.record(depth) })
    if chance(50) { return Statement(.insert(insert), span: nowhere) }
    var selection = QuerySyntax(entity: name())
    selection.isParameter = chance(50)
    if selection.isParameter { selection.entity = NameSyntax("w", span: nowhere) }
    return Statement(.delete(DeleteStatement(selection: selection, all: nil)), span: nowhere)
  }

  private mutating func expected(_ depth: Int) -> ExpectStatement.Condition {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: .holds(expression(depth))
    case 1: .rows(query(depth), expectedRows(depth), isNegated: chance(50))
    case 2: .isEmpty(query(depth), isNegated: chance(50))
    default: .fails(message: chance(50) ? "a \"b\"" : nil, statement(depth))
    }
  }

  private mutating func expectedRows(_ depth: Int) -> ExpectedRows {
    switch Int.random(in: 0..<3, using: &random) {
    case 0: .records(many(1...2) { $0.record(depth) }, nowhere)
    case 1: .values(many(0...2) { $0.expression(depth) }, nowhere)
    default: .query(query(depth), nowhere)
    }
  }

  private mutating func path() -> FilePathSyntax {
    FilePathSyntax(pick(["a b.csv", "x\"y"]), span: nowhere)
  }

  private mutating func importStatement(_ depth: Int) -> ImportStatement {
    var statement = ImportStatement(
      chance(20) ? .standardInput(nowhere) : .files(many(1...3) { $0.path() })
    )
    if chance(50) { statement.format = name() }
    if chance(30) { statement.place = path() }
    if chance(50) { statement.entity = name() }
    if chance(40) {
      statement.mappings = many(0...3) {
        MappingSyntax(name: $0.name(), value: $0.expression(depth - 1))
      }
    }
    if chance(30) {
      statement.keys = many(1...2) {
        KeyMatchSyntax(relationship: $0.name(), target: $0.side(), allowsMissing: $0.chance(50))
      }
    }
    if chance(30) {
      statement.updating = UpdatingSyntax(span: nowhere, key: many(0...2) { $0.name() })
    }
    if chance(30) { statement.skipping = nowhere }
    return statement
  }

  private mutating func side() -> RelateStatement.Side {
    RelateStatement.Side(entity: name(), attribute: name())
  }

  private mutating func parameter(_ depth: Int) -> ParameterDeclaration {
    ParameterDeclaration(
      name: name(),
      type: type(),
      defaultValue: chance(50) ? expression(depth) : nil
    )
  }

  private mutating func type() -> TypeSyntax {
    TypeSyntax(name: name(), isList: chance(30), isOptional: chance(30), span: nowhere)
  }

  private mutating func record(_ depth: Int) -> RecordSyntax {
    RecordSyntax(
      fields: many(0...3) { trees in
        RecordField(name: trees.name(), value: trees.fieldValue(depth - 1))
      },
      span: nowhere
    )
  }

  private mutating func fieldValue(_ depth: Int) -> FieldValue {
    if depth > 0, chance(20) { return .record(record(depth)) }
    if depth > 0, chance(20) { return .records(many(1...2) { $0.record(depth) }, nowhere) }
    return .expression(expression(depth))
  }

  private mutating func member(_ depth: Int) -> ModelMember {
    if chance(20) { return .computed(name(), expression(depth)) }
    if chance(10) { return .display(name(), nowhere) }
    return .property(property(depth))
  }

  private mutating func property(_ depth: Int) -> PropertyDeclaration {
    var property = PropertyDeclaration(name: name(), type: type())
    if chance(30) { property.unique = nowhere }
    if chance(30) { property.deleteRule = (pick(DeleteRuleSyntax.allCases), nowhere) }
    if chance(30) { property.inverse = name() }
    if chance(30) { property.ordered = nowhere }
    if chance(30) { property.defaultValue = expression(depth) }
    return property
  }
}
