/// A named type of the schema: an enum or a struct.
public struct DeclaredType: Hashable, Sendable {
  /// The type of attributes that are declared with the name.
  public let type: ValueType
  /// The documentation of the type, shown by `.schema`.
  public let documentation: String?

  /// `enum Category { food, travel }`
  public static func enumeration(
    _ type: EnumerationType,
    documentation: String? = nil
  ) -> DeclaredType {
    DeclaredType(type: .enumeration(type), documentation: documentation)
  }

  /// `struct Address { street: String, city: String }`; the composite has the struct's name.
  public static func structure(
    _ type: CompositeType,
    documentation: String? = nil
  ) -> DeclaredType {
    DeclaredType(type: .composite(type), documentation: documentation)
  }

  private init(type: ValueType, documentation: String?) {
    self.type = type
    self.documentation = documentation
  }

  /// The type's name, unique among types and entities.
  public var name: String { type.description }
}

extension ValueType {
  /// The name of the declared type, or of that of the elements.
  public var declaredName: String? {
    switch self {
    case .enumeration(let type): type.name
    case .composite(let type): type.name
    case .list(let element): element.declaredName
    default: nil
    }
  }

  /// The type with its declared types replaced by those of the same name in `types`.
  public func updated(by types: [DeclaredType]) -> ValueType {
    if case .list(let element) = self { return .list(element.updated(by: types)) }
    if let name = declaredName, let new = types.first(where: { $0.name == name }) {
      return new.type
    }
    guard case .composite(let type) = self else { return self }
    let fields = type.fields.map {
      CompositeField(name: $0.name, type: $0.type.updated(by: types), isOptional: $0.isOptional)
    }
    return .composite(CompositeType(name: type.name, fields: fields))
  }
}

extension Property {
  /// The member with its declared types replaced by those of the same name in `types`.
  public func updated(by types: [DeclaredType]) -> Property {
    guard case .attribute(var attribute) = self else { return self }
    attribute.type = attribute.type.updated(by: types)
    return .attribute(attribute)
  }
}

extension Entity {
  /// The entity with its declared types replaced by those of the same name in `types`.
  public func updated(by types: [DeclaredType]) -> Entity {
    let updated = ownProperties.map { $0.updated(by: types) }
    return updated == ownProperties ? self : with(ownProperties: updated)
  }
}
