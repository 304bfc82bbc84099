import Diagnostics
import Formats
import Model
import Session
import Storage

/// A whole store as SQL: a table for each model, with numeric keys, and a table for each
/// many-to-many relationship.
///
/// Models that specialize others are in the table of their root; its column `@kind` names the
/// model.
struct StoreScript {
  /// A table and the request for its rows.
  struct Table {
    let writer: SQLWriter
    let request: FetchRequest
  }

  static let head = "PRAGMA foreign_keys = OFF;\nBEGIN;\n"
  static let tail = "COMMIT;\n"

  private(set) var tables: [Table] = []
  private(set) var indexes: [String] = []
  private let schema: Schema
  private let names: ScriptNames

  init(_ schema: Schema) throws {
    self.schema = schema.asStored
    names = ScriptNames(self.schema)
    for entity in self.schema.entities { try add(entity) }
    for entity in self.schema.entities {
      for relationship in entity.relationships { addPairs(relationship, of: entity) }
    }
  }

  private mutating func add(_ entity: Entity) throws {
    guard case .number = entity.identity else {
      throw DiagnosticList([
        Diagnostic(
          .error,
          "records of \(entity.name) are not identified by numbers",
          at: nil,
          help: ["`copy` them into a native store and export that"]
        )
      ])
    }
    let table = names.table(entity.name)
    let columns = self.columns(of: entity)
    tables.append(
      Table(
        writer: SQLWriter(
          table: table,
          columns: columns.map {
            SQLWriter.Column(
              name: names.column($0.output.name, of: entity.name),
              declaration: $0.declaration
            )
          },
          constraints: entity.allUniqueKeys.map { key in
            let quoted = key.map { SQLWriter.quoted(names.column($0, of: entity.name)) }
            return "UNIQUE (\(quoted.joined(separator: ", ")))"
          }
        ),
        request: FetchRequest(entity: entity.name, columns: columns.map(\.output))
      )
    )
    for relationship in entity.relationships where Self.keeps(relationship) {
      let name = names.member(relationship.name, of: entity.name)
      let column = names.column(relationship.name, of: entity.name)
      indexes.append(
        "CREATE INDEX \(SQLWriter.quoted(name)) ON \(SQLWriter.quoted(table))"
          + " (\(SQLWriter.quoted(column)))"
      )
    }
  }

  /// The request and the declaration of each column.
  private func columns(of entity: Entity) -> [(output: OutputColumn, declaration: String)] {
    let scope = RecordExpression.scope(level: 0, entity: entity.name)
    let record = TypedExpression(.record(scope), .record(entity: entity.name))
    var columns: [(output: OutputColumn, declaration: String)] = [
      (OutputColumn(name: Self.key(of: entity), expression: record), "INTEGER PRIMARY KEY")
    ]
    for field in entity.storedFields {
      let value = TypedExpression(.attribute(field.path, of: scope), field.type)
      let declaration = SQLWriter.declaredType(field.type) + (field.isOptional ? "" : " NOT NULL")
      columns.append((OutputColumn(name: field.path.description, expression: value), declaration))
    }
    for relationship in entity.relationships where Self.keeps(relationship) {
      let output = OutputColumn(
        name: relationship.name,
        expression: entity.reference(relationship)
      )
      columns.append((output, "INTEGER" + reference(to: relationship)))
    }
    return columns
  }

  /// Whether the relationship has a column: only to-one relationships do.
  fileprivate static func keeps(_ relationship: Relationship) -> Bool { !relationship.isToMany }

  private func reference(to relationship: Relationship) -> String {
    guard let target = schema.entity(relationship.destination) else { return "" }
    let inverse = target.relationship(relationship.inverse)
    if inverse?.deleteRule == .noAction { return "" }
    let table = SQLWriter.quoted(names.table(target.name))
    return " REFERENCES \(table)(\(SQLWriter.quoted(Self.key(of: target))))"
      + " DEFERRABLE INITIALLY DEFERRED"
  }

  /// The name of the key column: `id`, unless an attribute has that name.
  fileprivate static func key(of entity: Entity) -> String {
    let taken = Set(entity.properties.map { $0.name.lowercased() })
    return ["id", "record_id", "martlet_id"].first { !taken.contains($0) } ?? "@id"
  }

  /// Adds a table of pairs, from the end whose name comes first.
  private mutating func addPairs(_ relationship: Relationship, of entity: Entity) {
    guard relationship.isToMany, let other = schema.entity(relationship.destination),
      other.relationship(relationship.inverse)?.isToMany == true,
      (entity.name, relationship.name) <= (other.name, relationship.inverse)
    else { return }
    pairs.append(
      Pairs(entity: entity, relationship: relationship, destination: other, scriptNames: names)
    )
  }

  /// The many-to-many relationships, each from one end.
  private(set) var pairs: [Pairs] = []

  /// A many-to-many relationship.
  struct Pairs {
    let entity: Entity
    let relationship: Relationship
    let destination: Entity
    fileprivate let scriptNames: ScriptNames

    /// The columns of the table.
    var names: [String] {
      SQLWriter.distinct([entity, destination].map { EntityName.uncapitalised($0.name) })
    }

    var reference: RelationshipReference {
      RelationshipReference(
        entity: entity.name,
        name: relationship.name,
        destination: destination.name,
        isToMany: true
      )
    }

    var writer: SQLWriter {
      SQLWriter(
        table: scriptNames.member(relationship.name, of: entity.name),
        columns: zip(names, [entity, destination]).map { name, target in
          let table = SQLWriter.quoted(scriptNames.table(target.name))
          let key = SQLWriter.quoted(StoreScript.key(of: target))
          return SQLWriter.Column(
            name: name,
            declaration: "INTEGER NOT NULL REFERENCES \(table)(\(key))"
          )
        },
        constraints: ["PRIMARY KEY (\(names.map(SQLWriter.quoted).joined(separator: ", ")))"]
      )
    }
  }
}

/// The SQL names of models and members, unique when compared without case.
private struct ScriptNames {
  private var tables: [String: String] = [:]
  /// The names of pair tables and indexes, by model and relationship; they differ from table names.
  private var members: [String: [String: String]] = [:]
  private var columns: [String: [String: String]] = [:]

  init(_ schema: Schema) {
    let entities = schema.entities
    let owners = entities.flatMap { entity in
      entity.relationships.map { (entity: entity.name, relationship: $0.name) }
    }
    let names = SQLWriter.distinct(
      entities.map(\.name) + owners.map { "\($0.entity).\($0.relationship)" }
    )
    for (entity, name) in zip(entities, names) { tables[entity.name] = name }
    for (owner, name) in zip(owners, names.dropFirst(entities.count)) {
      members[owner.entity, default: [:]][owner.relationship] = name
    }
    for entity in entities {
      let own =
        [StoreScript.key(of: entity)] + entity.storedFields.map(\.path.description)
        + entity.relationships.filter(StoreScript.keeps).map(\.name)
      columns[entity.name] = Dictionary(
        zip(own, SQLWriter.distinct(own)),
        uniquingKeysWith: { first, _ in first }
      )
    }
  }

  func table(_ entity: String) -> String { tables[entity] ?? entity }

  func member(_ relationship: String, of entity: String) -> String {
    members[entity]?[relationship] ?? "\(entity).\(relationship)"
  }

  func column(_ name: String, of entity: String) -> String { columns[entity]?[name] ?? name }
}
