import Columns
import Model
import Storage
import TestSupport
import Testing

extension StoreContract {
  static let randomRowChecks =
    (0..<UInt64(fuzzCount(6))).map { seed in
      ContractCheck("random changes of rows leave what plain records hold, seed \(seed)") { store in
        try checkRandomRows(on: store, seed: seed, of: ChangeSchema.schema)
      }
    }
    + (0..<UInt64(fuzzCount(3))).map { seed in
      ContractCheck("random rows of every type are what plain records hold, seed \(seed)") {
        store in
        try checkRandomRows(on: store, seed: seed, of: ContractSchema.schema)
      }
    }

  /// Applies long sequences of random changes of rows to the store and to plain records, and compares
  /// after each. Snapshots that were taken before stay as they were.
  static func checkRandomRows(
    on store: any WritableStore,
    seed: UInt64,
    of schema: Schema,
    steps: Int = 80
  ) throws {
    try declare(schema, in: store)
    var changes = RandomRowChanges(seed: seed, store: store, schema: schema)
    var expected = PlainStore(schema: schema)
    var held: [(snapshot: any StoreSnapshot, expected: PlainStore)] = []
    var refusals = 0
    for step in 0..<steps {
      let next = try changes.next(expected)
      let before = try store.snapshot().version
      if let result = try? next.basis == nil ? expected.applying(next) : nil {
        do {
          try store.apply(next)
          // A change without effect need not create a version.
          let isOther = result.records != expected.records || result.pairs != expected.pairs
          if isOther, !(store is any ForgettingVersions) {
            #expect(try store.snapshot().version > before, "seed \(seed), step \(step)")
          }
        } catch {
          Issue.record("seed \(seed), step \(step): \(error)")
          return
        }
        expected = result
        changes.accept(next)
      } else {
        refusals += 1
        #expect(throws: StoreError.self, "seed \(seed), step \(step)") { try store.apply(next) }
        if !(store is any ForgettingVersions) { #expect(try store.snapshot().version == before) }
      }
      let snapshot = try store.snapshot()
      guard expectSame(snapshot, expected, &changes.random, "seed \(seed), step \(step)") else {
        return
      }
      if changes.random.chance(15) { held.append((snapshot, expected)) }
      if held.count > 2 {
        let old = held.removeFirst()
        let text = "seed \(seed), step \(step), an older snapshot"
        guard expectSame(old.snapshot, old.expected, &changes.random, text) else { return }
      }
    }
    #expect((1..<(steps / 2)).contains(refusals), "the changes try both outcomes")
    let minimal = try MinimalStore(copying: store)
    try expectSameRecords(in: minimal, as: store)
    try expectOnlyRead(minimal)
  }

  private static func expectSame(
    _ snapshot: any StoreSnapshot,
    _ expected: PlainStore,
    _ random: inout SeededRandom,
    _ comment: String
  ) -> Bool {
    do {
      for entity in expected.schema.entities {
        let comparison = try RowComparison(snapshot, expected, entity)
        let differences = try comparison.differences(&random)
        guard differences.isEmpty else {
          Issue.record("\(comment): \(entity.name): \(differences.joined(separator: "; "))")
          return false
        }
      }
      return true
    } catch {
      Issue.record("\(comment): \(error)")
      return false
    }
  }
}

/// Compares all that a snapshot says of an entity with plain records.
private struct RowComparison {
  let reading: StoreReading
  let expected: PlainStore
  let entity: Entity
  let numbers: [Int64]
  let references: [Int64]

  init(_ snapshot: any StoreSnapshot, _ expected: PlainStore, _ entity: Entity) throws {
    reading = StoreReading(snapshot)
    self.expected = expected
    self.entity = entity
    numbers = expected.numbers(of: entity.name)
    references = try reading.references(of: entity.name)
  }

  func differences(_ random: inout SeededRandom) throws -> [String] {
    guard try reading.numbers(of: entity.name, at: references) == numbers else {
      return ["other records"]
    }
    return try identityDifferences() + valueDifferences(&random) + linkDifferences()
      + lookUpDifferences()
  }

  private func identityDifferences() throws -> [String] {
    var found: [String] = []
    if try reading.snapshot.count(of: entity.name) != numbers.count { found.append("count") }
    if references != references.sorted() { found.append("references do not rise") }
    let asked = Array((numbers.first ?? 1) - 1...(numbers.last ?? 1) + 2)
    let wanted = asked.map { number in
      numbers.firstIndex(of: number).map { references[$0] } ?? Column.nullReference
    }
    let range = RecordKeys.range(asked[0]..<asked[asked.count - 1] + 1)
    let list = RecordKeys.list(asked.map { .number($0) })
    for keys in [range, list] {
      if try reading.snapshot.references(to: keys, of: entity.name) != wanted {
        found.append("references to \(keys)")
      }
    }
    let extremes = [Int64.min, 0, .max]
    for (number, reference) in zip(
      asked + extremes,
      wanted + extremes.map { _ in Column.nullReference }
    ) {
      let id = RecordID(entity: entity.name, key: .number(number))
      if try reading.snapshot.reference(to: id) ?? Column.nullReference != reference {
        found.append("reference to \(id)")
      }
    }
    return found
  }

