import Diagnostics
public import Model

/// A schema as a Mermaid class diagram, which Markdown viewers draw (https://mermaid.js.org): a box
/// for each model, enum and struct, and lines between them.
public struct MermaidDiagram {
  private let schema: Schema
  /// The shown part of the schema; nil for all.
  private let selection: DiagramSelection?
  /// The shown names, models first, with the identifiers of their boxes.
  private let boxes: [(name: String, id: String)]
  private let ids: [String: String]

  /// A diagram of `schema`, or of `names` with everything they use.
  public init(_ schema: Schema, names: Set<String>? = nil) {
    let selection = names.map { DiagramSelection($0, of: schema) }
    let shown = (schema.entities.map(\.name) + schema.types.map(\.name)).filter {
      selection.map { $0.whole.union($0.aside) }?.contains($0) ?? true
    }
    boxes = Array(zip(shown, Self.ids(shown.map(escapedForTerminal))))
    ids = Dictionary(boxes.map { ($0.name, $0.id) }, uniquingKeysWith: { first, _ in first })
    (self.schema, self.selection) = (schema, selection)
  }

  /// The lines of the diagram.
  public var lines: [String] {
    let entities = boxes.compactMap { schema.entity($0.name) }
    return ["classDiagram"] + boxes.flatMap { box($0.name, $0.id) }
      + entities.flatMap { parentLines(of: $0) + relationshipLines(of: $0) }
      + boxes.flatMap { useLines(of: $0.name) }
  }

  /// Unique identifiers that Mermaid accepts: the names, if possible.
  private static func ids(_ names: [String]) -> [String] {
    let plain = Set(names.filter(MermaidText.isName))
    return names.enumerated().map { place, name in
      if plain.contains(name) { return name }
      var id = "box\(place + 1)"
      while plain.contains(id) { id += "_" }
      return id
    }
  }

  /// Whether the members of a box are shown.
  private func isWhole(_ name: String) -> Bool { selection?.whole.contains(name) ?? true }

  /// Whether to draw a line between two boxes.
  private func isChosen(_ name: String, _ other: String) -> Bool {
    guard let chosen = selection?.chosen else { return true }
    return chosen.contains(name) || chosen.contains(other)
  }

  // MARK: Boxes

  private func box(_ name: String, _ id: String) -> [String] {
    let text = escapedForTerminal(name)
    let head = id == text ? id : "\(id)[\"\(MermaidText.escaped(text))\"]"
    let type = schema.type(name)?.type
    let kind = type.map { if case .enumeration = $0 { "    <<enum>>" } else { "    <<struct>>" } }
    let rows = isWhole(name) ? type.map(rows) ?? schema.entity(name).map(rows) ?? [] : []
    let inner = (kind.map { [$0] } ?? []) + rows.map { "    " + Self.text($0) }
    return inner.isEmpty ? ["  class \(head)"] : ["  class \(head) {"] + inner + ["  }"]
  }

  /// A member of a model or a struct, or a case of an enum.
  private typealias Row = (name: String, type: String, remark: String)

  private static func text(_ row: Row) -> String {
    let parts = [escapedForTerminal(row.name), escapedForTerminal(row.type), row.remark]
      .map(MermaidText.escaped)
    return parts[0] + (parts[1].isEmpty ? "" : ": " + parts[1])
      + (parts[2].isEmpty ? "" : " " + parts[2])
  }

  private func rows(_ entity: Entity) -> [Row] {
    entity.ownProperties.compactMap { property in
      switch property {
      case .attribute(let attribute):
        (
          attribute.name, Self.typeName(attribute.type, isOptional: attribute.isOptional),
          attribute.isUnique || entity.folding(of: [attribute.name]) != nil ? "unique" : ""
        )
      case .computed(let computed):
        (computed.name, Self.typeName(computed.type, isOptional: false), "computed")
      case .relationship: nil
      }
    }
  }

  private func rows(_ type: ValueType) -> [Row] {
    switch type {
    case .enumeration(let enumeration): enumeration.cases.map { ($0, "", "") }
    case .composite(let composite):
      composite.fields.map { ($0.name, Self.typeName($0.type, isOptional: $0.isOptional), "") }
    default: []
    }
  }

