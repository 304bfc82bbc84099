import Diagnostics
import Model

/// Reads the records of a graph; the schema decides the types of values.
struct GraphRecordReader {
  /// A record of a graph.
  struct Record {
    let id: RecordID
    let model: String
    let values: [ObjectField]
  }

  let schema: Schema
  /// The root entity being read.
  private var root = ""
  /// The stored properties of the models seen so far.
  private var types: [String: [String: ValueType]] = [:]

  init(schema: Schema) { self.schema = schema }

  /// Starts the records of a root entity.
  mutating func begin(_ entity: String, at offset: Int) throws(ReadingFailure) {
    guard schema.entity(entity) != nil else {
      let names = schema.entities.map(\.name)
      throw .fact(.invalid("there is no model `\(entity)`" + Self.hint(entity, names)), at: offset)
    }
    let root = schema.root(of: entity)
    guard root == entity else {
      throw .fact(.invalid("records of \(entity) belong under \(root)"), at: offset)
    }
    self.root = root
  }

  /// Reads the next record.
  mutating func record(_ cursor: inout JSONCursor) throws(ReadingFailure) -> Record {
    let start = cursor.position
    var id: RecordID?
    var model = root
    var values: (model: String, fields: [ObjectField])?
    var valuesCursor: JSONCursor?
    let root = root
    var reader = self
    try cursor.forEachKey { cursor, key throws(ReadingFailure) in
      switch key {
      case "id": id = try reader.id(&cursor, of: root)
      case "model": model = try reader.model(&cursor)
      case "values":
        valuesCursor = cursor
        values = (model, try reader.values(&cursor, of: model))
      default: throw .fact(.invalid("a record has no \"\(key)\""), at: cursor.position)
      }
    }
    // The types of the values depend on the model, which may come after them.
    if var cursor = valuesCursor, values?.model != model {
      values = (model, try reader.values(&cursor, of: model))
    }
    self = reader
    guard let id else { throw .fact(.invalid("the record has no \"id\""), at: start) }
    return Record(id: id, model: model, values: values?.fields ?? [])
  }

  private func model(_ cursor: inout JSONCursor) throws(ReadingFailure) -> String {
    _ = cursor.peek()
    let offset = cursor.position
    let name = try cursor.text()
    let kinds = schema.kinds(of: root)
    guard kinds.contains(name) else {
      let message = "`\(name)` is not a model that specializes \(root)"
      throw .fact(.invalid(message + Self.hint(name, kinds)), at: offset)
    }
    return name
  }

  // MARK: Values

  private mutating func values(
    _ cursor: inout JSONCursor,
    of model: String
  ) throws(ReadingFailure) -> [ObjectField] {
    let types = types(of: model)
    var fields: [ObjectField] = []
    try cursor.forEachKey { cursor, key throws(ReadingFailure) in
      _ = cursor.peek()
      guard let type = types[key] else {
        let message = "\(model) stores no `\(key)`" + Self.hint(key, types.keys.sorted())
        throw .fact(.invalid(message), at: cursor.position)
      }
      let value = try self.value(&cursor, type)
      if !value.isNull { fields.append(ObjectField(key, value)) }
    }
    return fields
  }

  private mutating func types(of model: String) -> [String: ValueType] {
    if let known = types[model] { return known }
    var made: [String: ValueType] = [:]
    for property in schema.entity(model)?.properties ?? [] {
      switch property {
      case .attribute(let attribute): made[attribute.name] = attribute.type
      case .relationship(let relationship):
        let root = schema.root(of: relationship.destination)
        made[relationship.name] =
          relationship.isToMany ? .toMany(entity: root) : .record(entity: root)
      case .computed: break
      }
    }
    types[model] = made
    return made
  }

  private func value(
    _ cursor: inout JSONCursor,
    _ type: ValueType
  ) throws(ReadingFailure) -> Value {
    switch (try cursor.valueStart(), type) {
    case (.null, _):
      try cursor.skipWord("null")
      return .null
    case (.object, .composite(let composite)):
      return try object(&cursor, composite)
    case (.array, .list(let element)):
      return try list(&cursor) { cursor throws(ReadingFailure) in try value(&cursor, element) }
    case (.array, .toMany(let root)):
      return try list(&cursor) { cursor throws(ReadingFailure) in
        .record(try id(&cursor, of: root))
      }
    case (.string, .record(let root)):
      return .record(try id(&cursor, of: root))
    default:
      let offset = cursor.position
      var ahead = cursor
      guard let value = try GraphScalar.value(&cursor, type) else {
        throw .fact(
          .unexpectedText(found: Self.found(&ahead), expected: Self.text(type)),
          at: offset
        )
      }
      return value
    }
  }

  private func list(
    _ cursor: inout JSONCursor,
    _ element: (inout JSONCursor) throws(ReadingFailure) -> Value
  ) throws(ReadingFailure) -> Value {
    var values: [Value] = []
    try cursor.forEachElement { cursor throws(ReadingFailure) in
      values.append(try element(&cursor))
    }
    return .list(values)
  }

  private func object(
    _ cursor: inout JSONCursor,
    _ type: CompositeType
  ) throws(ReadingFailure) -> Value {
    var fields: [ObjectField] = []
    try cursor.forEachKey { cursor, key throws(ReadingFailure) in
      _ = cursor.peek()
      guard let field = type.field(key) else {
        let name = ValueType.composite(type).description
        let message = "\(name) has no `\(key)`" + Self.hint(key, type.fields.map(\.name))
        throw .fact(.invalid(message), at: cursor.position)
      }
      fields.append(ObjectField(key, try self.value(&cursor, field.type)))
    }
    return .object(fields)
  }

  /// Reads the identity of a record of `root`.
  private func id(
    _ cursor: inout JSONCursor,
    of root: String
  ) throws(ReadingFailure) -> RecordID {
    _ = cursor.peek()
    let offset = cursor.position
    var ahead = cursor
    guard cursor.peek() == Byte.quote else {
      throw cursor.unexpected("an identity such as \"\(root)#1\"")
    }
    let text = try cursor.text()
    guard let id = RecordID(literal: text), id.entity == root, id.description == text,
      case .number(1...) = id.key
    else {
      let expected = "an identity such as \"\(root)#1\""
      throw .fact(.unexpectedText(found: Self.found(&ahead), expected: expected), at: offset)
    }
    return id
  }

  // MARK: Words

  /// `; did you mean …`
  private static func hint(_ name: String, _ names: [String]) -> String {
    didYouMean(nearestNames(to: name, in: names)).map { "; \($0)" } ?? ""
  }

  /// The start of an unexpected value.
  private static func found(_ cursor: inout JSONCursor) -> String {
    let offset = cursor.position
    guard (try? cursor.skipValue(depth: 1)) != nil else { return "something else" }
    let text = FieldText(
      start: cursor.start + offset,
      count: min(cursor.position - offset, 160),
      limit: cursor.start + cursor.end
    ).string
    return text.count > 40 ? text.prefix(40) + "…" : text
  }

  private static func text(_ type: ValueType) -> String {
    switch type {
    case .composite: "an object of \(type)"
    case .list: "an array of \(type)"
    case .toMany(let entity): "an array of identities such as \"\(entity)#1\""
    case .record(let entity): "an identity such as \"\(entity)#1\""
    default: "\(type)"
    }
  }
}
