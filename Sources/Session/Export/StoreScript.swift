import Diagnostics
import Formats
import Model
import Storage

/// A whole store as SQL: a table for each model, with numbers as keys, and one for each many-to-many
/// relationship.
///
/// Models that specialise others stand in the table of their root, whose column `@kind` says which one a
/// record is.
struct StoreScript {
  /// A table with what is asked for its rows.
  struct Table {
    let writer: SQLWriter
    let request: FetchRequest
  }

  static let head = "PRAGMA foreign_keys = OFF;\nBEGIN;\n"
  static let tail = "COMMIT;\n"

  private(set) var tables: [Table] = []
  private(set) var indexes: [String] = []
  private let schema: Schema

  init(_ schema: Schema) throws {
    self.schema = schema.asStored
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
          "records of \(entity.name) are not identified by numbers of their own",
          at: nil,
          help: ["`copy` them into a store of Martlet's own, and export that"]
        )
      ])
    }
    let record = TypedExpression(
      .record(.scope(level: 0, entity: entity.name)),
      .record(entity: entity.name)
    )
    var names = [Self.key(of: entity)]
    var declarations = ["INTEGER PRIMARY KEY"]
    var columns = [OutputColumn(name: names[0], expression: record)]
    for field in entity.storedFields {
      names.append(field.path.description)
      declarations.append(
        SQLWriter.declaredType(field.type) + (field.isOptional ? "" : " NOT NULL")
      )
      let value = TypedExpression(
        .attribute(field.path, of: .scope(level: 0, entity: entity.name)),
        field.type
      )
      columns.append(OutputColumn(name: field.path.description, expression: value))
    }
    for relationship in entity.relationships where keeps(relationship) {
      names.append(relationship.name)
      declarations.append("INTEGER" + reference(to: relationship))
      columns.append(
        OutputColumn(name: relationship.name, expression: entity.reference(relationship))
      )
    }
    names = SQLWriter.distinct(names)
    tables.append(
      Table(
        writer: SQLWriter(
          table: entity.name,
          columns: zip(names, declarations).map { SQLWriter.Column(name: $0, declaration: $1) },
          constraints: uniqueKeys(of: entity).map {
            "UNIQUE (\($0.map(SQLWriter.quoted).joined(separator: ", ")))"
          }
        ),
        request: FetchRequest(entity: entity.name, columns: columns)
      )
    )
    for relationship in entity.relationships where keeps(relationship) {
      let name = "\(entity.name).\(relationship.name)"
      indexes.append(
        "CREATE INDEX \(SQLWriter.quoted(name)) ON \(SQLWriter.quoted(entity.name))"
          + " (\(SQLWriter.quoted(relationship.name)))"
      )
    }
  }

  /// Whether the relationship has a column: a to-one, and of two that say the same the first.
  private func keeps(_ relationship: Relationship) -> Bool { !relationship.isToMany }

  private func uniqueKeys(of entity: Entity) -> [[String]] {
    entity.attributes.filter(\.isUnique).map { [$0.name] } + entity.constraints.uniqueKeys
  }

  private func reference(to relationship: Relationship) -> String {
    guard let target = schema.entity(relationship.destination) else { return "" }
    let inverse = target.relationship(relationship.inverse)
    if inverse?.deleteRule == .noAction { return "" }
    return " REFERENCES \(SQLWriter.quoted(target.name))(\(SQLWriter.quoted(Self.key(of: target))))"
      + " DEFERRABLE INITIALLY DEFERRED"
  }

  /// The name of the column of numbers: `id`, unless an attribute is called so.
  fileprivate static func key(of entity: Entity) -> String {
    let taken = Set(entity.properties.map { $0.name.lowercased() })
    return ["id", "record_id", "martlet_id"].first { !taken.contains($0) } ?? "@id"
  }

  /// A table of pairs, named from the end whose name comes first.
  private mutating func addPairs(_ relationship: Relationship, of entity: Entity) {
    guard relationship.isToMany, let other = schema.entity(relationship.destination),
      other.relationship(relationship.inverse)?.isToMany == true,
      (entity.name, relationship.name) <= (other.name, relationship.inverse)
    else { return }
    pairs.append(Pairs(entity: entity, relationship: relationship, destination: other))
  }

  /// The many-to-many relationships, each named from one end.
  private(set) var pairs: [Pairs] = []

  /// A many-to-many relationship.
  struct Pairs {
    let entity: Entity
    let relationship: Relationship
    let destination: Entity

    /// The columns of its table.
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
        table: "\(entity.name).\(relationship.name)",
        columns: zip(names, [entity, destination]).map { name, target in
          let key = SQLWriter.quoted(StoreScript.key(of: target))
          return SQLWriter.Column(
            name: name,
            declaration: "INTEGER NOT NULL REFERENCES \(SQLWriter.quoted(target.name))(\(key))"
          )
        },
        constraints: ["PRIMARY KEY (\(names.map(SQLWriter.quoted).joined(separator: ", ")))"]
      )
    }
  }
}
