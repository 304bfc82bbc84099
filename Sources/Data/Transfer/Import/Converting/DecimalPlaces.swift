import Formats
import Model
import Session
import Syntax

/// Finds the numbers of records that become Decimals, which keep all digits.
struct DecimalPlaces {
  private let schema: Schema
  private var groups: [[String]: [String: ExactNumbers.Place]] = [:]

  private init(_ schema: Schema) {
    self.schema = schema
  }

  /// The places in records with the names of an entity.
  static func places(of entity: Entity, in schema: Schema) -> ExactNumbers {
    var places = DecimalPlaces(schema)
    places.add(entity)
    return ExactNumbers(places.groups, group: [entity.name])
  }

  /// The places in records that a `map` turns into an entity.
  ///
  /// Expressions compute with the types that the file suggests.
  static func places(
    of entity: Entity,
    in schema: Schema,
    keys: [KeyMatch],
    mappings: [MappingSyntax]
  ) -> ExactNumbers {
    var places = DecimalPlaces(schema)
    places.add(entity)
    var own = places.groups[[entity.name]] ?? [:]
    for match in keys where match.key.type == .decimal { own[match.relationship.name] = .number }
    let mapped = Set(mappings.map(\.name.text))
    var records = own.filter { !mapped.contains($0.key) }
    let used = mappings.reduce(into: Set<String>()) { $0.formUnion($1.value.wordsComputedWith) }
    for mapping in mappings {
      guard case .expression(let value, _) = mapping.value, let path = value.plainPath,
        let place = own[mapping.name.text]
      else { continue }
      places.put(place, at: path, in: &records)
    }
    places.groups[[]] = records.filter { !used.contains($0.key.lowercased()) }
    return ExactNumbers(places.groups, group: [])
  }

  /// Adds the groups of an entity and of the entities in its arrays.
  private mutating func add(_ entity: Entity) {
    guard groups[[entity.name]] == nil else { return }
    groups[[entity.name]] = [:]
    var places = places(
      entity.attributes.map { ($0.name, $0.type) },
      within: [entity.name]
    )
    // A column can name a field of a struct: `price.amount`.
    for field in entity.storedFields where field.path.components.count > 1 && field.type.isDecimal {
      places[field.path.description] = .number
    }
    for relationship in entity.relationships where relationship.isToMany {
      guard let destination = schema.entity(relationship.destination) else { continue }
      add(destination)
      places[relationship.name] = .object([destination.name])
    }
    groups[[entity.name]] = places
  }

  /// The places of fields; each struct gets its own group.
  private mutating func places(
    _ fields: [(name: String, type: ValueType)],
    within group: [String]
  ) -> [String: ExactNumbers.Place] {
    var places: [String: ExactNumbers.Place] = [:]
    for (name, type) in fields {
      if case .composite(let composite) = type {
        let inner = group + [name]
        groups[inner] = self.places(composite.fields.map { ($0.name, $0.type) }, within: inner)
        places[name] = .object(inner)
      } else if type.isDecimal {
        places[name] = .number
      }
    }
    return places
  }

  /// Puts a place at a path of the source, in separate groups.
  private mutating func put(
    _ place: ExactNumbers.Place,
    at path: [String],
    in records: inout [String: ExactNumbers.Place]
  ) {
    guard path.count > 1 else {
      records[path[0]] = place
      return
    }
    // No entity has an empty name, so these groups are distinct.
    var group = ["", path[0]]
    records[path[0]] = .object(group)
    for name in path.dropFirst().dropLast() {
      let inner = group + [name]
      groups[group, default: [:]][name] = .object(inner)
      group = inner
    }
    groups[group, default: [:]][path[path.count - 1]] = place
  }
}

extension ValueType {
  /// Whether these are Decimals, or arrays of them.
  fileprivate var isDecimal: Bool {
    switch self {
    case .decimal, .list(.decimal): true
    default: false
    }
  }
}

extension SelectItem {
  /// The words of an expression in lower case; none if it only renames a field.
  fileprivate var wordsComputedWith: Set<String> {
    switch self {
    case .all: []
    case .expression(let value, _): value.plainPath == nil ? value.words : []
    case .shape(let shape, _): shape.words
    }
  }
}

extension ShapeSyntax {
  fileprivate var words: Set<String> {
    items.reduce(into: path.words.union(predicate?.words ?? [])) { words, item in
      switch item {
      case .all: break
      case .expression(let value, _): words.formUnion(value.words)
      case .shape(let shape, _): words.formUnion(shape.words)
      }
    }
  }
}

extension ExpressionSyntax {
  /// The names and other words of the expression, in lower case.
  fileprivate var words: Set<String> {
    let text = SyntaxPrinter().text(of: self).lowercased()
    let words = text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
    // Text in backticks is a name.
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    let quoted = parts.indices.filter { !$0.isMultiple(of: 2) }.map { String(parts[$0]) }
    return Set(words + quoted)
  }
}
