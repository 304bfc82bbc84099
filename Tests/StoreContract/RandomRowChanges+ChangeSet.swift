import Model
import Storage

/// What was changed, as a change set says it.
extension RandomRowChanges {
  /// Says what was noted, property by property.
  mutating func makeUpdates() {
    for (entity, numbers) in deleted.sorted(by: { $0.key < $1.key }) {
      let numbers = numbers.sorted()
      changes.deleted.append(RecordSelection(entity: entity, keys: keys(numbers)))
    }
    for (name, properties) in updated.sorted(by: { $0.key < $1.key }) {
      guard let entity = draft.schema.entity(name) else { continue }
      for (property, noted) in properties.sorted(by: { $0.key < $1.key }) {
        var numbers = noted.filter { draft.records[name]?[$0] != nil }.sorted()
        if numbers.isEmpty { continue }
        if chance(30) { numbers.shuffle(using: &random) }
        var rows = RecordRows(entity: name, keys: keys(numbers))
        if let relationship = entity.relationship(property) {
          rows.references[property] = references(numbers, relationship, of: entity)
        } else if let field = entity.storedFields.first(where: { $0.path.description == property })
        {
          rows.columns[field.path] = column(field, numbers, entity)
        }
        changes.updated.append(rows)
      }
    }
    changes.linked = changes.linked.filter { linkage in
      let pair = linkage.pair
      let relationship = draft.schema.entity(pair.entity)?.relationship(pair.relationship)
      return !isGone(pair.entity, pair.owner)
        && !isGone(relationship?.destination ?? "", pair.member)
    }
  }

  private func isGone(_ entity: String, _ key: RecordKey) -> Bool {
    guard case .number(let number) = key else { return false }
    return draft.records[entity]?[number] == nil
  }

  private func references(
    _ numbers: [Int64],
    _ relationship: Relationship,
    of entity: Entity
  ) -> RecordReferences {
    RecordReferences(
      targets: numbers.map {
        draft.records[entity.name]?[$0]?.references[relationship.name].map { .number($0.target) }
      }
    )
  }

  /// Breaks a rule in one of many ways.
  mutating func spoil() {
    let entity = anyEntity()
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      changes.deleted.append(RecordSelection(entity: entity.name, keys: .list([.number(9999)])))
    case 1: changes.basis = StoreVersion(-1)
    case 2:
      if let number = any(before.numbers(of: entity.name)) {
        changes.inserted.append(RecordRows(entity: entity.name, keys: .list([.number(number)])))
      }
    case 3: changes.updated.append(RecordRows(entity: entity.name, keys: .list([.number(8888)])))
    case 4:
      if let relationship = any(draft.toOnes(entity.name)),
        let number = any(draft.numbers(of: entity.name))
      {
        var rows = RecordRows(entity: entity.name, keys: .list([.number(number)]))
        rows.references[relationship.name] = RecordReferences(targets: [.number(7777)])
        changes.updated.append(rows)
      }
    default:
      let unique = draft.schema.entities.filter { $0.attributes.contains(where: \.isUnique) }
      if let entity = any(unique), let key = entity.attributes.first(where: \.isUnique),
        let number = any(draft.numbers(of: entity.name)),
        let other = any(draft.numbers(of: entity.name))
      {
        var rows = RecordRows(entity: entity.name, keys: .list([.number(number)]))
        let value = draft.records[entity.name]?[other]?.values[path(key.name)] ?? .null
        rows.columns[path(key.name)] = makeColumn([value], key.type)
        changes.updated.append(rows)
      }
    }
  }
}