  private func valueDifferences(_ random: inout SeededRandom) throws -> [String] {
    var found: [String] = []
    let rows: [Int?] = (0..<20).map { _ in
      random.chance(70) ? numbers.indices.randomElement(using: &random) : nil
    }
    let wanted = rows.map { row in row.map { references[$0] } ?? Column.nullReference }
    for field in entity.storedFields {
      let values = numbers.map { expected.records[entity.name]?[$0]?.values[field.path] ?? .null }
      if try reading.values(entity.name, field.path) != values { found.append("\(field.path)") }
      let column = try reading.snapshot.gather(
        [.attribute(field.path)],
        of: entity.name,
        at: wanted
      )[0]
      let gathered = rows.indices.map { column.value(at: $0) }
      if gathered != rows.map({ row in row.map { values[$0] } ?? .null }) {
        found.append("gathered \(field.path)")
      }
    }
    return found
  }

  private func linkDifferences() throws -> [String] {
    try entity.relationships.flatMap { relationship in
      relationship.isToMany
        ? try memberDifferences(relationship) : try targetDifferences(relationship)
    }
  }

  private func targetDifferences(_ relationship: Relationship) throws -> [String] {
    let targets = numbers.map { expected.target(entity.name, $0, relationship.name) }
    let column = try reading.snapshot.gather(
      [.toOne(relationship.name)],
      of: entity.name,
      at: references + [Column.nullReference]
    )[0]
    let dangling = numbers.compactMap { number -> DanglingReference? in
      guard let reference = expected.records[entity.name]?[number]?.references[relationship.name],
        reference.isDangling
      else { return nil }
      return DanglingReference(owner: .number(number), target: .number(reference.target))
    }
    let name = relationship.name
    let rows = 0..<numbers.count + 1
    return difference(name, try reading.destinations(entity.name, relationship), targets)
      + difference(
        "gathered \(name)",
        try reading.numbers(in: column, rows, of: relationship.destination),
        targets + [nil]
      )
      + difference(
        "dangling \(name)",
        try reading.snapshot.danglingReferences(of: reference(relationship)),
        dangling
      )
  }

  private func memberDifferences(_ relationship: Relationship) throws -> [String] {
    let name = relationship.name
    let members = numbers.map { expected.members(entity.name, $0, relationship) }
    let some =
      references.indices.reversed().filter { $0 % 3 != 1 } + references.indices.prefix(1)
    let found =
      difference(name, try reading.members(entity.name, relationship, owners: references), members)
      + difference(
        "some \(name)",
        try reading.members(entity.name, relationship, owners: some.map { references[$0] }),
        some.map { members[$0] }
      )
    guard found.isEmpty, expected.isManyToMany(relationship) else { return found }
    return try placeDifferences(relationship)
  }

  /// Places count only at the ends that keep an order.
  private func placeDifferences(_ relationship: Relationship) throws -> [String] {
    let lists = try reading.snapshot.linkages(of: reference(relationship), owners: references)
    let places = numbers.flatMap {
      expected.places(entity.name, $0, relationship).map(\.places)
    }
    let name = relationship.name
    let isOrderedThere = expected.inverse(of: relationship)?.isOrdered ?? false
    return difference("lists of \(name)", lists.lists.starts.count, numbers.count + 1)
      + (relationship.isOrdered
        ? difference("places of \(name)", lists.positions, places.map(\.here)) : [])
      + (isOrderedThere
        ? difference("inverse places of \(name)", lists.inversePositions, places.map(\.there))
        : [])
  }

  private func difference<Told: Equatable>(
    _ name: String,
    _ found: Told,
    _ expected: Told
  ) -> [String] {
    found == expected ? [] : ["\(name) of \(numbers) is \(found), and should be \(expected)"]
  }

  private func reference(_ relationship: Relationship) -> RelationshipReference {
    RelationshipReference(
      entity: entity.name,
      name: relationship.name,
      destination: relationship.destination,
      isToMany: relationship.isToMany
    )
  }

  /// Where the store has an index, it finds the records of all keys that there are, and no others.
  private func lookUpDifferences() throws -> [String] {
    let keys =
      entity.attributes.filter(\.isUnique).map { [$0.name] } + entity.constraints.uniqueKeys
    return try keys.compactMap { names in
      let fields = names.compactMap { name in
        entity.storedFields.first { $0.path.description == name }
      }
      let values = numbers.map { number in
        fields.map { expected.records[entity.name]?[number]?.values[$0.path] ?? .null }
      }
      let columns = try fields.indices.map { place in
        let builder = makeColumnBuilder(
          continuing: try #require(Column.empty(of: fields[place].type))
        )
        for value in values { #expect(builder.append(value[place])) }
        #expect(builder.append(ContractValues.value(100_000, of: fields[place].type)))
        return builder.column
      }
      let wanted = values.indices.map { row in
        values[row].contains { $0.isNull } ? Column.nullReference : references[row]
      }
      let found = try reading.snapshot.lookUp(
        entity.name,
        where: fields.map(\.path),
        equal: columns
      )
      return found == nil || found == wanted + [Column.nullReference]
        ? nil : "look-up by \(names)"
    }
  }
}
