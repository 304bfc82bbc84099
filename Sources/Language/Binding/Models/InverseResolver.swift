import Diagnostics
import Model
import Syntax

/// Finds the inverse of every relationship, or adds an anonymous one.
struct InverseResolver {
  let schema: Schema
  let drafts: [EntityDraft]
  let attribution: SourceAttribution
  private var findings: Findings { attribution.findings }

  /// The declared entities, followed by existing entities that got an anonymous inverse.
  func resolved() -> [Entity] {
    let known = schema.adding(drafts.map(\.entity))
    var added: [String: [Property]] = [:]
    var entities = drafts.map { draft in
      draft.entity.with(
        ownProperties: draft.properties.map { property in
          guard case .relationship(let relationship) = property else { return property }
          let inverse = attribution.to(draft.entity.name) {
            self.inverse(of: relationship, in: draft, known)
          }
          if inverse == nil {
            added[relationship.destination, default: []].append(
              .relationship(Self.anonymousInverse(of: relationship, owner: draft.entity.name))
            )
          }
          var resolved = relationship
          resolved.inverse =
            inverse ?? UnnamedInverse.name(of: relationship.name, in: draft.entity.name)
          return .relationship(resolved)
        }
      )
    }
    for (name, properties) in added.sorted(by: { $0.key < $1.key }) {
      if let index = entities.firstIndex(where: { $0.name == name }) {
        entities[index] = entities[index].adding(properties)
      } else if let old = schema.entity(name) {
        entities.append((withoutStaleInverses(old) ?? old).adding(properties))
      }
    }
    return entities + withoutStaleInverses(besides: Set(entities.map(\.name)))
  }

  /// Existing entities without anonymous inverses of removed relationships.
  private func withoutStaleInverses(besides resolved: Set<String>) -> [Entity] {
    let destinations = Set(
      drafts.compactMap { schema.entity($0.declaration.name.text) }
        .flatMap { $0.ownRelationships.map(\.destination) }
    )
    return destinations.subtracting(resolved).sorted().compactMap(schema.entity)
      .compactMap(withoutStaleInverses)
  }

  /// The same for one entity; nil if nothing changes.
  private func withoutStaleInverses(_ entity: Entity) -> Entity? {
    let kept = entity.ownProperties.filter { property in
      guard case .relationship(let relationship) = property else { return true }
      return !relationship.isAnonymous || !isDeclared(relationship.destination)
    }
    return kept.count == entity.ownProperties.count ? nil : entity.with(ownProperties: kept)
  }

  private func isDeclared(_ entity: String) -> Bool {
    drafts.contains { $0.declaration.name.text == entity }
  }

  /// The name of the inverse; nil if there is none or after an error.
  private func inverse(
    of relationship: Relationship,
    in draft: EntityDraft,
    _ known: Schema
  ) -> String? {
    guard let destination = known.entity(relationship.destination) else { return nil }
    if let named = draft.namedInverses[relationship.name] {
      return namedInverse(named, of: relationship, in: draft, destination, known)
    }
    let candidates = self.candidates(for: relationship, in: draft, destination)
    if candidates.count > 1, let span = draft.spans[relationship.name] {
      findings.report(
        DeclarationError.ambiguousInverse(
          NameSyntax(relationship.name, span: span),
          candidates: candidates.map(\.name)
        )
      )
    }
    if let only = candidates.first { reportNullifyOfRequired(relationship, draft, only) }
    return candidates.first?.name
  }

  /// The declared inverse, if it is valid.
  private func namedInverse(
    _ name: NameSyntax,
    of relationship: Relationship,
    in draft: EntityDraft,
    _ destination: Entity,
    _ known: Schema
  ) -> String? {
    let name = currentName(name, of: destination, draft)
    let found = destination.relationship(name.text)
    let declaring = known.declaringEntity(of: name.text, in: destination.name)
    if found != nil, declaring != destination.name {
      return findings.fail(
        DeclarationError.inheritedInverse(name, entity: destination.name, owner: declaring)
      )
    }
    guard let found, found.destination == draft.entity.name else {
      return findings.fail(
        DeclarationError.wrongInverse(
          name,
          entity: destination.name,
          destination: found?.destination
        )
      )
    }
    if let other = inverseName(of: found, in: destination), other != relationship.name {
      findings.report(
        DeclarationError.takenInverse(name, entity: destination.name, other: other)
      )
    }
    reportNullifyOfRequired(relationship, draft, found)
    return name.text
  }

