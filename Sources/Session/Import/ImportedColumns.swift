import Columns
import Expressions
import Formats
import Model
import Storage

/// The columns of a file on their way into an entity that is there.
struct ImportedColumns {
  let schema: Schema
  let file: String
  /// What defaults are evaluated in.
  let context: EvaluationContext

  /// The records of a table and those that stood in its arrays, which relationships of `entity`
  /// lead to.
  func tables(of table: ReadTable, into entity: Entity) throws -> [ImportedTable] {
    var tables: [ImportedTable] = []
    try add(table, entity, owners: nil, to: &tables)
    return tables
  }

  private func add(
    _ table: ReadTable,
    _ entity: Entity,
    owners: ImportedOwners?,
    to tables: inout [ImportedTable]
  ) throws {
    var imported = try imported(table, into: entity)
    imported.owners = owners
    let place = tables.count
    tables.append(imported)
    for children in table.children {
      let name = children.path.components.last ?? ""
      guard let relationship = entity.relationship(name), relationship.isToMany,
        let destination = schema.entity(relationship.destination),
        let inverse = destination.relationship(relationship.inverse), !inverse.isToMany
      else {
        throw failure("\(entity.name) has no relationship `\(name)` to the records in its arrays")
      }
      let owners = ImportedOwners(
        relationship: inverse.name,
        table: place,
        rows: children.owners
      )
      try add(children.table, destination, owners: owners, to: &tables)
    }
  }

  /// The records, if every column has a stored field of its type and no required field is missing.
  ///
  /// Attributes that the file does not have get their defaults, as in an insert.
  private func imported(_ table: ReadTable, into entity: Entity) throws -> ImportedTable {
    let fields = entity.storedFields
    var columns: [AttributePath: Column] = [:]
    for source in table.attributes.flatMap(StoredField.leaves) {
      if isEmptyRelationship(source, table, entity) { continue }
      guard let field = fields.first(where: { $0.path == source.path }) else {
        throw failure("\(entity.name) has no attribute `\(source.path)`")
      }
      columns[field.path] = try column(table, source, field, entity)
    }
    for attribute in entity.attributes {
      let path = AttributePath([attribute.name])
      guard let value = attribute.defaultValue, columns[path] == nil else { continue }
      columns[path] = try defaults(value, attribute.type, count: table.count)
    }
    for field in fields where !field.isOptional && columns[field.path] == nil {
      throw failure("\(entity.name) needs a value for `\(field.path)`")
    }
    return ImportedTable(entity: entity.name, count: table.count, columns: columns)
  }

  /// Whether the file has only empty arrays or nulls for what is a to-many relationship.
  private func isEmptyRelationship(
    _ source: StoredField,
    _ table: ReadTable,
    _ entity: Entity
  ) -> Bool {
    guard let name = source.path.components.first, source.path.components.count == 1,
      entity.relationship(name)?.isToMany == true
    else { return false }
    guard case .list(let lists)? = table.columns[source.path] else {
      return table.columns[source.path]?.validCount == 0
    }
    return lists.elements.count == 0
  }

  private func column(
    _ table: ReadTable,
    _ source: StoredField,
    _ field: StoredField,
    _ entity: Entity
  ) throws -> Column? {
    guard let column = table.columns[source.path] else { return nil }
    // A file without records does not say of which types they would be.
    if column.count == 0, let empty = Column.empty(of: field.type) { return empty }
    if source.isOptional, !field.isOptional {
      throw failure(
        "`\(field.path)` must have a value, and \(MisfitValue.firstNil(in: column) ?? "a record has") none"
      )
    }
    if let converted = ColumnConversion.convert(column, from: source.type, to: field.type) {
      return converted
    }
    if let text = column.firstText(thatIsNoCaseOf: field.type) {
      throw failure(
        "\(entity.name).\(field.path): \"\(text)\" is no case of \(field.type.declaredName ?? "")"
      )
    }
    throw failure(
      "\(entity.name).\(field.path) takes \(field.type); the file has \(source.type)"
        + (MisfitValue.first(in: column, for: field.type).map { ": \($0)" } ?? "")
    )
  }

  /// A default for every row; each is evaluated, as `uuid()` is never the same.
  private func defaults(_ value: DefaultValue, _ type: ValueType, count: Int) throws -> Column? {
    guard let builder = Column.empty(of: type).map(makeColumnBuilder) else { return nil }
    let evaluator = ScalarEvaluator(source: NoRecords(), context: context)
    for _ in 0..<count {
      guard builder.append(try evaluator.evaluate(value.expression, scopes: [])) else { return nil }
    }
    return builder.column
  }

  private func failure(_ message: String) -> SessionError {
    .unreadable(["\(file): error: \(message)"])
  }
}
