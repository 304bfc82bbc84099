import Formats
import Model
import Session
import Syntax

/// The keys of JSON numbers that become Decimals, at any depth of the records. Such numbers are
/// read as strings, so that they keep all digits.
///
/// A number with the same key that becomes something else is converted from its string.
struct DecimalKeys {
  private(set) var all: Set<String> = []
  private var entities: Set<String> = []
  private let schema: Schema

  /// The keys with the names of an entity, and of the entities and structs in its records.
  init(of entity: Entity, in schema: Schema) {
    self.schema = schema
    add(entity)
  }

  private mutating func add(_ entity: Entity) {
    guard entities.insert(entity.name).inserted else { return }
    for field in entity.storedFields where field.type.isDecimal {
      if let name = field.path.components.last { all.insert(name) }
      // A column can name a field of a struct: `price.amount`.
      all.insert(field.path.description)
    }
    for relationship in entity.relationships where relationship.isToMany {
      schema.entity(relationship.destination).map { add($0) }
    }
  }

  /// The keys in records that a `map` turns into the entity.
  ///
  /// Expressions compute with the types that the file suggests.
  func mapped(by mappings: [MappingSyntax], keys: [KeyMatch]) -> Set<String> {
    var all = all
    for match in keys where match.key.type == .decimal { all.insert(match.relationship.name) }
    let mapped = Set(mappings.map(\.name.text))
    var found = all.subtracting(mapped)
    for mapping in mappings where all.contains(mapping.name.text) {
      if let name = mapping.value.plainPath?.last { found.insert(name) }
    }
    for mapping in mappings where mapping.value.plainPath == nil {
      let used = mapping.value.words
      found = found.filter { !used.contains($0.lowercased()) }
    }
    return found
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
