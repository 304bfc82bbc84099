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
  /// The source of each entity.
  private let sources: [String: ReadTable]

  /// The number of rows computed at once.
  private static let rowsAtOnce = 8_192

  init(_ table: ReadTable, _ mapping: SourceMapping) throws {
    self.mapping = mapping
    let models = ImportedModels(table, called: mapping.name, in: Schema(), isAllOptional: true)
    root = models.entities[0].name
    // Models are created in the order of their tables; owners come first.
    sources = Dictionary(
      zip(models.entities.map(\.name), table.withDescendants),
      uniquingKeysWith: { first, _ in first }
    )
    var changes = ChangeSet()
    changes.inserted = ImportedRows(ofNewModels: models.tables).rows
    try store.writable().apply(
      SchemaChange(entities: models.entities, types: models.types),
      changes
    )
  }

  /// The value of each item for all records.
  func values(of items: [SelectItem]) throws -> [(attribute: Attribute, column: Column)] {
    try computed(items, of: root).values
  }

  /// The model of an array's objects, the relationship back, and the source.
  typealias ObjectArray = (entity: Entity, inverse: Relationship, source: ReadTable)

  /// The array at a path of an entity; nil if there is none.
  func array(at path: [String], of owner: String) -> ObjectArray? {
    guard let entity = store.schema.entity(owner),
      let relationship = entity.relationship(path.joined(separator: "_"))
        ?? path.last.flatMap(entity.relationship), relationship.isToMany,
      let member = store.schema.entity(relationship.destination),
      let inverse = member.relationship(relationship.inverse), let source = sources[member.name]
    else { return nil }
    if owner == root { usedNames.insert(path[0]) }
    return (member, inverse, source)
  }

  /// Computed values, record by record.
  struct Computed {
    var values: [(attribute: Attribute, column: Column)] = []
    /// The rows of the records' owners, if requested.
    var owners: [Int64] = []
    /// The rows of the records, if owners are requested.
    var records: [Int64] = []
    /// The number of records per owner; nil for all.
    var limit: Int?
    /// The number of records to skip per owner.
    var offset = 0

    init(limit: Int?, offset: Int) {
      (self.limit, self.offset) = (limit, offset)
    }
  }

  /// Computes items for the records that a query finds, in its order.
  func computed(
    _ items: [SelectItem],
    of entity: String,
    _ clauses: QueryClauses = QueryClauses(),
    owner: TypedExpression? = nil
  ) throws -> Computed {
    var request = try request(items, of: entity, clauses)
    var made = Computed(limit: request.limit, offset: request.offset)
    let wanted = request.columns
    if let owner {
      // The limits count the members of each owner.
      (request.limit, request.offset) = (nil, 0)
      let record = TypedExpression(
        .record(.scope(level: 0, entity: entity)),
        .record(entity: entity)
      )
      request.columns.append(OutputColumn(name: "", expression: owner))
      request.columns.append(OutputColumn(name: "", expression: record))
    }
    let executor = Executor(
      snapshot: try store.snapshot(),
      evaluation: mapping.context,
      cancellation: mapping.cancellation
    )
    var columns = try self.columns(of: executor.rows(of: executor.plan(request)))
    if owner != nil {
      made.records = columns.popLast()?.rows ?? []
      made.owners = columns.popLast()?.rows ?? []
    }
    made.values = zip(wanted, columns).map(Self.made)
    return made
  }

  private func request(
    _ items: [SelectItem],
    of entity: String,
    _ clauses: QueryClauses
  ) throws -> FetchRequest {
    let nowhere = SourceSpan(0, 0)
    var query = QuerySyntax(entity: NameSyntax(entity, span: nowhere, isQuoted: true))
    query.predicate = clauses.predicate
    query.sort = clauses.sort
    query.limit = clauses.limit
    query.offset = clauses.offset
    if !items.isEmpty { query.selection = SelectClause(items: items, span: nowhere) }
    var request = try Binder(schema: store.schema, options: mapping.options).bindFetch(query)
    if items.isEmpty { request.columns = [] }
    for column in request.columns { noteNames(column.expression, entity) }
    for (column, item) in zip(request.columns, items) { try checkType(column, item) }
    return request
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

  /// A column of a result, or the rows of the records in it.
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

  /// Throws if an expression's values cannot be stored.
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
    guard entity == root else { return }
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

/// The clauses that select and sort records.
struct QueryClauses {
  var predicate: ExpressionSyntax?
  var sort: [SortKeySyntax] = []
  var limit: ExpressionSyntax?
  var offset: ExpressionSyntax?
}

extension ReadTable {
  /// The table and the tables in its arrays, parents first.
  fileprivate var withDescendants: [ReadTable] {
    [self] + children.flatMap(\.table.withDescendants)
  }
}
