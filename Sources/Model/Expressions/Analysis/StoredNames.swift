public import Model

/// The names under which a store keeps what entities that specialise others declare.
///
/// Expressions are bound with the names of the models; this puts those of the stored roots in their
/// place. Nothing behind the binder knows of inheritance.
public struct StoredNames: Sendable {
  private let naming: Naming

  /// Where the names come from.
  private enum Naming {
    case stored(Schema)
    case renamed(ModelRenames)
  }

  /// The names of `schema`; nil where no entity specialises another one, so that all names stay.
  public init?(_ schema: Schema) {
    guard schema.hasInheritance else { return nil }
    naming = .stored(schema)
  }

  /// The names of the models, of which some are other ones.
  init(renaming names: ModelRenames) { naming = .renamed(names) }

  /// The entity that keeps the records of `entity`.
  public func entity(_ entity: String) -> String {
    switch naming {
    case .stored(let schema): schema.root(of: entity)
    case .renamed(let names): names.name(entity)
    }
  }

  /// The path of a column of `entity`.
  public func path(_ path: AttributePath, in entity: String) -> AttributePath {
    guard case .stored(let schema) = naming else { return path }
    let name = schema.storedName(of: path.components[0], in: entity)
    return AttributePath([name] + path.components.dropFirst())
  }

  /// The name of a relationship of `entity`.
  public func relationship(_ name: String, in entity: String) -> String {
    switch naming {
    case .stored(let schema): schema.storedName(of: name, in: entity)
    case .renamed(let names): names.relationship(name)
    }
  }

  /// A relationship as the store has it.
  public func relationship(_ relationship: RelationshipReference) -> RelationshipReference {
    RelationshipReference(
      entity: entity(relationship.entity),
      name: self.relationship(relationship.name, in: relationship.entity),
      destination: entity(relationship.destination),
      isToMany: relationship.isToMany
    )
  }

  /// An expression that reads what the store has.
  public func expression(_ expression: TypedExpression) -> TypedExpression {
    RecordRewriter(replacement: { _ in nil }, innermost: 0, names: self).rewrite(expression)
  }

  /// The identity of a record under the name that its root gets.
  func record(_ id: RecordID) -> RecordID {
    guard case .renamed(let names) = naming else { return id }
    return RecordID(entity: names.name(id.entity), key: id.key)
  }

  /// The names of models that a record's own is looked for among.
  func kinds(_ elements: [TypedExpression], of operand: TypedExpression) -> [TypedExpression] {
    guard case .renamed(let names) = naming, case .attribute(let path, _) = operand.kind,
      path.components == [Schema.kindAttribute]
    else { return elements }
    return elements.map { element in
      guard case .literal(.string(let name)) = element.kind else { return element }
      return .literal(.string(names.name(name)), .string)
    }
  }

  /// A type; references are to stored entities.
  func type(_ type: ValueType) -> ValueType {
    switch type {
    case .enumeration(let type): .enumeration(enumeration(type))
    case .list(let element): .list(self.type(element))
    case .record(let name): .record(entity: entity(name))
    case .toMany(let name): .toMany(entity: entity(name))
    default: type
    }
  }

  /// An enum with the names that its cases get.
  func enumeration(_ type: EnumerationType) -> EnumerationType {
    guard case .renamed(let names) = naming else { return type }
    return names.enumeration(type)
  }

  /// A value that stands in an expression, whose type is `type` so far.
  func literal(_ value: Value, of type: ValueType) -> Value {
    guard case .renamed(let names) = naming else { return value }
    return names.value(value, of: type)
  }

  /// A query over stored records: only those of its entity.
  public func query(_ query: RecordQuery) -> RecordQuery {
    RecordQuery(
      entity: entity(query.entity),
      predicate: predicate(query.predicate, of: query.entity),
      sort: query.sort.map { $0.with(expression($0.expression)) },
      limit: query.limit,
      offset: query.offset
    )
  }

  /// The predicate over stored records that lets only those of `entity` through.
  public func predicate(_ predicate: TypedExpression?, of entity: String) -> TypedExpression? {
    let stored = predicate.map(expression)
    guard case .stored(let schema) = naming, self.entity(entity) != entity else { return stored }
    let record = RecordExpression.scope(level: 0, entity: self.entity(entity))
    let kind = schema.kindTest(entity, of: record)
    return .conjunction(of: [kind] + [stored].compactMap { $0 })
  }
}

extension Schema {
  /// Whether `record` is there and one of `entity`, or of what specialises it.
  public func kindTest(_ entity: String, of record: RecordExpression) -> TypedExpression {
    guard root(of: entity) != entity else {
      return TypedExpression(.record(record), .record(entity: record.entity)).isPresent
    }
    return kindMembership(kinds(of: entity).map { .literal(.string($0), .string) }, of: record)
  }

  /// Whether `record` is one of `entity` itself, and not of what specialises it.
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
