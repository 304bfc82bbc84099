import Diagnostics
import Expressions
import Model
import Storage
import Syntax

/// Binds model declarations; models that refer to each other are bound together.
///
/// The last declaration is the new one. Errors in others, whose texts may be gone, are reported at
/// its name.
struct ModelBinder {
  let schema: Schema
  /// Members from a file instead of a declaration, by model.
  let bases: [String: [Property]]
  let options: BindingOptions
  let findings: Findings
  /// Whether all declarations are in the statement.
  var pointsAnywhere = false

  /// The declared entities, and those that got an anonymous inverse.
  ///
  /// `newest` is the name of the new declaration, if that is not the last of the models. `bases`
  /// are members from a file instead of a declaration, by model.
  func change(_ declarations: [ModelDeclaration], newest: NameSyntax? = nil) -> SchemaChange? {
    let attribution = SourceAttribution(
      findings: findings,
      newest: pointsAnywhere ? nil : newest ?? declarations.last?.name,
      texts: options.waitingTexts
    )
    reportTakenNames(declarations, attribution)
    var options = options
    options.isDeclaringModel = true
    let drafts = drafts(declarations, options, attribution)
    guard findings.all.isEmpty else { return nil }
    let inverses = InverseResolver(schema: schema, drafts: drafts, attribution: attribution)
    let entities = inverses.resolved()
    let known = schema.adding(entities)
    InheritanceCheck(schema: known, attribution: attribution).report(declarations)
    OldNameCheck(old: schema, new: known, attribution: attribution).report(declarations)
    guard findings.all.isEmpty else { return nil }
    return change(entities, declarations, options, attribution)
  }

  /// The entities without references to each other.
  private func drafts(
    _ declarations: [ModelDeclaration],
    _ options: BindingOptions,
    _ attribution: SourceAttribution
  ) -> [EntityDraft] {
    let properties = PropertyBinder(
      names: schema.entities.map(\.name) + declarations.map(\.name.text),
      types: schema.types,
      options: options,
      findings: findings
    )
    return declarations.map { declaration in
      let name = declaration.name
      return attribution.to(name.text) {
        let draft = EntityDraft(
          declaration,
          base: bases[name.text] ?? [],
          properties: properties
        )
        if FieldLimits.areTooMany(draft.properties) {
          findings.report(DeclarationError.tooManyStructFields(name))
        }
        return draft
      }
    }
  }

  /// The entities with computed attributes, then keys, then rules.
  private func change(
    _ entities: [Entity],
    _ declarations: [ModelDeclaration],
    _ options: BindingOptions,
    _ attribution: SourceAttribution
  ) -> SchemaChange? {
    let computed = ComputedBinder(
      schema: schema.adding(entities),
      declarations: declarations,
      options: options,
      attribution: attribution
    )
    let bound = entities.map(computed.entity)
    let canBindRules = findings.all.isEmpty
    let members = MemberReferenceBinder(schema: schema.adding(bound), attribution: attribution)
    let keyed = bound.map { members.entity($0, declarations) }
    guard canBindRules else { return nil }
    let rules = RuleBinder(
      schema: schema.adding(keyed),
      options: options,
      attribution: attribution
    )
    let complete = schema.adding(keyed.map { rules.entity($0, declarations) })
    return SchemaChange(entities: keyed.compactMap { complete.entity($0.name) })
  }

  private func reportTakenNames(
    _ declarations: [ModelDeclaration],
    _ attribution: SourceAttribution
  ) {
    for declaration in declarations {
      attribution.to(declaration.name.text) { reportTakenNames(declaration) }
    }
  }

  private func reportTakenNames(_ declaration: ModelDeclaration) {
    if ValueType.scalarsByName.contains(where: { $0.name == declaration.name.text }) {
      findings.report(DeclarationError.nameOfType(declaration.name))
    } else if schema.type(declaration.name.text) != nil {
      findings.report(DeclarationError.nameOfDeclaredType(declaration.name))
    }
    if let previous = declaration.oldName, schema.entity(previous.text) != nil,
      schema.entity(declaration.name.text) == nil
    {
      findings.report(VersionError.renamedAlone(previous, new: declaration.name))
    }
    reportRepeatedDisplay(declaration)
    findings.areDifferent(declaration.members.compactMap(\.declaredName))
  }

  private func reportRepeatedDisplay(_ declaration: ModelDeclaration) {
    let spans = declaration.members.compactMap { member in
      if case .display(_, let span) = member { span } else { nil }
    }
    guard spans.count > 1, let first = spans.first, let last = spans.last else { return }
    findings.report(DeclarationError.repeatedDisplay(last, first: first))
  }
}

extension ModelMember {
  /// The types and models that it names.
  var typeNames: [NameSyntax] {
    switch self {
    case .property(let property): [property.type.name]
    case .computed(_, let expression): expression.namedEntities
    case .check(let check): check.condition.namedEntities
    case .display, .uniqueKey, .index: []
    }
  }

  /// Whether it uses a saved query.
  var usesSavedQuery: Bool {
    if case .computed(_, let expression) = self { expression.usesSavedQuery } else { false }
  }

  var declaredName: NameSyntax? {
    switch self {
    case .property(let property): property.name
    case .computed(let name, _): name
    case .display, .check, .uniqueKey, .index: nil
    }
  }
}
