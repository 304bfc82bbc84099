/// One stored column: a scalar attribute, or one leaf of a composite.
public struct StoredField: Hashable, Sendable {
  /// The path within the entity.
  public let path: AttributePath
  /// The scalar type.
  public let type: ValueType
  /// Whether the column may be nil.
  public let isOptional: Bool
  /// The optional composite that requires a value here if it is not nil.
  public let requiredWithin: AttributePath?

  /// Creates a stored field.
  public init(
    path: AttributePath,
    type: ValueType,
    isOptional: Bool,
    requiredWithin: AttributePath? = nil
  ) {
    self.path = path
    self.type = type
    self.isOptional = isOptional
    self.requiredWithin = requiredWithin
  }

  /// The stored columns of `attribute`, one for a scalar.
  public static func leaves(of attribute: Attribute) -> [StoredField] {
    leaves(
      AttributePath([attribute.name]),
      attribute.type,
      isOptional: attribute.isOptional,
      within: nil
    )
  }

  /// `composite` is the innermost enclosing optional one.
  private static func leaves(
    _ path: AttributePath,
    _ type: ValueType,
    isOptional: Bool,
    within composite: AttributePath?
  ) -> [StoredField] {
    guard case .composite(let fields) = type else {
      return [
        StoredField(
          path: path,
          type: type,
          isOptional: isOptional || composite != nil,
          requiredWithin: isOptional ? nil : composite
        )
      ]
    }
    return fields.fields.flatMap { field in
      leaves(
        path.appending(field.name),
        field.type,
        isOptional: field.isOptional,
        within: isOptional ? path : composite
      )
    }
  }
}
