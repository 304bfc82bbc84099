import Diagnostics
import Model
import Syntax

/// Resolves the names of a SQL statement in the models.
struct SQLNames {
  /// The entity of the table.
  let entity: Entity
  private let qualifiers: Set<String>
  /// Selected columns by their aliases, in clauses that can use these.
  var aliases: [String: ExpressionSyntax] = [:]

  /// Reads `budget`, `budget AS b`, `main.budget b`; nil for anything else and for unknown tables.
  init?(_ table: SQLReader, _ schema: Schema) {
    var reader = table
    guard let name = reader.takeTableName(), let entity = Self.entity(name, in: schema) else {
      return nil
    }
    _ = reader.take("AS")
    let alias = reader.takeName()
    guard reader.isAtEnd else { return nil }
    self.entity = entity
    qualifiers = Set([name, alias].compactMap { $0?.lowercased() })
  }

  /// The attribute that a column probably is.
  func column(_ name: String, of qualifier: String? = nil) -> ExpressionSyntax {
    if qualifier == nil, let column = aliases[name.lowercased()] { return column }
    let attribute = Self.attribute(name, of: entity) ?? name
    guard let qualifier, !qualifiers.contains(qualifier.lowercased()) else {
      return .sql(.name(.sql(attribute)))
    }
    let owner = Self.attribute(qualifier, of: entity) ?? qualifier
    return .sql(.member(.sql(.name(.sql(owner))), .sql(name)))
  }

  /// Whether there is an attribute for a column.
  func isColumn(_ name: String) -> Bool { Self.attribute(name, of: entity) != nil }

  /// The attribute of a column: `first_name` is `firstName`, `budget_id` is the relationship
  /// `budget`.
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

  /// The entity of a table, in any case, singular or plural.
  static func entity(_ table: String, in schema: Schema) -> Entity? {
    let letters = letters(table)
    let forms = [letters, EnglishNoun.singular(letters), EnglishNoun.plural(letters)]
    return forms.lazy.compactMap { form in
      schema.entities.first { Self.letters($0.name) == form }
    }.first
  }

  private static func letters(_ name: String) -> String {
    name.lowercased().filter { $0 != "_" }
  }
}

extension ExpressionSyntax {
  /// An expression without a source location.
  static func sql(_ kind: Kind) -> ExpressionSyntax {
    ExpressionSyntax(kind, span: SourceSpan(at: 0))
  }
}

extension NameSyntax {
  /// A name without a source location.
  static func sql(_ text: String) -> NameSyntax { NameSyntax(text, span: SourceSpan(at: 0)) }
}
