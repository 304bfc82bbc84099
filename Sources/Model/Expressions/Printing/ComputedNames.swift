public import Model

/// Knows computed attributes again where the binder put their expressions, so that texts can say
/// `spent` as the query did.
public struct ComputedNames: Sendable {
  /// A computed attribute where it was used.
  public struct Use: Sendable {
    /// The record whose attribute it is.
    public let record: RecordExpression
    /// The attribute.
    public let attribute: ComputedAttribute
  }

  private let uses: [TypedExpression: Use]
  /// The entities that specialise others, by the kinds of record that each has.
  private let entitiesByKinds: [Set<String>: String]

  /// Looks for computed attributes of `schema` in `expressions` over the records of scope level 0.
  ///
  /// Expressions of requests have the names of stored entities, those of a schema the names of
  /// models (`areOfModels`).
  public init(schema: Schema, expressions: [TypedExpression], areOfModels: Bool = false) {
    let stored = areOfModels ? nil : StoredNames(schema)
    var uses: [TypedExpression: Use] = [:]
    for place in RecordUses(expressions).uses {
      for kind in schema.kinds(of: place.record.entity) {
        for attribute in schema.entity(kind)?.computedAttributes ?? []
        where attribute.expression.isWorthAName {
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
    let specialised = schema.entities.filter { $0.parent != nil }.map(\.name)
    entitiesByKinds = Dictionary(
      specialised.map { (Set(schema.kinds(of: $0)), $0) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// No names: every expression is written out.
  public init() {
    uses = [:]
    entitiesByKinds = [:]
  }

  /// The computed attribute that `expression` came from; nil if it was written as it is.
  public subscript(expression: TypedExpression) -> Use? { uses[expression] }

  /// What `expression` asks, if it asks of which kind a record is.
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

  /// The entity and the name behind a stored name like `Car.doors`; nil for a plain name.
  public func specialised(_ name: String) -> (entity: String, name: String)? {
    guard let dot = name.firstIndex(of: "."),
      entitiesByKinds.values.contains(String(name[..<dot]))
    else { return nil }
    return (String(name[..<dot]), String(name[name.index(after: dot)...]))
  }
}

/// `self is Car`, in the form that a store is asked.
public struct KindTest: Sendable {
  /// The record that is tested.
  public let record: RecordExpression
  /// What it has to be.
  public let entity: String
  /// Whether records of what specialises the entity are left out.
  public let isExact: Bool
}

extension TypedExpression {
  /// Whether the expression says more than a computed attribute's name would: an attribute called
  /// by another name, or a constant, could have been written as it is.
  fileprivate var isWorthAName: Bool {
    switch kind {
    case .attribute, .record, .composite, .element: false
    default: !isConstant
    }
  }
}
