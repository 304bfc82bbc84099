import Binding
import Columns
import Diagnostics
import Execution
import Expressions
import Formats
import MemoryStore
import Model
import Planning
import Session
import Storage
import Syntax

/// The records of a table in a temporary store, where expressions over their fields are computed.
final class MappedRecords {
  private let store = InMemoryStore()
  private let mapping: SourceMapping
  /// The names of the fields read from the outermost records.
  private(set) var usedNames: Set<String> = []
  /// The entity of the outermost records.
  let root: String

  /// The number of rows computed at once.
  private static let rowsAtOnce = 8_192

  init(_ table: ReadTable, _ mapping: SourceMapping) throws {
    self.mapping = mapping
    let models = ImportedModels(table, called: mapping.name, in: Schema(), isAllOptional: true)
    root = models.entities[0].name
    var changes = ChangeSet()
    changes.inserted = ImportedRows(ofNewModels: models.tables).rows
    try store.writable().apply(
      SchemaChange(entities: models.entities, types: models.types),
      changes
    )
  }

  /// The value of each item for all records.
  func values(of items: [SelectItem]) throws -> [(attribute: Attribute, column: Column)] {
    let nowhere = SourceSpan(0, 0)
    var query = QuerySyntax(entity: NameSyntax(root, span: nowhere, isQuoted: true))
    query.selection = SelectClause(items: items, span: nowhere)
    let request = try Binder(schema: store.schema, options: mapping.options).bindFetch(query)
    for column in request.columns { noteNames(column.expression) }
    for (column, item) in zip(request.columns, items) { try checkType(column, item) }
    let executor = Executor(
      snapshot: try store.snapshot(),
      evaluation: mapping.context,
      cancellation: mapping.cancellation
    )
    let columns = try columns(of: executor.rows(of: executor.plan(request)))
    return zip(request.columns, columns).map(Self.made)
  }

  private static func made(
    _ column: OutputColumn,
    _ values: Column
  ) -> (attribute: Attribute, column: Column) {
    let attribute = Attribute(
      name: column.name,
      type: column.expression.type == .null ? .string : column.expression.type,
      isOptional: values.validCount < values.count || values.count == 0
    )
    return (attribute, values)
  }

  private func columns(of rows: any ResultRows) throws -> [Column] {
    let builders = rows.headers.map { header in
      (Column.empty(of: header.type == .null ? .string : header.type) ?? .string(StringColumn()))
    }.map(makeColumnBuilder)
    for start in stride(from: 0, to: rows.rowCount, by: Self.rowsAtOnce) {
      let batch = try rows.rows(start..<min(rows.rowCount, start + Self.rowsAtOnce))
      for (place, builder) in builders.enumerated() {
        for row in 0..<batch.count where !builder.append(batch.value(row: row, column: place)) {
          builder.append(nulls: 1)
        }
      }
    }
    return builders.map(\.column)
  }

  /// Throws if an expression's values cannot be stored.
  private func checkType(_ column: OutputColumn, _ item: SelectItem) throws {
    let type = column.expression.type
    let isStored =
      switch type {
      case .null: true
      default: Column.empty(of: type) != nil
      }
    guard !isStored, case .expression(let syntax, _) = item else { return }
    throw DiagnosticList([
      Diagnostic("a value of the type \(type) cannot be imported", at: syntax.span)
    ])
  }

  private func noteNames(_ expression: TypedExpression) {
    switch expression.kind {
    case .attribute(let path, _): usedNames.insert(path.components[0])
    case .composite(let leaves, _):
      for leaf in leaves { usedNames.insert(leaf.path.components[0]) }
    case .aggregate(let aggregate):
      if let first = aggregate.path.first { usedNames.insert(first.name) }
      for part in aggregate.parts { noteNames(part) }
    default: break
    }
    for child in expression.children { noteNames(child) }
  }
}