  private static func typeName(_ type: ValueType, isOptional: Bool) -> String {
    let mark = isOptional ? "?" : ""
    if case .list(let element) = type { return "[\(typeName(element, isOptional: false))]" + mark }
    return (type.declaredName ?? type.description) + mark
  }

  // MARK: Lines

  private func parentLines(of entity: Entity) -> [String] {
    guard let parent = entity.parent, let above = ids[parent], let below = ids[entity.name],
      isChosen(entity.name, parent)
    else { return [] }
    return ["  \(above) <|-- \(below)"]
  }

  private func useLines(of name: String) -> [String] {
    schema.declaredTypes(in: name).compactMap { type in
      guard let user = ids[name], let used = ids[type], isWhole(name) || isChosen(name, type)
      else { return nil }
      return "  \(user) ..> \(used)"
    }
  }

  /// A line for each relationship, from the end declared first if both ends have names.
  private func relationshipLines(of entity: Entity) -> [String] {
    entity.ownProperties.compactMap { property in
      guard case .relationship(let relationship) = property, !relationship.isAnonymous,
        isChosen(entity.name, relationship.destination), let near = ids[entity.name],
        let far = ids[relationship.destination],
        let back = schema.entity(relationship.destination)?.relationship(relationship.inverse)
      else { return nil }
      let isNamed = !back.isAnonymous && back != relationship
      if isNamed, place(relationship.destination, back) < place(entity.name, relationship) {
        return nil
      }
      let roles = [relationship] + (isNamed ? [back] : [])
      return "  \(near) \"\(Self.count(back))\" -- \"\(Self.count(relationship))\" \(far) : "
        + roles.map(Self.role).joined(separator: " / ")
    }
  }

  private func place(_ entity: String, _ relationship: Relationship) -> (Int, Int) {
    let own = schema.entity(entity)?.ownProperties ?? []
    return (
      boxes.firstIndex { $0.name == entity } ?? 0,
      own.firstIndex { $0.name == relationship.name } ?? own.count
    )
  }

  /// `expenses (cascade)`
  private static func role(_ relationship: Relationship) -> String {
    let rule = relationship.deleteRule
    return MermaidText.escaped(escapedForTerminal(relationship.name))
      + (rule == .nullify ? "" : " (\(rule.rawValue))")
  }

  /// The number of records at an end: `1`, `0..1`, `*`, `1..3`.
  private static func count(_ relationship: Relationship) -> String {
    guard relationship.isToMany else { return relationship.isOptional ? "0..1" : "1" }
    guard let bounds = relationship.bounds else { return "*" }
    return "\(bounds.minimum)..\(bounds.maximum.map(String.init) ?? "*")"
  }
}

/// The names and texts that Mermaid accepts in class diagrams.
private enum MermaidText {
  /// Reserved words, and members of every JavaScript object, which break Mermaid's lookup.
  private static let taken = Set(
    """
    accDescr accTitle call callback class classDef classDiagram click cssClass direction end href link namespace note o
    style constructor hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf
    """.split { $0.isWhitespace }.map(String.init)
  )

  /// Whether a name is a valid identifier.
  static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, isLetter(first), !taken.contains(name) else { return false }
    return name.utf8.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "_") }
      && !name.hasSuffix("_")
  }

  /// Escapes characters that are special to Mermaid or Markdown as scalar numbers, which Mermaid
  /// shows as the characters.
  static func escaped(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    var safe = ""
    for (place, scalar) in scalars.enumerated() {
      switch scalar {
      case " ", ".", ",", "?", "[", "]", "'", "/", "=", "!", "@": safe.unicodeScalars.append(scalar)
      // Within a word, it does not mean emphasis.
      case "_" where isInWord(place, scalars): safe.unicodeScalars.append(scalar)
      case _ where isBlank(scalar): safe += " "
      case _
      where scalar.isASCII && !scalar.properties.isAlphabetic && !("0"..."9").contains(scalar):
        safe += "#\(scalar.value);"
      default: safe.unicodeScalars.append(scalar)
      }
    }
    return safe
  }

  private static func isInWord(_ place: Int, _ scalars: [Unicode.Scalar]) -> Bool {
    guard place > 0, place < scalars.count - 1 else { return false }
    return [scalars[place - 1], scalars[place + 1]].allSatisfy {
      $0.properties.isAlphabetic || ("0"..."9").contains($0)
    }
  }

  /// Whether a scalar is a control or a line break.
  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
