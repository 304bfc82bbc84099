import Diagnostics
import Model
import Syntax

/// An entity whose relationships have no inverses yet, whose computed attributes no meaning, and of
/// whose constraints nothing is known.
struct EntityDraft {
  let declaration: ModelDeclaration
  let properties: [Property]
  /// The inverses that were named, by relationship.
  let namedInverses: [String: NameSyntax]
  /// Where each relationship is declared.
  let spans: [String: SourceSpan]
  /// The entity that this one specialises.
  let parent: String?
  /// The entity as far as it is known.
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

  /// The member that a declaration makes; nil for what is no member, and where something is wrong.
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
