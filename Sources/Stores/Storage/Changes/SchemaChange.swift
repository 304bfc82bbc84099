public import Columns
public import Model

/// A change of the schema. Entities and types replace those with the same names.
public struct SchemaChange: Sendable {
  /// The new entities, and the existing ones that get an anonymous inverse.
  public var entities: [Entity]
  /// The new enums and structs; ``entities`` includes the entities that use them.
  public var types: [DeclaredType]
  /// Values for existing records, in new fields or in fields to overwrite.
  public var fills: [FieldFill] = []
  /// New relationships that replace columns of keys.
  public var relations: [ColumnRelation] = []
  /// The complete new schema, for changes that remove entities or types; ``entities`` and ``types``
  /// are then ignored. Nil to add those to the current schema.
  public var schema: Schema?
  /// Whether the store may delete data that the new schema has no place for, including the records
  /// of removed entities. Otherwise such a change is refused.
  public var allowsLoss = false
  /// The new names of renamed entities, by their names in ``schema``. The store renames them in its
  /// history and its counters.
  public var modelRenames: [String: String] = [:]
  /// Targets of to-one relationships that the store cannot migrate by itself.
  public var referenceFills: [ReferenceFill] = []
  /// Pairs of many-to-many relationships that the store cannot migrate by itself.
  public var linkFills: [LinkFill] = []
  /// The schema that the change is based on; nil for any.
  ///
  /// If the store has another schema, applying the change throws ``StoreError/outdated``.
  public var basis: Schema?

  /// Creates a change.
  public init(entities: [Entity] = [], types: [DeclaredType] = []) {
    self.entities = entities
    self.types = types
  }

  /// Whether the change is empty.
  public var isEmpty: Bool {
    entities.isEmpty && types.isEmpty && fills.isEmpty && relations.isEmpty && schema == nil
  }

  /// Whether the change also changes stored values or links, so that a history begins
  /// after it.
  public var changesRecords: Bool {
    fills.contains(where: \.replaces) || !relations.isEmpty || !referenceFills.isEmpty
      || !linkFills.isEmpty
  }

  /// Throws ``StoreError/outdated`` if the change is based on a schema other than `present`.
  public func checkBasis(_ present: Schema) throws(StoreError) {
    if let basis, basis != present { throw .outdated }
  }

  /// The schema `present` after the change.
  public func result(of present: Schema) -> Schema {
    schema ?? present.adding(entities, types: types)
  }
}

/// The values of a field for the existing records: a default, or computed from other fields.
public struct FieldFill: Sendable {
  /// The root entity of the records.
  public var entity: String
  /// The field.
  public var path: AttributePath
  /// One row for each record, in identity order.
  public var column: Column
  /// Whether the values replace those of an existing field with this name.
  public var replaces: Bool

  /// Creates a fill.
  public init(entity: String, path: AttributePath, column: Column, replaces: Bool = false) {
    self.entity = entity
    self.path = path
    self.column = column
    self.replaces = replaces
  }
}

/// New targets of a to-one relationship.
///
/// Records are given by their index in identity order, starting with 0.
public struct ReferenceFill: Sendable {
  /// The root entity of the records.
  public var entity: String
  /// The stored name of the relationship.
  public var relationship: String
  /// The index of the referenced record for each record; ``/Columns/Column/nullReference`` for
  /// none.
  public var targets: [Int64]

  /// Creates a fill.
  public init(entity: String, relationship: String, targets: [Int64]) {
    self.entity = entity
    self.relationship = relationship
    self.targets = targets
  }
}

/// The pairs of a new many-to-many relationship, by the indices of the records.
public struct LinkFill: Sendable {
  /// The entity of the owners.
  public var entity: String
  /// The stored name of the relationship.
  public var relationship: String
  /// The indices of owner and member, without duplicates.
  public var pairs: [(owner: Int64, member: Int64)]

  /// Creates a fill.
  public init(entity: String, relationship: String, pairs: [(owner: Int64, member: Int64)]) {
    self.entity = entity
    self.relationship = relationship
    self.pairs = pairs
  }
}

/// A new to-one relationship that replaces a column of keys.
///
/// Each record references the one with an equal key, or none if its key is nil or unknown.
public struct ColumnRelation: Sendable {
  /// The entity with the column.
  public var entity: String
  /// The column of keys.
  public var attribute: AttributePath
  /// The name of the relationship.
  public var relationship: String
  /// The entity to reference.
  public var destination: String
  /// The unique key of ``destination``.
  public var key: AttributePath

  /// Creates a relation.
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
