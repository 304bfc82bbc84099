public import Columns
public import Model

/// A change of the schema; entities and types of the same names are replaced.
public struct SchemaChange: Sendable {
  /// The new entities, and those that got an anonymous inverse.
  public var entities: [Entity]
  /// The new enums and structs; entities that have attributes of them are among ``entities``.
  public var types: [DeclaredType]
  /// What the records that are there get in fields that are new.
  public var fills: [FieldFill] = []
  /// The relationships among the new ones that are made of columns of keys.
  public var relations: [ColumnRelation] = []

  /// Makes a change.
  public init(entities: [Entity] = [], types: [DeclaredType] = []) {
    self.entities = entities
    self.types = types
  }

  /// Whether nothing changes.
  public var isEmpty: Bool {
    entities.isEmpty && types.isEmpty && fills.isEmpty && relations.isEmpty
  }
}

/// The values of a new field for the records that are there: its default.
public struct FieldFill: Sendable {
  /// The entity that keeps the records.
  public var entity: String
  /// The field.
  public var path: AttributePath
  /// One row for each record, in identity order.
  public var column: Column

  /// Makes a fill.
  public init(entity: String, path: AttributePath, column: Column) {
    self.entity = entity
    self.path = path
    self.column = column
  }
}

/// A new to-one relationship that is made of a column of keys, whose place it takes: each record
/// leads to the one with an equal key, and nowhere if there is none or its own key is nil.
public struct ColumnRelation: Sendable {
  /// The entity with the column of keys.
  public var entity: String
  /// The column of keys.
  public var attribute: AttributePath
  /// The name of the relationship.
  public var relationship: String
  /// The entity that it leads to.
  public var destination: String
  /// The key of that entity, which no two of its records share.
  public var key: AttributePath

  /// Makes a relation.
  public init(
    entity: String,
    attribute: AttributePath,
    relationship: String,
    destination: String,
    key: AttributePath
  ) {
    self.entity = entity
    self.attribute = attribute
    self.relationship = relationship
    self.destination = destination
    self.key = key
  }
}
