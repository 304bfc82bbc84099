import Diagnostics
import Model
import Syntax

/// An entity without inverses, bound computed attributes and constraints.
struct EntityDraft {
  let declaration: ModelDeclaration
  let properties: [Property]
  /// The named inverses by relationship.
  let namedInverses: [String: NameSyntax]
  /// The positions of relationships.
  let spans: [String: SourceSpan]
  /// The parent model.
  let parent: String?
  /// The incomplete entity.
  let entity: Entity

  init(
    _ declaration: ModelDeclaration,
    base: [Property],
    properties binder: PropertyBinder
  ) {
    self.declaration = declaration
    parent = declaration.parent.flatMap(binder.entity)
    properties = base + declaration.members.compactMap { Self.property($0, binder) }
    var namedInverses: [String: NameSyntax] = [:]
    for case .relationship(let relationship) in base where !relationship.isAnonymous {
      namedInverses[relationship.name] = NameSyntax(
        relationship.inverse,
        span: declaration.name.span
      )
    }
    var spans: [String: SourceSpan] = [:]
    for case .property(let property) in declaration.members {
      namedInverses[property.name.text] = property.inverse
      spans[property.name.text] = property.name.span
    }
    self.namedInverses = namedInverses
    self.spans = spans
    entity = Entity(
      name: declaration.name.text,
      parent: parent,
      documentation: declaration.documentation,
      properties: properties
    )
  }

  /// The declared property; nil if the member is not a property or is invalid.
  private static func property(_ member: ModelMember, _ binder: PropertyBinder) -> Property? {
    switch member {
    case .property(let property): binder.property(property)
    case .computed(let name, let expression):
      .computed(
        ComputedAttribute(
          name: name.text,
          expression: .literal(.null, .null),
          text: SyntaxPrinter().text(of: expression)
        )
      )
    case .display, .check, .uniqueKey, .index: nil
    }
  }
}
