import Model

/// The values of a Swift struct, divided into the statements that store them.
struct StoredFields {
  /// The members with their values. Existing related records are identities, new ones objects.
  var fields: [(String, Value)] = []
  /// The values of existing related records.
  var existing: [Existing] = []
  /// To-many relationships with both new and existing records. `fields` has the existing ones.
  var mixed: [(String, [Value])] = []

  /// The struct's `id`, unless the model declares a member of this name.
  private(set) var id: RecordID?

  /// An existing related record.
  struct Existing {
    let id: RecordID
    let record: StoredFields
  }

  /// Whether storing takes more than one statement.
  var isNested: Bool { !existing.isEmpty || !mixed.isEmpty }

  /// Encodes `model` as a record of `entity`.
  ///
  /// - Parameter keepsNil: Whether nil sets a member to nil. If false, nil leaves it out.
  init(of model: some Encodable, _ entity: String, in schema: Schema, keepsNil: Bool) throws {
    guard case .object(let fields) = try ValueEncoder.value(of: model) else {
      throw QueryError("\(type(of: model)) has no properties, so it cannot be stored as \(entity)")
    }
    let model = schema.entity(entity)
    add(fields, model, in: schema, keepsNil: keepsNil)
    id = Self.identity(fields, of: model)
  }

  private static func identity(_ fields: [ObjectField], of entity: Entity?) -> RecordID? {
    guard entity?.property("id") == nil,
      case .record(let id)? = fields.first(where: { $0.name == "id" })?.value
    else { return nil }
    return id
  }

  private init() {}

  private mutating func add(
    _ given: [ObjectField],
    _ entity: Entity?,
    in schema: Schema,
    keepsNil: Bool
  ) {
    for field in given {
      switch (entity?.property(field.name), field.value) {
      case (.computed?, _): continue
      case (nil, .record), (nil, .null):
        // Other unknown names are reported.
        if field.name == "id" { continue }
      case (.relationship(let relationship)?, .null) where relationship.isToMany: continue
      case (.relationship(let relationship)?, let value):
        add(relationship, value, in: schema, keepsNil: keepsNil)
        continue
      default: break
      }
      if keepsNil || !field.value.isNull { fields.append((field.name, field.value)) }
    }
  }

  private mutating func add(
    _ relationship: Relationship,
    _ value: Value,
    in schema: Schema,
    keepsNil: Bool
  ) {
    switch value {
    case .object: fields.append((relationship.name, member(value, of: relationship, in: schema)))
    case .list(let elements):
      let members = elements.map { member($0, of: relationship, in: schema) }
      let there = members.filter { !$0.isObject }
      if there.isEmpty || there.count == members.count {
        fields.append((relationship.name, .list(members)))
      } else {
        fields.append((relationship.name, .list(there)))
        mixed.append((relationship.name, members))
      }
    default: if keepsNil || !value.isNull { fields.append((relationship.name, value)) }
    }
  }

  /// A related record: an identity if the struct has one, or else the values of a new record.
  private mutating func member(
    _ value: Value,
    of relationship: Relationship,
    in schema: Schema
  ) -> Value {
    guard case .object(let given) = value else { return value }
    let entity = schema.entity(relationship.destination)
    var inner = StoredFields()
    guard let id = Self.identity(given, of: entity) else {
      inner.add(given, entity, in: schema, keepsNil: false)
      existing += inner.existing
      // A new record has no identity yet, so all its values go into one statement.
      let whole = inner.fields.map { name, value in
        ObjectField(name, inner.mixed.first { $0.0 == name }.map { .list($0.1) } ?? value)
      }
      return .object(whole)
    }
    inner.add(given, entity, in: schema, keepsNil: true)
    existing.append(Existing(id: id, record: inner))
    return .record(id)
  }
}

extension Value {
  /// Whether the value is a struct or a new related record.
  var isObject: Bool {
    if case .object = self { true } else { false }
  }
}
