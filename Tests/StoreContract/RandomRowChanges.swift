import Columns
import Foundation
import Model
import Storage
import TestSupport

/// Makes change sets of rows: mostly sound ones. It works out the effect of a deletion or a link on
/// other records as a context does.
struct RandomRowChanges {
  var random: SeededRandom
  private let store: any WritableStore
  /// The records as the changes so far leave them.
  var draft: PlainStore
  var before: PlainStore
  var changes = ChangeSet()
  /// The records that changes so far touch, by entity.
  private var inserted: [String: Set<Int64>] = [:]
  var deleted: [String: Set<Int64>] = [:]
  /// Properties that are set, with the records.
  var updated: [String: [String: Set<Int64>]] = [:]
  /// Records that are gone, as they were, and numbers that were reserved and never used.
  private var gone: [String: [Int64: PlainStore.Record]] = [:]

  init(seed: UInt64, store: any WritableStore, schema: Schema) {
    random = SeededRandom(seed: seed)
    self.store = store
    draft = PlainStore(schema: schema)
    before = draft
  }

  /// The next change set for a store that holds `records`.
  mutating func next(_ records: PlainStore) throws -> ChangeSet {
    (draft, before, changes) = (records, records, ChangeSet())
    (inserted, deleted, updated) = ([:], [:], [:])
    for _ in 0..<Int.random(in: 1...4, using: &random) { try changeSomething() }
    makeUpdates()
    if chance(12) { spoil() }
    return changes
  }

  /// Notes what became of the records by a change set that was accepted.
  mutating func accept(_ changes: ChangeSet) {
    for selection in changes.deleted {
      for number in (try? before.numbers(in: selection.keys)) ?? [] {
        gone[selection.entity, default: [:]][number] = before.records[selection.entity]?[number]
      }
    }
    for rows in changes.inserted {
      for number in (try? before.numbers(in: rows.keys)) ?? [] {
        gone[rows.entity]?[number] = nil
      }
    }
  }

  private mutating func changeSomething() throws {
    switch Int.random(in: 0..<11, using: &random) {
    case 0...2: try insert()
    case 3...4: changeValues()
    case 5...6: relink()
    case 7: try changePairs()
    case 8: swap()
    default: delete()
    }
  }

  // MARK: New records

  private mutating func insert() throws {
    let entity = anyEntity()
    var numbers = Array(
      try store.reserveKeys(Int.random(in: 1...5, using: &random), of: entity.name)
    )
    if chance(30) {
      // Some numbers stay unused for now.
      for number in numbers where chance(40) {
        gone[entity.name, default: [:]][number] = PlainStore.Record()
        numbers.removeAll { $0 == number }
      }
    }
    if chance(50) {
      let back = (gone[entity.name] ?? [:]).keys.sorted().filter { _ in chance(40) }
      numbers = (back.filter { inserted[entity.name]?.contains($0) != true } + numbers)
    }
    numbers = Array(Set(numbers)).sorted().filter { draft.records[entity.name]?[$0] == nil }
    if numbers.isEmpty { return }
    for number in numbers { insert(number, entity) }
    numbers = numbers.filter { draft.records[entity.name]?[$0] != nil }
    if numbers.isEmpty { return }
    var rows = RecordRows(entity: entity.name, keys: keys(numbers))
    for field in entity.storedFields {
      if field.isOptional && chance(15) {
        for number in numbers { draft.records[entity.name]?[number]?.values[field.path] = .null }
        continue
      }
      rows.columns[field.path] = column(field, numbers, entity)
    }
    // Effects on the new records themselves are recorded at the end.
    changes.inserted.append(rows)
  }

