/// A type that the schema gives a name: an enum or a struct.
public enum DeclaredType: Hashable, Sendable {
  /// `enum Category { food, travel }`
  case enumeration(EnumerationType)
  /// `struct Address { street: String, city: String }`; the composite bears the struct's name.
  case structure(CompositeType)

  /// The type's name, unique among types and entities.
  public var name: String {
    switch self {
    case .enumeration(let type): type.name
    case .structure(let type): type.name ?? ""
    }
  }

  /// The type of the attributes that are declared with the name.
  public var valueType: ValueType {
    switch self {
    case .enumeration(let type): .enumeration(type)
    case .structure(let type): .composite(type)
    }
  }
}

extension ValueType {
  /// The type with every declared type in it as `types` have it under the same name.
  public func updated(by types: [DeclaredType]) -> ValueType {
    switch self {
    case .enumeration(let type):
      types.first { $0.name == type.name }?.valueType ?? self
    case .composite(let type):
      if let name = type.name, let new = types.first(where: { $0.name == name }) {
        new.valueType
      } else {
        .composite(
          CompositeType(
            name: type.name,
            fields: type.fields.map {
              CompositeField(
                name: $0.name,
                type: $0.type.updated(by: types),
                isOptional: $0.isOptional
              )
            }
          )
        )
      }
    case .list(let element): .list(element.updated(by: types))
    default: self
    }
  }
}
