import Diagnostics
import Model
import Syntax

/// What the names in a piece of SQL stand for among the models.
struct SQLNames {
  /// The entity that is asked.
  let entity: Entity
  /// The names that stand for its table.
  private var qualifiers: Set<String>
  /// Tables that are joined, by the names that stand for them: the way to their records.
  private var joined: [String: (path: String, entity: Entity)] = [:]
  /// Selected columns with a name of their own, where that may be used instead.
  var aliases: [String: ExpressionSyntax] = [:]

  init(entity: Entity, qualifiers: [String]) {
    self.entity = entity
    self.qualifiers = Set(qualifiers.map { $0.lowercased() })
  }

  /// Says that `qualifiers` stand for the record behind the to-one relationship `path`.
  mutating func join(_ other: Entity, at path: String, qualifiers: [String]) {
    for name in qualifiers { joined[name.lowercased()] = (path, other) }
  }

  /// A column, as the attribute that it is likely to be.
  func column(_ name: String, of qualifier: String? = nil) -> ExpressionSyntax {
    guard let qualifier = qualifier?.lowercased() else { return freeColumn(name) }
    if let table = joined[qualifier] {
      return Self.path([table.path, Self.attribute(name, of: table.entity) ?? name])
    }
    let attribute = Self.attribute(name, of: entity) ?? name
    return qualifiers.contains(qualifier)
      ? Self.path([attribute])
      : Self.path([Self.attribute(qualifier, of: entity) ?? qualifier, name])
  }

  private func freeColumn(_ name: String) -> ExpressionSyntax {
    if let column = aliases[name.lowercased()] { return column }
    if let attribute = Self.attribute(name, of: entity) { return Self.path([attribute]) }
    for table in joined.values {
      if let attribute = Self.attribute(name, of: table.entity) {
        return Self.path([table.path, attribute])
      }
    }
    return Self.path([name])
  }

  /// Whether any attribute is called so.
  func isColumn(_ name: String) -> Bool {
    Self.attribute(name, of: entity) != nil
      || joined.values.contains { Self.attribute(name, of: $0.entity) != nil }
  }

  private static func path(_ names: [String]) -> ExpressionSyntax {
    let start = ExpressionSyntax.sql(.name(.sql(names[0])))
    return names.dropFirst().reduce(start) { .sql(.member($0, .sql($1))) }
  }

  /// The attribute with the letters of a column: `first_name` is `firstName`; `budget_id` is the
  /// relationship `budget`.
  static func attribute(_ column: String, of entity: Entity) -> String? {
    let names = entity.properties.filter { !$0.isAnonymous }.map(\.name)
    let letters = letters(column)
    if let name = names.first(where: { $0 == column }) { return name }
    if let name = names.first(where: { Self.letters($0) == letters }) { return name }
    guard letters.hasSuffix("id") else { return nil }
    return entity.relationships.first {
      !$0.isToMany && Self.letters($0.name) == letters.dropLast(2)
    }?.name
  }

  /// The entity that a table is likely to be: in any case, in the singular or the plural.
  static func entity(_ table: String, in schema: Schema) -> Entity? {
    for form in forms(letters(table)) {
      if let entity = schema.entities.first(where: { letters($0.name) == form }) { return entity }
    }
    return nil
  }

  /// The letters of a name in the singular and the plural, as they are first.
  private static func forms(_ letters: String) -> [String] {
    var forms = [letters, letters + "s", letters + "es"]
    for ending in ["s", "es"] where letters.hasSuffix(ending) {
      forms.append(String(letters.dropLast(ending.count)))
    }
    if letters.hasSuffix("ies") { forms.append(letters.dropLast(3) + "y") }
    if letters.hasSuffix("y") { forms.append(letters.dropLast() + "ies") }
    return forms
  }

  private static func letters(_ name: String) -> String {
    name.lowercased().filter { $0 != "_" }
  }
}

extension ExpressionSyntax {
  /// An expression that stands in no text.
  static func sql(_ kind: Kind) -> ExpressionSyntax {
    ExpressionSyntax(kind, span: SourceSpan(at: 0))
  }
}

extension NameSyntax {
  /// A name that stands in no text.
  static func sql(_ text: String) -> NameSyntax { NameSyntax(text, span: SourceSpan(at: 0)) }
}
