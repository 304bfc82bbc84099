import Diagnostics
import Model

/// The content of a schema diagram: a box for each model, enum and struct, and lines between them.
///
/// All texts are escaped for a terminal, since invisible characters would not show in an image.
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
    /// Empty if the box shows only the name.
    let rows: [Row]

    init(_ name: String, _ kind: Kind, rows: [Row]) {
      (self.name, self.kind, self.rows) = (escapedForTerminal(name), kind, rows)
    }
  }

  /// A member of a model or a struct, or a case of an enum.
  struct Row {
    let name: String
    /// Nil for the cases of an enum.
    let type: String?
    /// A remark such as `unique`.
    let remark: String?

    init(_ name: String, type: String? = nil, remark: String? = nil) {
      self.name = escapedForTerminal(name)
      self.type = type.map(escapedForTerminal)
      self.remark = remark
    }
  }

  /// One end of a relationship.
  struct End {
    /// The index of the box.
    let box: Int
    /// The relationship from the other end to this one; nil if it has no name.
    let role: String?
    /// The number of records at this end: `1`, `0..1`, `*`, `1..3`.
    let count: String
    /// The delete rule for this end; nil for the default.
    let rule: String?
  }

  /// A connection between two boxes.
  enum Line {
    case relationship(End, End)
    /// The first is a submodel of the second.
    case specialization(Int, Int)
    /// Members of the first have the type of the second.
    case use(Int, Int)
  }

  /// In schema order: models first.
  private(set) var boxes: [Box] = []
  /// The connections; each relationship once, from the end declared first.
  private(set) var lines: [Line] = []

  private let schema: Schema
  /// The shown part of the schema; nil for all.
  private let selection: DiagramSelection?
  private var places: [String: Int] = [:]

  /// A diagram of `schema`, or of `names` with everything they use.
  init(_ schema: Schema, names: Set<String>? = nil) {
    self.schema = schema
    selection = names.map { DiagramSelection($0, of: schema) }
    let entities = schema.entities.filter { isShown($0.name) }
    let types = schema.types.filter { isShown($0.name) }
    boxes = entities.map { box($0) } + types.map { box($0) }
    let names = entities.map(\.name) + types.map(\.name)
    for (place, name) in names.enumerated() { places[name] = place }
    for entity in entities {
      guard let place = places[entity.name] else { continue }
      if let parent = entity.parent, let above = places[parent], isChosen(entity.name, parent) {
        lines.append(.specialization(place, above))
      }
      addRelationships(of: entity)
    }
    for (place, name) in names.enumerated() { addUses(of: name, at: place) }
  }

  private func isShown(_ name: String) -> Bool {
    guard let selection else { return true }
    return selection.whole.contains(name) || selection.aside.contains(name)
  }

  /// Whether to draw a line between two boxes.
  private func isChosen(_ name: String, _ other: String) -> Bool {
    guard let selection else { return true }
    return selection.chosen.contains(name) || selection.chosen.contains(other)
  }

  /// Whether the members of a box are shown.
  private func isWhole(_ name: String) -> Bool { selection?.whole.contains(name) ?? true }

  // MARK: Boxes

  private func box(_ entity: Entity) -> Box {
    guard isWhole(entity.name) else { return Box(entity.name, .model, rows: []) }
    let rows = entity.ownProperties.compactMap { property -> Row? in
      switch property {
      case .attribute(let attribute):
        Row(
          attribute.name,
          type: Self.typeName(attribute.type) + (attribute.isOptional ? "?" : ""),
          remark: attribute.isUnique ? "unique" : nil
        )
      case .computed(let computed):
        Row(computed.name, type: Self.typeName(computed.type), remark: "computed")
      case .relationship: nil
      }
    }
    return Box(entity.name, .model, rows: rows)
  }

  private func box(_ type: DeclaredType) -> Box {
    let isWhole = isWhole(type.name)
    switch type.type {
    case .enumeration(let enumeration):
      let rows = isWhole ? enumeration.cases.map { Row($0) } : []
      return Box(type.name, .enumeration, rows: rows)
    case .composite(let composite):
      let fields = isWhole ? composite.fields : []
      return Box(
        type.name,
        .structure,
        rows: fields.map {
          Row($0.name, type: Self.typeName($0.type) + ($0.isOptional ? "?" : ""))
        }
      )
    default: return Box(type.name, .structure, rows: [])
    }
  }

  private static func typeName(_ type: ValueType) -> String {
    if case .list(let element) = type { return "[\(typeName(element))]" }
    return type.declaredName ?? type.description
  }

  // MARK: Lines

  private mutating func addRelationships(of entity: Entity) {
    for case .relationship(let relationship) in entity.ownProperties where !relationship.isAnonymous
    {
      guard isChosen(entity.name, relationship.destination), let near = places[entity.name],
        let far = places[relationship.destination],
        let back = schema.entity(relationship.destination)?.relationship(relationship.inverse)
      else { continue }
      // If both ends have names, draw from the one declared first.
      let isDrawnFromOtherEnd =
        !back.isAnonymous && back != relationship
        && (far < near || far == near && Self.isBefore(back, relationship, in: entity))
      if isDrawnFromOtherEnd { continue }
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
      role: isShown ? escapedForTerminal(relationship.name) : nil,
      count: count(relationship),
      rule: isShown && relationship.deleteRule != .nullify ? relationship.deleteRule.rawValue : nil
    )
  }

  private static func count(_ relationship: Relationship) -> String {
    guard relationship.isToMany else { return relationship.isOptional ? "0..1" : "1" }
    guard let bounds = relationship.bounds else { return "*" }
    return "\(bounds.minimum)..\(bounds.maximum.map(String.init) ?? "*")"
  }

  private mutating func addUses(of name: String, at place: Int) {
    for type in schema.declaredTypes(in: name) {
      guard let target = places[type], isWhole(name) || isChosen(name, type) else { continue }
      lines.append(.use(place, target))
    }
  }
}
