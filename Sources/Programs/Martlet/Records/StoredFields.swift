import Model

/// What a Swift struct says of a record, in parts that single statements can make.
struct StoredFields {
  /// The properties with their values. A record within that is there already is its identity, a new one
  /// an object.
  var fields: [(String, Value)] = []
  /// What the struct says of records within that are there already.
  var existing: [Existing] = []
  /// To-many relationships of which some members are new and others not; `fields` has the latter.
  var mixed: [(String, [Value])] = []

  /// The identity that the struct has, where the model has no property `id` of its own.
  private(set) var id: RecordID?

  /// A record that is there already.
  struct Existing {
    let id: RecordID
    let record: StoredFields
  }

  /// Whether more than one statement is needed.
  var isNested: Bool { !existing.isEmpty || !mixed.isEmpty }

  /// Picks what is stored out of the properties of `model`, which stands for a record of `entity`.
  ///
  /// - Parameter keepsNil: Whether nil is a value too, and not the wish for none.
  init(of model: some Encodable, _ entity: String, in schema: Schema, keepsNil: Bool) throws {
    guard case .object(let fields) = try ValueEncoder.value(of: model) else {
      throw QueryError("\(type(of: model)) has no properties, so it cannot be a \(entity)")
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
        // Others are given, so that they are reported.
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

  /// A record at the other end of a relationship: the identity of one that says its own, else a new one.
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
      // A new record has no identity yet to be given the rest by.
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
  /// Whether the value is a struct, or a new record behind a relationship.
  var isObject: Bool {
    if case .object = self { true } else { false }
  }
}
