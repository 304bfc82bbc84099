public import Model

/// Recognizes computed attributes that the binder inlined, so that printed expressions use their
/// names.
public struct ComputedNames: Sendable {
  /// A use of a computed attribute.
  public struct Use: Sendable {
    /// The record of the attribute.
    public let record: RecordExpression
    /// The attribute.
    public let attribute: ComputedAttribute
  }

  private let uses: [TypedExpression: Use]
  /// The entities with a parent, by their sets of kinds.
  private let entitiesByKinds: [Set<String>: String]

  /// Finds computed attributes of `schema` in `expressions` at scope level 0.
  ///
  /// Expressions of requests have stored names; those of a schema have model names (`areOfModels`).
  public init(schema: Schema, expressions: [TypedExpression], areOfModels: Bool = false) {
    let stored = areOfModels ? nil : StoredNames(schema)
    var uses: [TypedExpression: Use] = [:]
    for place in RecordUses(expressions).uses {
      for kind in schema.kinds(of: place.record.entity) {
        for attribute in schema.entity(kind)?.computedAttributes ?? []
        where attribute.expression.isClearerAsName {
          let record = place.record.cast(to: kind)
          let inlined = attribute.expression.inlined(at: record, innermost: place.level)
          let expression = stored?.expression(inlined) ?? inlined
          if uses[expression] == nil {
            uses[expression] = Use(
              record: areOfModels ? record : place.record,
              attribute: attribute
            )
          }
        }
      }
    }
    self.uses = uses
    let specialized = schema.entities.filter { $0.parent != nil }.map(\.name)
    entitiesByKinds = Dictionary(
      keepingFirst: specialized.map { (Set(schema.kinds(of: $0)), $0) }
    )
  }

  /// Creates an empty set of names.
  public init() {
    uses = [:]
    entitiesByKinds = [:]
  }

  /// The computed attribute that `expression` was inlined from; nil if none.
  public subscript(expression: TypedExpression) -> Use? { uses[expression] }

  /// The kind test that `expression` is, if any.
  public func kindTest(_ expression: TypedExpression) -> KindTest? {
    guard case .membership(let operand, let elements) = expression.kind,
      case .attribute(let path, let record) = operand.kind,
      path.components == [Schema.kindAttribute]
    else { return nil }
    let names = elements.compactMap { element -> String? in
      if case .literal(.string(let name)) = element.kind { name } else { nil }
    }
    guard names.count == elements.count, let entity = entitiesByKinds[Set(names)] else {
      return KindTest(record: record, entity: names.first ?? record.entity, isExact: true)
    }
    return KindTest(record: record, entity: entity, isExact: false)
  }

  /// The entity and name of a stored name like `Car.doors`; nil for a plain name.
  public func specialized(_ name: String) -> (entity: String, name: String)? {
    guard let dot = name.firstIndex(of: "."),
      entitiesByKinds.values.contains(String(name[..<dot]))
    else { return nil }
    return (String(name[..<dot]), String(name[name.index(after: dot)...]))
  }
}

/// A test of a record's entity: `self is Car`.
public struct KindTest: Sendable {
  /// The record that is tested.
  public let record: RecordExpression
  /// The entity to test for.
  public let entity: String
  /// Whether descendants are excluded.
  public let isExact: Bool
}

extension TypedExpression {
  /// Whether the name of a computed attribute is better than the expression. Plain attributes and
  /// constants could have been written as they are.
  fileprivate var isClearerAsName: Bool {
    switch kind {
    case .attribute, .record, .composite, .element: false
    default: !isConstant
    }
  }
}
