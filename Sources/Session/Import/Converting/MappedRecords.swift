import Binding
import Columns
import Diagnostics
import Execution
import Expressions
import Formats
import MemoryStore
import Model
import Planning
import Storage
import Syntax

/// The records of a table in a store of their own, where expressions over their fields are computed.
final class MappedRecords {
  private let store = InMemoryStore()
  private let mapping: SourceMapping
  /// The names of the fields that were read of the outermost records.
  private(set) var usedNames: Set<String> = []
  /// The entities by the tables that they were made of, the outermost first.
  private let entities: [String]

  /// So many rows are computed at once.
  private static let rowsAtOnce = 8_192

  init(_ table: ReadTable, _ mapping: SourceMapping) throws {
    self.mapping = mapping
    let models = ImportedModels(table, called: mapping.name, in: Schema(), isAllOptional: true)
    entities = models.entities.map(\.name)
    var changes = ChangeSet()
    changes.inserted = ImportedRows(ofNewModels: models.tables).rows
    try store.apply(SchemaChange(entities: models.entities, types: models.types), changes)
  }

  /// The value of each item for all records.
  func values(of items: [SelectItem]) throws -> [(attribute: Attribute, column: Column)] {
    try computed(items, of: entities[0], where: nil).values
  }

  /// The records behind a relationship, as a shape wants them, and for each the row of its owner.
  func members(_ shape: ShapeSyntax) throws -> (owners: [Int64], table: ReadTable) {
    if let span = (shape.limit ?? shape.offset ?? shape.sort.first?.expression)?.span {
      throw DiagnosticList([
        Diagnostic("in `map` a shape has no clause but `where`", at: span)
      ])
    }
    for case .all(let span) in shape.items {
      throw DiagnosticList([Diagnostic("in `map` a shape names its fields", at: span)])
    }
    guard let relationship = shape.path.plainPath.flatMap(relationship),
      let entity = store.schema.entity(relationship.destination),
      let inverse = entity.relationship(relationship.inverse)
    else {
      throw DiagnosticList([
        Diagnostic(
          "`\(SyntaxPrinter().text(of: shape.path))` is no array of objects",
          at: shape.path.span
        )
      ])
    }
    usedNames.insert(relationship.name)
    let made = try computed(
      shape.items,
      of: entity.name,
      where: shape.predicate,
      owner: entity.reference(inverse)
    )
    return (
      made.owners,
      ReadTable(
        attributes: made.values.map(\.attribute),
        count: made.owners.count,
        columns: Dictionary(
          made.values.map { (AttributePath([$0.attribute.name]), $0.column) },
          uniquingKeysWith: { first, _ in first }
        )
      )
    )
  }

  /// The relationship of the outermost entity at a path of names.
  private func relationship(_ path: [String]) -> Relationship? {
    guard path.count == 1 else { return nil }
    return store.schema.entity(entities[0])?.relationship(path[0])
  }

  private func computed(
    _ items: [SelectItem],
    of entity: String,
    where predicate: ExpressionSyntax?,
    owner: TypedExpression? = nil
  ) throws -> (values: [(attribute: Attribute, column: Column)], owners: [Int64]) {
    let nowhere = SourceSpan(0, 0)
    var query = QuerySyntax(entity: NameSyntax(entity, span: nowhere, isQuoted: true))
    query.predicate = predicate
    query.selection = SelectClause(items: items, span: nowhere)
    var request = try Binder(schema: store.schema, options: mapping.options).bindFetch(query)
    for column in request.columns { noteNames(column.expression, entity) }
    for (column, item) in zip(request.columns, items) { try checkType(column, item) }
    if let owner { request.columns.append(OutputColumn(name: "", expression: owner)) }
    let executor = Executor(
      snapshot: try store.snapshot(),
      evaluation: mapping.context,
      cancellation: mapping.cancellation
    )
    let rows = try executor.rows(of: executor.plan(request))
    var columns = try self.columns(of: rows)
    guard owner != nil, let owners = columns.popLast() else {
      return (zip(request.columns, columns).map(Self.made), [])
    }
    return (zip(request.columns, columns).map(Self.made), owners.rows)
  }

  private static func made(
    _ column: OutputColumn,
    _ values: Values
  ) -> (attribute: Attribute, column: Column) {
    let attribute = Attribute(
      name: column.name,
      type: column.expression.type == .null ? .string : column.expression.type,
      isOptional: values.column.validCount < values.column.count || values.column.count == 0
    )
    return (attribute, values.column)
  }

  /// A column of a result, or the rows of the records that it names.
  private struct Values {
    var column: Column
    var rows: [Int64] = []
  }

  private func columns(of rows: any ResultRows) throws -> [Values] {
    let builders = rows.headers.map { header in
      (Column.empty(of: header.type == .null ? .string : header.type) ?? .string(StringColumn()))
    }.map(makeColumnBuilder)
    var records = [[Int64]](repeating: [], count: builders.count)
    for start in stride(from: 0, to: rows.rowCount, by: Self.rowsAtOnce) {
      let batch = try rows.rows(start..<min(rows.rowCount, start + Self.rowsAtOnce))
      for (place, builder) in builders.enumerated() {
        for row in 0..<batch.count {
          let value = batch.value(row: row, column: place)
          if case .record(let id) = value, case .number(let number) = id.key {
            records[place].append(number - 1)
          } else if !builder.append(value) {
            builder.append(nulls: 1)
          }
        }
      }
    }
    return zip(builders, records).map { Values(column: $0.column, rows: $1) }
  }

  /// Throws where values of an expression cannot be kept.
  private func checkType(_ column: OutputColumn, _ item: SelectItem) throws {
    let type = column.expression.type
    let isStored =
      switch type {
      case .null: true
      case .record: false
      default: Column.empty(of: type) != nil
      }
    guard !isStored, case .expression(let syntax, _) = item else { return }
    throw DiagnosticList([
      Diagnostic("a value of the type \(type) cannot be imported", at: syntax.span)
    ])
  }

  private func noteNames(_ expression: TypedExpression, _ entity: String) {
    guard entity == entities[0] else { return }
    switch expression.kind {
    case .attribute(let path, _): usedNames.insert(path.components[0])
    case .composite(let leaves, _):
      for leaf in leaves { usedNames.insert(leaf.path.components[0]) }
    case .aggregate(let aggregate):
      if let first = aggregate.path.first { usedNames.insert(first.name) }
      for part in aggregate.parts { noteNames(part, entity) }
    default: break
    }
    for child in expression.children { noteNames(child, entity) }
  }
}