  private mutating func insert(_ number: Int64, _ entity: Entity) {
    let previous = gone[entity.name]?[number]
    var record = PlainStore.Record()
    for field in entity.storedFields {
      record.values[field.path] =
        previous?.values[field.path].flatMap { chance(80) ? $0 : nil }
        ?? value(of: field, in: entity)
    }
    draft.records[entity.name, default: [:]][number] = record
    inserted[entity.name, default: []].insert(number)
    for relationship in draft.toOnes(entity.name) where !relationship.isOptional || chance(50) {
      let previousTarget = previous?.references[relationship.name]?.target
      let targets = draft.numbers(of: relationship.destination)
      guard let target = targets.contains(previousTarget ?? .min) ? previousTarget : any(targets)
      else {
        if !relationship.isOptional, !chance(3) {
          draft.records[entity.name]?[number] = nil
          inserted[entity.name]?.remove(number)
        }
        continue
      }
      lead(entity.name, number, relationship, to: target)
    }
  }

  // MARK: Changed records

  private mutating func changeValues() {
    let entity = anyEntity()
    let fields = entity.storedFields
    guard let field = any(fields) else { return }
    let numbers = some(of: entity.name)
    for number in numbers {
      let value = value(of: field, in: entity)
      draft.records[entity.name]?[number]?.values[field.path] = value
      note(entity.name, field.path.description, number)
    }
  }

  /// Lets two records have each other's values of all unique attributes.
  private mutating func swap() {
    let entity = anyEntity()
    let numbers = draft.numbers(of: entity.name)
    guard let one = any(numbers), let two = any(numbers) else { return }
    let keys =
      entity.attributes.filter(\.isUnique).map(\.name) + entity.constraints.uniqueKeys.joined()
    for name in Set(keys) {
      let path = AttributePath([name])
      let value = draft.records[entity.name]?[one]?.values[path]
      let other = draft.records[entity.name]?[two]?.values[path]
      draft.records[entity.name]?[one]?.values[path] = other
      draft.records[entity.name]?[two]?.values[path] = value
      for number in [one, two] { note(entity.name, name, number) }
    }
  }

  private mutating func relink() {
    let entity = anyEntity()
    guard let relationship = any(draft.toOnes(entity.name)) else { return }
    for number in some(of: entity.name) {
      let target = chance(25) ? nil : any(draft.numbers(of: relationship.destination))
      guard target != nil || relationship.isOptional || chance(2) else { continue }
      lead(entity.name, number, relationship, to: target)
    }
  }

  /// Lets a record reference another one, and that one reference it back.
  private mutating func lead(
    _ entity: String,
    _ number: Int64,
    _ relationship: Relationship,
    to target: Int64?
  ) {
    if let inverse = draft.inverse(of: relationship), !inverse.isToMany {
      let far = relationship.destination
      if let previous = draft.target(entity, number, relationship.name) {
        set(far, previous, inverse.name, nil)
      }
      if let target, let previous = draft.target(far, target, inverse.name) {
        set(entity, previous, relationship.name, nil)
      }
      if let target { set(far, target, inverse.name, number) }
    }
    set(entity, number, relationship.name, target)
  }

  private mutating func set(_ entity: String, _ number: Int64, _ name: String, _ target: Int64?) {
    draft.records[entity]?[number]?.references[name] = target.map {
      PlainStore.Reference(target: $0)
    }
    note(entity, name, number)
  }

  private mutating func note(_ entity: String, _ property: String, _ number: Int64) {
    updated[entity, default: [:]][property, default: []].insert(number)
  }

  // MARK: Deleted records

  private mutating func delete() {
    let entity = anyEntity()
    let isMass = chance(6)
    let numbers = isMass ? draft.numbers(of: entity.name) : some(of: entity.name)
    for number in numbers { delete(entity, number) }
  }

