import Model

/// What a picture of a schema shows: a box for each model, enum and struct, and lines between them.
struct SchemaDiagram {
  /// A model or a named type.
  struct Box {
    enum Kind: String {
      case model
      case enumeration = "enum"
      case structure = "struct"
    }

    let name: String
    let kind: Kind
    let rows: [Row]
  }

  /// A member of a model or a struct, or a case of an enum.
  struct Row {
    let name: String
    /// Nil for the cases of an enum.
    var type: String?
    /// What else is said of it, `unique`.
    var remark: String?
  }

  /// What one end of a relationship says.
  struct End {
    /// The place of the box among all boxes.
    let box: Int
    /// The relationship that leads here from the other end; nil where none has a name.
    let role: String?
    /// How many records may stand here: `1`, `0..1`, `*`, `1..3`.
    let count: String
    /// What happens here when a record at the other end is deleted; nil for the usual.
    let rule: String?
  }

  /// How two boxes belong together.
  enum Line {
    case relationship(End, End)
    /// The first specialises the second.
    case specialization(Int, Int)
    /// Members of the first are of the type that the second is.
    case use(Int, Int)
  }

  /// In the order of the schema: models first.
  private(set) var boxes: [Box] = []
  /// Each relationship once, from the end that was declared first.
  private(set) var lines: [Line] = []

  /// The whole of `schema`, or of it what is called one of `names` and the lines between these.
  init(_ schema: Schema, names: Set<String>? = nil) {
    let entities = schema.entities.filter { names?.contains($0.name) ?? true }
    let types = schema.types.filter { names?.contains($0.name) ?? true }
    boxes = entities.map(Self.box) + types.map(Self.box)
    var places: [String: Int] = [:]
    for (place, box) in boxes.enumerated() { places[box.name] = place }
    for entity in entities {
      guard let place = places[entity.name] else { continue }
      if let parent = entity.parent.flatMap({ places[$0] }) {
        lines.append(.specialization(place, parent))
      }
      addRelationships(of: entity, schema, places)
    }
    for (place, box) in boxes.enumerated() {
      addUses(of: box.name, at: place, schema, places)
    }
  }

  // MARK: Boxes

  private static func box(_ entity: Entity) -> Box {
    let rows = entity.ownProperties.compactMap { property -> Row? in
      switch property {
      case .attribute(let attribute):
        Row(
          name: attribute.name,
          type: typeName(attribute.type) + (attribute.isOptional ? "?" : ""),
          remark: attribute.isUnique ? "unique" : nil
        )
      case .computed(let computed):
        Row(name: computed.name, type: typeName(computed.type), remark: "computed")
      case .relationship: nil
      }
    }
    return Box(name: entity.name, kind: .model, rows: rows)
  }

  private static func box(_ type: DeclaredType) -> Box {
    switch type.type {
    case .enumeration(let enumeration):
      Box(name: type.name, kind: .enumeration, rows: enumeration.cases.map { Row(name: $0) })
    case .composite(let composite):
      Box(
        name: type.name,
        kind: .structure,
        rows: composite.fields.map {
          Row(name: $0.name, type: typeName($0.type) + ($0.isOptional ? "?" : ""))
        }
      )
    default: Box(name: type.name, kind: .structure, rows: [])
    }
  }

  private static func typeName(_ type: ValueType) -> String {
    if case .list(let element) = type { return "[\(typeName(element))]" }
    return type.declaredName ?? type.description
  }

  // MARK: Lines

  private mutating func addRelationships(
    of entity: Entity,
    _ schema: Schema,
    _ places: [String: Int]
  ) {
    for case .relationship(let relationship) in entity.ownProperties where !relationship.isAnonymous
    {
      guard let near = places[entity.name], let far = places[relationship.destination],
        let back = schema.entity(relationship.destination)?.relationship(relationship.inverse)
      else { continue }
      // Where both ends have names, the one that was declared first tells of both.
      let isToldFromThere =
        !back.isAnonymous && back != relationship
        && (far < near || far == near && Self.isBefore(back, relationship, in: entity))
      if isToldFromThere { continue }
      lines.append(
        .relationship(
          Self.end(near, back, isShown: !back.isAnonymous && back != relationship),
          Self.end(far, relationship, isShown: true)
        )
      )
    }
  }

  private static func isBefore(
    _ first: Relationship,
    _ second: Relationship,
    in entity: Entity
  ) -> Bool {
    let names = entity.ownProperties.map(\.name)
    let place = { names.firstIndex(of: $0) ?? names.count }
    return place(first.name) < place(second.name)
  }

  private static func end(_ box: Int, _ relationship: Relationship, isShown: Bool) -> End {
    End(
      box: box,
      role: isShown ? relationship.name : nil,
      count: count(relationship),
      rule: isShown && relationship.deleteRule != .nullify ? relationship.deleteRule.rawValue : nil
    )
  }

  private static func count(_ relationship: Relationship) -> String {
    guard relationship.isToMany else { return relationship.isOptional ? "0..1" : "1" }
    guard let bounds = relationship.bounds else { return "*" }
    return "\(bounds.minimum)..\(bounds.maximum.map(String.init) ?? "*")"
  }

  private mutating func addUses(
    of name: String,
    at place: Int,
    _ schema: Schema,
    _ places: [String: Int]
  ) {
    var types: [ValueType] = []
    if let entity = schema.entity(name) {
      for case .attribute(let attribute) in entity.ownProperties { types.append(attribute.type) }
    } else if case .composite(let composite) = schema.type(name)?.type {
      types = composite.fields.map(\.type)
    }
    var used: [Int] = []
    for type in types {
      guard let target = type.declaredName.flatMap({ places[$0] }), target != place,
        !used.contains(target)
      else { continue }
      used.append(target)
      lines.append(.use(place, target))
    }
  }
}
