public import Model

/// The stored names of entities that have a parent, and of their members.
///
/// Bound expressions use the names of the models. This replaces them by those of the stored roots,
/// so that only the binder needs to handle inheritance.
public struct StoredNames: Sendable {
  private let naming: Naming

  /// The source of the names.
  private enum Naming {
    case stored(Schema)
    case renamed(ModelRenames)
  }

  /// The stored names of `schema`; nil if no entity has a parent, so that all names stay.
  public init?(_ schema: Schema) {
    guard schema.hasInheritance else { return nil }
    naming = .stored(schema)
  }

  /// The new names of renamed models.
  init(renaming names: ModelRenames) { naming = .renamed(names) }

  /// The stored entity of `entity`.
  public func entity(_ entity: String) -> String {
    switch naming {
    case .stored(let schema): schema.root(of: entity)
    case .renamed(let names): names.name(entity)
    }
  }

  /// The stored path of a column of `entity`.
  public func path(_ path: AttributePath, in entity: String) -> AttributePath {
    guard case .stored(let schema) = naming else { return path }
    let name = schema.storedName(of: path.components[0], in: entity)
    return AttributePath([name] + path.components.dropFirst())
  }

  /// The stored name of a relationship of `entity`.
  public func relationship(_ name: String, in entity: String) -> String {
    switch naming {
    case .stored(let schema): schema.storedName(of: name, in: entity)
    case .renamed(let names): names.relationship(name)
    }
  }

  /// The stored form of a relationship.
  public func relationship(_ relationship: RelationshipReference) -> RelationshipReference {
    RelationshipReference(
      entity: entity(relationship.entity),
      name: self.relationship(relationship.name, in: relationship.entity),
      destination: entity(relationship.destination),
      isToMany: relationship.isToMany
    )
  }

  /// The expression with stored names.
  public func expression(_ expression: TypedExpression) -> TypedExpression {
    RecordRewriter(replacement: { _ in nil }, innermost: 0, names: self).rewrite(expression)
  }

  /// The identity with the new name of its root.
  func record(_ id: RecordID) -> RecordID {
    guard case .renamed(let names) = naming else { return id }
    return RecordID(entity: names.name(id.entity), key: id.key)
  }

  /// The elements of a kind test with new names.
  func kinds(_ elements: [TypedExpression], of operand: TypedExpression) -> [TypedExpression] {
    guard case .renamed(let names) = naming, case .attribute(let path, _) = operand.kind,
      path.components == [Schema.kindAttribute]
    else { return elements }
    return elements.map { element in
      guard case .literal(.string(let name)) = element.kind else { return element }
      return .literal(.string(names.name(name)), .string)
    }
  }

  /// The type with stored names.
  func type(_ type: ValueType) -> ValueType {
    switch type {
    case .enumeration(let type): .enumeration(enumeration(type))
    case .list(let element): .list(self.type(element))
    case .record(let name): .record(entity: entity(name))
    case .toMany(let name): .toMany(entity: entity(name))
    default: type
    }
  }

  /// The enum with new case names.
  func enumeration(_ type: EnumerationType) -> EnumerationType {
    guard case .renamed(let names) = naming else { return type }
    return names.enumeration(type)
  }

  /// A literal of type `type` with new case names.
  func literal(_ value: Value, of type: ValueType) -> Value {
    guard case .renamed(let names) = naming else { return value }
    return names.value(value, of: type)
  }

  /// A query over stored records, limited to those of its entity.
  public func query(_ query: RecordQuery) -> RecordQuery {
    RecordQuery(
      entity: entity(query.entity),
      predicate: predicate(query.predicate, of: query.entity),
      sort: query.sort.map { $0.with(expression($0.expression)) },
      limitKeys: query.limitKeys.map(expression),
      limit: query.limit,
      offset: query.offset
    )
  }

  /// The predicate over stored records, limited to those of `entity`.
  public func predicate(_ predicate: TypedExpression?, of entity: String) -> TypedExpression? {
    let stored = predicate.map(expression)
    guard case .stored(let schema) = naming, self.entity(entity) != entity else { return stored }
    let record = RecordExpression.scope(level: 0, entity: self.entity(entity))
    let kind = schema.kindTest(entity, of: record)
    return .conjunction(of: [kind] + [stored].compactMap { $0 })
  }
}

extension Schema {
  /// A test whether `record` exists and is of `entity` or a descendant.
  public func kindTest(_ entity: String, of record: RecordExpression) -> TypedExpression {
    guard root(of: entity) != entity else {
      return TypedExpression(.record(record), .record(entity: record.entity)).isPresent
    }
    return kindMembership(kinds(of: entity).map { .literal(.string($0), .string) }, of: record)
  }

  /// A test whether `record` is of `entity` itself, not of a descendant.
  public func exactKindTest(_ entity: String, of record: RecordExpression) -> TypedExpression {
    let isRoot = root(of: entity) == entity
    return kindMembership(
      [.literal(.string(entity), .string)] + (isRoot ? [.literal(.null, .string)] : []),
      of: record
    )
  }

  private func kindMembership(
    _ kinds: [TypedExpression],
    of record: RecordExpression
  ) -> TypedExpression {
    let kind = TypedExpression(
      .attribute(AttributePath([Self.kindAttribute]), of: record),
      .string
    )
    return TypedExpression(.membership(kind, kinds), .bool)
  }
}
