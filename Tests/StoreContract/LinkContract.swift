import Columns
import Model
import Storage
import Testing

extension StoreContract {
  static let linkChecks = [
    ContractCheck("members that get another owner leave the one before", run: checkMove),
    ContractCheck(
      "an ordered relationship keeps the order of its list",
      run: checkOrder
    ),
    ContractCheck("both columns of a one-to-one relationship agree", run: checkOneToOne),
    ContractCheck("a one-to-one link may not leave a required end empty", run: checkRequiredPair),
    ContractCheck("many-to-many links are read from both ends", run: checkManyToMany),
  ]

  private static func members(
    _ entity: Entity,
    _ name: String,
    _ store: any WritableStore
  ) throws -> [[Int64]] {
    let reading = try StoreReading(store)
    return try reading.members(
      entity.name,
      try #require(entity.relationship(name)),
      owners: try reading.references(of: entity.name)
    )
  }

  private static func destinations(
    _ entity: Entity,
    _ name: String,
    _ store: any WritableStore
  ) throws -> [Int64?] {
    try StoreReading(store)
      .destinations(entity.name, try #require(entity.relationship(name)))
  }

  @Sendable
  private static func checkMove(_ store: any WritableStore) throws {
    try addModels(to: store)
    let entries = (1...3).map { NewRecord("Entry", ["amount": .int($0)], number: $0) }
    try add(entries + [account("a", links: ["entries": [3, 1, 2]])], to: store)
    #expect(try members(ContractSchema.account, "entries", store) == [[1, 2, 3]])
    try insert(
      "Account",
      ["name": .string("b")],
      ["entries": [2, 2]],
      into: store
    )
    #expect(try members(ContractSchema.account, "entries", store) == [[1, 3], [2]])
    #expect(try destinations(ContractSchema.entry, "account", store) == [1, 2, 1])
  }

  @Sendable
  private static func checkOrder(_ store: any WritableStore) throws {
    try addModels(to: store)
    let steps = (1...4).map { NewRecord("Step", number: $0) }
    let owner = account("a", number: 1, links: ["steps": [4, 2, 3, 1]])
    try add(steps + [owner, NewRecord("Step", number: 5, links: ["account": [1]])], to: store)
    #expect(try members(ContractSchema.account, "steps", store) == [[4, 2, 3, 1, 5]])
    try insert(
      "Account",
      ["name": .string("b")],
      ["steps": [3, 4]],
      into: store
    )
    #expect(try members(ContractSchema.account, "steps", store) == [[2, 1, 5], [3, 4]])
  }

  @Sendable
  private static func checkOneToOne(_ store: any WritableStore) throws {
    try addModels(to: store)
    try insert("Card", [:], into: store)
    try insert("Account", ["name": .string("a")], ["card": [1]], into: store)
    #expect(try destinations(ContractSchema.card, "account", store) == [1])
    try insert("Account", ["name": .string("b")], ["card": [1]], into: store)
    #expect(try destinations(ContractSchema.account, "card", store) == [nil, 1])
    #expect(try destinations(ContractSchema.card, "account", store) == [2])
    try insert("Card", [:], ["account": [2]], into: store)
    #expect(try destinations(ContractSchema.account, "card", store) == [nil, 2])
    #expect(try destinations(ContractSchema.card, "account", store) == [nil, 2])
    for (card, account) in [(1, 2), (2, nil)] as [(Int64, Int64?)] {
      // One end alone cannot change.
      var rows = RecordRows(entity: "Card", keys: .list([.number(card)]))
      rows.references["account"] = RecordReferences(targets: [account.map { .number($0) }])
      var changes = ChangeSet()
      changes.updated = [rows]
      let refusal = StoreError.danglingLink(entity: "Card", relationship: "account")
      try expectRejection(refusal, by: store, changes)
    }
  }

  @Sendable
  private static func checkRequiredPair(_ store: any WritableStore) throws {
    let holder = Entity(
      name: "Holder",
      properties: [
        ContractSchema.toOne("passport", "Passport", inverse: "holder", deleteRule: .cascade)
      ]
    )
    let passport = Entity(
      name: "Passport",
      properties: [
        ContractSchema.toOne("holder", "Holder", inverse: "passport", isOptional: false)
      ]
    )
    try store.apply(SchemaChange(entities: [holder, passport]))
    try insert("Holder", [:], into: store)
    try insert("Passport", [:], ["holder": [1]], into: store)
    try expectRejection(
      .missingValue(entity: "Passport", property: "holder"),
      by: store,
      of: NewRecord("Passport", links: ["holder": [1]])
    )
  }

  @Sendable
  private static func checkManyToMany(_ store: any WritableStore) throws {
    try addModels(to: store)
    for name in ["a", "b", "c"] { try insert("Account", ["name": .string(name)], into: store) }
    try insert("Tag", [:], ["accounts": [3, 1, 2]], into: store)
    try insert("Tag", [:], ["accounts": [2]], into: store)
    try insert(
      "Account",
      ["name": .string("d")],
      ["tags": [2, 1]],
      into: store
    )
    #expect(try members(ContractSchema.tag, "accounts", store) == [[3, 1, 2, 4], [2, 4]])
    #expect(try members(ContractSchema.account, "tags", store) == [[1], [1, 2], [1], [1, 2]])
    try insert("Person", [:], into: store)
    try insert("Person", [:], ["friends": [1]], into: store)
    #expect(try members(ContractSchema.person, "friends", store) == [[2], [1]])
  }
}
