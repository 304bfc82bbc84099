import Context
import Model
import Storage

/// Identities that consist of values or of other records.
extension RecordGenerator {
  /// How often to generate values until all identities differ.
  private static let maxRounds = 100

  /// The final key of a record; the key itself for existing and numbered records.
  func finalKey(_ key: RecordKey, of entity: String) -> RecordKey {
    let root = schema.root(of: entity)
    guard let identity = schema.entity(root)?.identity,
      schema.entity(root)?.isIdentifiedLater == true,
      let place = places[RecordID(entity: root, key: key)]
    else { return key }
    let parts = identity.parts.map { part(of: $0, drafts[place], root) }
    if case .numberIn = identity, case .int(let number)? = parts.first { return .number(number) }
    return .values(parts)
  }

  /// A part of the identity of a new record.
  private func part(of part: IdentityPart, _ draft: Draft, _ root: String) -> Value {
    if let target = draft.targets[schema.storedName(of: part.member, in: draft.kind)],
      let relationship = schema.entity(root)?.relationship(part.member)
    {
      return finalKey(target, of: relationship.destination).part(part.place) ?? .null
    }
    let slot = recipes[draft.kind]?.slots[AttributePath([part.member])]
    return slot.map { draft.values[$0] } ?? .null
  }

  /// Generates values until the identities of all new records differ.
  mutating func settleIdentities() throws {
    for _ in 0..<Self.maxRounds {
      let repeated = try repeatedIdentities()
      if repeated.isEmpty { return }
      for place in repeated { renew(place) }
    }
    throw GenerationError(message: "found no identities that are not taken")
  }

  /// The drafts whose identities are taken.
  private func repeatedIdentities() throws -> [Int] {
    let roots = Set(drafts.map { schema.root(of: $0.kind) }).sorted()
    return try roots.filter { schema.entity($0)?.isIdentifiedLater == true }.flatMap { root in
      let own = drafts.indices.filter { schema.root(of: drafts[$0].kind) == root }
      let keys = own.map { finalKey(.number(drafts[$0].number), of: root) }
      let taken = try areTaken(keys, root)
      var seen: Set<RecordKey> = []
      return own.indices.filter { !seen.insert(keys[$0]).inserted || taken[$0] }.map { own[$0] }
    }
  }

  /// The changes with the final identities.
  func identified(_ changes: ChangeSet) -> ChangeSet {
    guard schema.entities.contains(where: \.isIdentifiedLater) else { return changes }
    var changes = changes
    changes.inserted = changes.inserted.map(identified)
    changes.updated = changes.updated.map(identified)
    changes.linked = changes.linked.map { linkage in
      let pair = linkage.pair
      let destination = schema.entity(pair.entity)?.relationship(pair.relationship)?.destination
      return RecordLinkage(
        pair: RecordPair(
          entity: pair.entity,
          relationship: pair.relationship,
          owner: finalKey(pair.owner, of: pair.entity),
          member: destination.map { finalKey(pair.member, of: $0) } ?? pair.member
        ),
        position: linkage.position,
        inversePosition: linkage.inversePosition
      )
    }
    return changes
  }

  private func identified(_ rows: RecordRows) -> RecordRows {
    var rows = rows
    rows.keys = .list(rows.keys.all.map { finalKey($0, of: rows.entity) })
    let entity = schema.storedEntities.first { $0.name == rows.entity }
    for (name, references) in rows.references {
      guard let destination = entity?.relationship(name)?.destination else { continue }
      rows.references[name]?.targets = references.targets.map { target in
        target.map { finalKey($0, of: destination) }
      }
    }
    return rows
  }
}

extension Entity {
  /// Whether new records have no number from the store.
  var isIdentifiedLater: Bool {
    switch identity {
    case .values: true
    case .numberIn(let member): attribute(member) == nil
    case .number, .fixed: false
    }
  }
}

extension Attribute {
  /// Whether it needs a value of a type that only the database knows.
  var cannotBeGenerated: Bool {
    hasOpaqueTexts && !isOptional && defaultValue == nil && SampleValues.text(of: source) == nil
  }

  /// Whether values are the database's texts for another type.
  var hasOpaqueTexts: Bool { type == .string && source?.columnType != nil }
}
