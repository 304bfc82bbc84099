import Diagnostics
import Expressions
import Model
import Storage
import Syntax

/// Gives model declarations their meaning; models that refer to each other are bound together.
///
/// The last declaration is the new one. The others may come from texts that are gone: what is
/// wrong with them is reported at the new one's name then.
struct ModelBinder {
  let schema: Schema
  /// Members that no declaration made, by the names of their models.
  let bases: [String: [Property]]
  let options: BindingOptions
  let findings: Findings
  /// Whether all declarations stand in the text that is shown.
  var pointsAnywhere = false

  /// The declared entities, and those that got an anonymous inverse.
  ///
  /// `newest` is the declaration that is being made: a model among `declarations` or a type.
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

  /// The entities as far as they are known without each other.
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

  /// The entities with what is said of their members: computed attributes, then keys, then rules.
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
    if let former = declaration.oldName, schema.entity(former.text) != nil,
      schema.entity(declaration.name.text) == nil
    {
      findings.report(VersionError.renamedAlone(former, new: declaration.name))
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
  /// The names of types and models that it says.
  var typeNames: [NameSyntax] {
    switch self {
    case .property(let property): [property.type.name]
    case .computed(_, let expression): expression.namedEntities
    case .check(let check): check.condition.namedEntities
    case .display, .uniqueKey, .index: []
    }
  }

  /// Whether what it computes asks a saved query.
  var asksSavedQuery: Bool {
    if case .computed(_, let expression) = self { expression.asksSavedQuery } else { false }
  }

  /// The name of the member that it declares.
  var declaredName: NameSyntax? {
    switch self {
    case .property(let property): property.name
    case .computed(let name, _): name
    case .display, .check, .uniqueKey, .index: nil
    }
  }
}
