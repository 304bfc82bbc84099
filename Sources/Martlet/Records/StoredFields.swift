import Model

/// Picks what is stored out of the properties of a Swift struct.
struct StoredFields {
  private let entity: Entity?
  private let name: String

  init(_ schema: Schema, _ entity: String) {
    name = entity
    self.entity = schema.entity(entity)
  }

  /// The properties of `model` as values.
  ///
  /// - Parameter keepsNil: Whether nil is a value too, and not the wish for none.
  func fields(of model: some Encodable, keepsNil: Bool) throws -> [(String, Value)] {
    guard case .object(let fields) = try ValueEncoder.value(of: model) else {
      throw QueryError("\(type(of: model)) has no properties, so it cannot be a \(name)")
    }
    return fields.filter { isStored($0) && (keepsNil || !$0.value.isNull) }
      .map { ($0.name, $0.value) }
  }

  /// Whether a field is given: unknown ones are, so that they are reported.
  private func isStored(_ field: ObjectField) -> Bool {
    switch (entity?.property(field.name), field.value) {
    case (.computed?, _): false
    case (nil, .record), (nil, .null): field.name != "id"
    default: true
    }
  }
}
