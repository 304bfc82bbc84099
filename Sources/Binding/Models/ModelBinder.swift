import Diagnostics
import Expressions
import Model
import Storage
import Syntax

/// Gives model declarations their meaning; models that refer to each other are bound together.
struct ModelBinder {
  let schema: Schema
  let options: BindingOptions
  let findings: Findings

  /// The declared entities, and those that got an anonymous inverse.
  func change(_ declarations: [ModelDeclaration]) -> SchemaChange? {
    reportRepeatedNames(declarations)
    let names = schema.entities.map(\.name) + declarations.map(\.name.text)
    let properties = PropertyBinder(names: names, options: options, findings: findings)
    let drafts = declarations.map { EntityDraft($0, properties: properties) }
    guard findings.all.isEmpty else { return nil }
    let inverses = InverseResolver(schema: schema, drafts: drafts, findings: findings)
    let entities = inverses.resolved()
    guard findings.all.isEmpty else { return nil }
    let computed = ComputedBinder(
      schema: schema.adding(entities),
      declarations: declarations,
      options: options,
      findings: findings
    )
    return SchemaChange(entities: entities.map(computed.entity))
  }

  /// The type names of a declaration that are no scalar's and none of `known`.
  static func missingNames(_ declaration: ModelDeclaration, known: [String]) -> [String] {
    declaration.members.compactMap { member in
      guard case .property(let property) = member else { return nil }
      let name = property.type.name
      if case .missing = NameLookup(name, in: known + ValueType.scalarsByName.map(\.name)) {
        return name.text
      }
      return nil
    }
  }

  private func reportRepeatedNames(_ declarations: [ModelDeclaration]) {
    for declaration in declarations {
      var first: [String: SourceSpan] = [:]
      for name in declaration.members.compactMap(\.name) {
        if let span = first[name.text] {
          findings.report(NameError.repeated(name, first: span))
        } else {
          first[name.text] = name.span
        }
      }
    }
  }
}

extension ModelMember {
  /// The name of the member that it declares.
  fileprivate var name: NameSyntax? {
    switch self {
    case .property(let property): property.name
    case .computed(let name, _): name
    case .display: nil
    }
  }
}

/// An entity whose relationships have no inverses yet, and whose computed attributes no meaning.
struct EntityDraft {
  let declaration: ModelDeclaration
  var properties: [Property]
  /// The inverses that were named, by relationship.
  let namedInverses: [String: NameSyntax]
  /// Where each relationship is declared.
  let spans: [String: SourceSpan]

  init(_ declaration: ModelDeclaration, properties binder: PropertyBinder) {
    self.declaration = declaration
    var namedInverses: [String: NameSyntax] = [:]
    var spans: [String: SourceSpan] = [:]
    properties = declaration.members.compactMap { member -> Property? in
      switch member {
      case .property(let property):
        namedInverses[property.name.text] = property.inverse
        spans[property.name.text] = property.name.span
        return binder.property(property)
      case .computed(let name, let expression):
        return .computed(
          ComputedAttribute(
            name: name.text,
            expression: .literal(.null, .null),
            text: SyntaxPrinter().text(of: expression)
          )
        )
      case .display:
        return nil
      }
    }
    self.namedInverses = namedInverses
    self.spans = spans
  }

  /// The entity as far as it is known.
  var entity: Entity {
    let display = declaration.members.lazy.compactMap { member in
      if case .display(let name, _) = member { name.text } else { nil }
    }.first
    return Entity(
      name: declaration.name.text,
      documentation: declaration.documentation,
      properties: properties,
      displayProperty: display
    )
  }
}
