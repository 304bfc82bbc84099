import Diagnostics
import Expressions
import Model
import Syntax

/// Binds `display`, `unique` and `index`.
struct MemberReferenceBinder {
  /// The schema with all declarations.
  let schema: Schema
  let attribution: SourceAttribution
  private var findings: Findings { attribution.findings }

  /// The entity with its display property, unique keys and indexes.
  func entity(_ draft: Entity, _ declarations: [ModelDeclaration]) -> Entity {
    guard let declaration = declarations.first(where: { $0.name.text == draft.name }),
      let entity = schema.entity(draft.name)
    else { return draft }
    return attribution.to(draft.name) {
      let shown = display(declaration, entity)
      let keys = uniqueKeys(declaration, entity)
      return draft.with(
        displayProperty: shown,
        constraints: EntityConstraints(
          uniqueKeys: keys.exact,
          foldedKeys: keys.folded,
          indexes: indexes(declaration, entity)
        )
      )
    }
  }

  // MARK: Display

  private func display(_ declaration: ModelDeclaration, _ entity: Entity) -> String? {
    for case .display(let name, _) in declaration.members {
      guard let property = findings.property(name, of: entity) else { return nil }
      if case .relationship(let relationship) = property, relationship.isToMany {
        findings.report(DeclarationError.badDisplay(name))
      }
      return property.name
    }
    return nil
  }

  // MARK: Keys

  /// The unique keys: exact ones, and those that ignore case or diacritics, attributes before
  /// `unique[c] (…)`.
  private func uniqueKeys(
    _ declaration: ModelDeclaration,
    _ entity: Entity
  ) -> (exact: [[String]], folded: [FoldedKey]) {
    var known = entity.uniqueAttributes(besides: declaration)
    var exact: [[String]] = []
    var folded: [FoldedKey] = []
    for case .property(let property) in declaration.members {
      guard let options = property.uniqueOptions, let span = property.unique else { continue }
      let key = FoldedKey([property.name.text], options)
      known.append(KnownKey(attributes: key.attributes, options: key.match.options, span: span))
      folded.append(key)
    }
    for case .uniqueKey(let names, let options, let span) in declaration.members {
      guard let key = attributes(names, of: entity, .unique) else { continue }
      reportInherited(key, entity, span)
      let foldedKey = options.map { FoldedKey(key, $0) }
      if foldedKey != nil, !key.contains(where: { entity.attribute($0)?.type == .string }) {
        findings.report(ConstraintError.foldedNumbers(span))
      }
      let written = KnownKey(
        attributes: key,
        options: foldedKey?.match.options ?? "",
        span: span
      )
      report(written, span, .unique, declaration, in: &known)
      if let foldedKey { folded.append(foldedKey) } else { exact.append(key) }
    }
    return (exact, inPrintedOrder(folded, entity))
  }

  /// Keys of single attributes first, as they are printed with their attributes.
  private func inPrintedOrder(_ keys: [FoldedKey], _ entity: Entity) -> [FoldedKey] {
    let single = entity.attributes.compactMap { attribute in
      keys.first { $0.attributes == [attribute.name] }
    }
    return single + keys.filter { !single.contains($0) }
  }

  private func indexes(_ declaration: ModelDeclaration, _ entity: Entity) -> [[String]] {
    var known: [KnownKey] = []
    var indexes: [[String]] = []
    for case .index(let names, let span) in declaration.members {
      guard let key = attributes(names, of: entity, .index) else { continue }
      let written = KnownKey(attributes: key, options: "", span: span)
      report(written, span, .index, declaration, in: &known)
      indexes.append(key)
    }
    return indexes
  }

  /// The attributes of a key; nil after an error.
  private func attributes(
    _ names: [NameSyntax],
    of entity: Entity,
    _ use: Keyword
  ) -> [String]? {
    let found = names.compactMap { name in
      findings.property(name, of: entity).flatMap { attribute($0, name, entity, use) }
    }
    guard found.count == names.count else { return nil }
    let resolved = zip(found, names).map { NameSyntax($0, span: $1.span) }
    return findings.areDifferent(resolved) ? found : nil
  }

  private func attribute(
    _ property: Property,
    _ name: NameSyntax,
    _ entity: Entity,
    _ use: Keyword
  ) -> String? {
    guard let reason = InvalidKeyReason(property) else { return property.name }
    return findings.fail(
      ConstraintError.invalidKeyMember(
        name,
        use: use.rawValue,
        reason,
        fit: entity.attributes.filter { InvalidKeyReason(.attribute($0)) == nil }.map(\.name)
      )
    )
  }

  /// An inherited key cannot be unique only among some of its records.
  private func reportInherited(_ key: [String], _ entity: Entity, _ span: SourceSpan) {
    let owners = key.map { schema.declaringEntity(of: $0, in: entity.name) }
    guard !owners.contains(entity.name), let owner = schema.lowest(owners) else { return }
    findings.report(
      ConstraintError.inheritedKey(span, entity: entity.name, owner: owner)
    )
  }

  /// Reports a duplicate of a key in `known`, in any order.
  private func report(
    _ key: KnownKey,
    _ span: SourceSpan,
    _ use: Keyword,
    _ declaration: ModelDeclaration,
    in known: inout [KnownKey]
  ) {
    guard let same = known.first(where: { Set($0.attributes) == Set(key.attributes) }) else {
      known.append(key)
      return
    }
    // An earlier member of an extended model is placed at the model's name.
    let isWritten = same.span != declaration.name.span
    findings.report(
      ConstraintError.repeatedKey(
        span,
        use: use.rawValue + key.options,
        attributes: key.attributes,
        first: isWritten ? same.span : nil,
        other: same.options == key.options ? nil : use.rawValue + same.options
      )
    )
  }
}

extension FoldedKey {
  fileprivate init(_ attributes: [String], _ options: MatchOptions) {
    self.init(
      attributes,
      ignoresCase: options.ignoresCase,
      ignoresDiacritics: options.ignoresDiacritics
    )
  }
}

/// A known key with its position, if it is in the same declaration.
private struct KnownKey {
  let attributes: [String]
  /// What is ignored: `[c]`; empty for an exact key.
  var options = ""
  let span: SourceSpan?
}

/// The reason why a member cannot be part of a key.
enum InvalidKeyReason: String {
  case computed
  case relationship = "a relationship"
  case array = "an array"
  case structure = "a struct"

  /// Fails if `property` can be part of a key.
  init?(_ property: Property) {
    switch property {
    case .computed: self = .computed
    case .relationship: self = .relationship
    case .attribute(let attribute):
      switch attribute.type {
      case .list: self = .array
      case .composite: self = .structure
      default: return nil
      }
    }
  }
}

extension Entity {
  fileprivate func uniqueAttributes(besides declaration: ModelDeclaration) -> [KnownKey] {
    attributes.filter(\.isUnique).map { attribute in
      KnownKey(
        attributes: [attribute.name],
        span: declaration.members.lazy.compactMap { member -> SourceSpan? in
          guard case .property(let property) = member, property.name.text == attribute.name else {
            return nil
          }
          return property.unique
        }.first
      )
    }
  }
}

extension Schema {
  /// The lowest of `entities`, which are in one line of inheritance.
  fileprivate func lowest(_ entities: [String]) -> String? {
    entities.max { lineage(of: $0).count < lineage(of: $1).count }
  }
}