  private mutating func delete(_ entity: Entity, _ number: Int64) {
    guard draft.records[entity.name]?[number] != nil,
      inserted[entity.name]?.contains(number) != true
    else { return }
    draft.records[entity.name]?[number] = nil
    deleted[entity.name, default: []].insert(number)
    for pair in draft.pairs.keys {
      let destination = draft.schema.entity(pair.entity)?.relationship(pair.relationship)?
        .destination
      let isGone = pair.entity == entity.name && pair.owner == number
      if isGone || (destination == entity.name && pair.member == number) { draft.pairs[pair] = nil }
    }
    for relationship in entity.relationships where relationship.deleteRule != .noAction {
      guard let inverse = draft.inverse(of: relationship), !inverse.isToMany else { continue }
      for referrer in draft.numbers(of: relationship.destination)
      where draft.records[relationship.destination]?[referrer]?.references[inverse.name]?.target
        == number
      {
        if chance(1) { continue }
        if inverse.isOptional || inserted[relationship.destination]?.contains(referrer) == true {
          set(relationship.destination, referrer, inverse.name, nil)
        } else if let owner = draft.schema.entity(relationship.destination) {
          delete(owner, referrer)
        }
      }
    }
  }

  // MARK: Pairs

  private mutating func changePairs() throws {
    let ends = draft.schema.entities.flatMap { entity in
      entity.relationships.filter { draft.isManyToMany($0) }.map { (entity, $0) }
    }
    guard let (entity, relationship) = any(ends) else { return }
    for owner in some(of: entity.name) {
      let linked = draft.places(entity.name, owner, relationship).map(\.member)
      if let member = any(linked), chance(40) {
        changes.unlinked.append(pair(entity, relationship, owner, member))
      } else if let member = chance(20) ? any(linked) : any(some(of: relationship.destination)) {
        let positions = try store.reservePositions(2)
        // A record that is its own member has one position.
        let isSelf = owner == member && relationship.inverse == relationship.name
        changes.linked.append(
          RecordLinkage(
            pair: pair(entity, relationship, owner, member),
            position: positions.lowerBound,
            inversePosition: isSelf || chance(50) ? positions.lowerBound : positions.lowerBound + 1
          )
        )
      }
    }
  }

  private func pair(
    _ entity: Entity,
    _ relationship: Relationship,
    _ owner: Int64,
    _ member: Int64
  ) -> RecordPair {
    RecordPair(
      entity: entity.name,
      relationship: relationship.name,
      owner: .number(owner),
      member: .number(member)
    )
  }

  // MARK: Pieces

  private mutating func value(of field: StoredField, in entity: Entity) -> Value {
    if chance(field.isOptional ? 20 : 1) { return .null }
    let isUnique = entity.attribute(field.path.components[0])?.isUnique == true
    let number = Int64.random(in: 0..<(isUnique ? 400 : 12), using: &random)
    return ContractValues.value(number, of: field.type)
  }

  func column(_ field: StoredField, _ numbers: [Int64], _ entity: Entity) -> Column {
    makeColumn(
      numbers.map { draft.records[entity.name]?[$0]?.values[field.path] ?? .null },
      field.type
    )
  }

  func makeColumn(_ values: [Value], _ type: ValueType) -> Column {
    let builder = makeColumnBuilder(
      continuing: Column.empty(of: type) ?? .bool(FixedColumn(values: []))
    )
    for value in values { _ = builder.append(value) }
    return builder.column
  }

  func keys(_ numbers: [Int64]) -> RecordKeys {
    if let first = numbers.first, let last = numbers.last,
      numbers == Array(first...max(first, last))
    {
      return .range(first..<(last + 1))
    }
    return .list(numbers.map { .number($0) })
  }

  mutating func anyEntity() -> Entity { random.pick(draft.schema.entities) }

  mutating func any<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty ? nil : random.pick(elements)
  }

  /// One record mostly, or a few.
  private mutating func some(of entity: String) -> [Int64] {
    let numbers = draft.numbers(of: entity)
    guard let first = any(numbers) else { return [] }
    if chance(60) { return [first] }
    return numbers.filter { _ in chance(30) }
  }

  mutating func chance(_ percent: Int) -> Bool { random.chance(percent) }
}