  /// The current name of the inverse, which an older declaration may name by its previous one.
  private func currentName(
    _ name: NameSyntax,
    of destination: Entity,
    _ draft: EntityDraft
  ) -> NameSyntax {
    guard attribution.newest?.text != draft.entity.name, destination.property(name.text) == nil,
      let renamed = destination.ownProperties.first(where: { $0.oldName == name.text })
    else { return name }
    return NameSyntax(renamed.name, span: name.span)
  }

  /// The relationships that name this one as their inverse, else those that can be the inverse.
  private func candidates(
    for relationship: Relationship,
    in draft: EntityDraft,
    _ destination: Entity
  ) -> [Relationship] {
    let owner = draft.entity.name
    let back = destination.ownRelationships.filter { candidate in
      guard candidate.destination == owner, !candidate.isAnonymous else { return false }
      // Two to-one relationships of one model, such as mother and father, are independent.
      return destination.name != owner
        || candidate.name != relationship.name && candidate.isToMany != relationship.isToMany
        || inverseName(of: candidate, in: destination) == relationship.name
    }
    let named = back.filter { inverseName(of: $0, in: destination) == relationship.name }
    if !named.isEmpty { return named }
    let claimed = draft.entity.relationships.filter { $0.destination == destination.name }
      .compactMap { draft.namedInverses[$0.name]?.text }
    return back.filter {
      inverseName(of: $0, in: destination) == nil && !claimed.contains($0.name)
    }
  }

  /// The declared inverse, or the one found when its model was declared.
  private func inverseName(of relationship: Relationship, in entity: Entity) -> String? {
    if let draft = drafts.first(where: { $0.entity.name == entity.name }) {
      guard let named = draft.namedInverses[relationship.name],
        let destination = drafts.first(where: { $0.entity.name == relationship.destination })
      else { return draft.namedInverses[relationship.name]?.text }
      return currentName(named, of: destination.entity, draft).text
    }
    return relationship.inverse
  }

  private func reportNullifyOfRequired(
    _ relationship: Relationship,
    _ draft: EntityDraft,
    _ inverse: Relationship
  ) {
    guard relationship.deleteRule == .nullify, !inverse.isToMany, !inverse.isOptional,
      let span = draft.spans[relationship.name]
    else { return }
    findings.report(
      DeclarationError.nullifyRequired(
        span,
        entity: relationship.destination,
        property: inverse.name
      )
    )
  }

  /// A required to-one relationship gets the delete rule `deny`, because it cannot become nil.
  private static func anonymousInverse(
    of relationship: Relationship,
    owner: String
  ) -> Relationship {
    Relationship(
      name: UnnamedInverse.name(of: relationship.name, in: owner),
      destination: owner,
      isToMany: !relationship.isToMany,
      deleteRule: relationship.isToMany || relationship.isOptional ? .nullify : .deny,
      inverse: relationship.name,
      isAnonymous: true,
      oldName: relationship.oldName.map { UnnamedInverse.name(of: $0, in: owner) }
    )
  }
}

extension Entity {
  /// The entity with added anonymous inverses, sorted by name.
  fileprivate func adding(_ added: [Property]) -> Entity {
    let kept = ownProperties.filter { old in !added.contains { $0.name == old.name } }
    return with(
      ownProperties: kept.filter { !$0.isAnonymous }
        + (kept.filter(\.isAnonymous) + added).sorted { $0.name < $1.name }
    )
  }

  fileprivate var ownRelationships: [Relationship] {
    ownProperties.compactMap { if case .relationship(let one) = $0 { one } else { nil } }
  }
}
