public import Columns
public import Model

/// A change of the schema; entities and types of the same names are replaced.
public struct SchemaChange: Sendable {
  /// The new entities, and those that got an anonymous inverse.
  public var entities: [Entity]
  /// The new enums and structs; entities that have attributes of them are among ``entities``.
  public var types: [DeclaredType]
  /// What the records that are there get in fields that are new, or are filled anew.
  public var fills: [FieldFill] = []
  /// The relationships among the new ones that are made of columns of keys.
  public var relations: [ColumnRelation] = []
  /// The whole schema as it is afterwards, where some entities or types go; ``entities`` and ``types`` say
  /// nothing then. Nil adds these to what is there.
  public var schema: Schema?
  /// Whether what has no place under the new schema goes, records of entities that go among it; else
  /// that is refused.
  public var allowsLoss = false
  /// The entities that ``schema`` calls otherwise, with the names that they get; what a store keeps beside the
  /// records, as the history and the numbers that come next, follows.
  public var modelRenames: [String: String] = [:]
  /// What to-one relationships lead to that the store would not bring over by itself.
  public var referenceFills: [ReferenceFill] = []
  /// The pairs of many-to-many relationships that the store would not bring over by itself.
  public var linkFills: [LinkFill] = []
  /// The models that the change was worked out for; where the store has others by then, it is refused with
  /// ``StoreError/outdated``. Nil takes any.
  public var basis: Schema?

  /// Makes a change.
  public init(entities: [Entity] = [], types: [DeclaredType] = []) {
    self.entities = entities
    self.types = types
  }

  /// Whether nothing changes.
  public var isEmpty: Bool {
    entities.isEmpty && types.isEmpty && fills.isEmpty && relations.isEmpty && schema == nil
  }

  /// Throws ``StoreError/outdated`` where the models are others than those that the change was worked out for.
  public func checkBasis(_ present: Schema) throws(StoreError) {
    if let basis, basis != present { throw .outdated }
  }

  /// What becomes of `present`.
  public func result(of present: Schema) -> Schema {
    schema ?? present.adding(entities, types: types)
  }
}

/// The values that a field gets for the records that are there where the store has none to keep: a default, or
/// what was worked out of other fields.
public struct FieldFill: Sendable {
  /// The entity that keeps the records.
  public var entity: String
  /// The field.
  public var path: AttributePath
  /// One row for each record, in identity order.
  public var column: Column
  /// Whether it takes the place of what a field of that name has already.
  public var replaces: Bool

  /// Makes a fill.
  public init(entity: String, path: AttributePath, column: Column, replaces: Bool = false) {
    self.entity = entity
    self.path = path
    self.column = column
    self.replaces = replaces
  }
}

/// What a to-one relationship leads to from then on. Records are named by their places: the first of an
/// entity in identity order is 0.
public struct ReferenceFill: Sendable {
  /// The entity that keeps the records.
  public var entity: String
  /// The stored name of the relationship.
  public var relationship: String
  /// For each record the place of the one that it leads to; ``Columns/Column/nullReference`` for none.
  public var targets: [Int64]

  /// Makes a fill.
  public init(entity: String, relationship: String, targets: [Int64]) {
    self.entity = entity
    self.relationship = relationship
    self.targets = targets
  }
}

/// The pairs of a many-to-many relationship that has none yet, by the places of the records.
public struct LinkFill: Sendable {
  /// The owners' entity.
  public var entity: String
  /// The stored name of the relationship.
  public var relationship: String
  /// The place of an owner and of a member; each pair once.
  public var pairs: [(owner: Int64, member: Int64)]

  /// Makes a fill.
  public init(entity: String, relationship: String, pairs: [(owner: Int64, member: Int64)]) {
    self.entity = entity
    self.relationship = relationship
    self.pairs = pairs
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
