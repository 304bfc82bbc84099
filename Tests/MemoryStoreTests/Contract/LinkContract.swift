import Columns
import Model
import Storage
import Testing

extension StoreContract {
  static let linkChecks = [
    ContractCheck("an insert that lists members takes them from other owners", run: checkMove),
    ContractCheck(
      "an ordered relationship keeps the order in which it was listed",
      run: checkOrder
    ),
    ContractCheck("both columns of a one-to-one relationship agree", run: checkOneToOne),
    ContractCheck("a one-to-one link may not leave a required end behind", run: checkRequiredPair),
    ContractCheck("many-to-many links are read from both ends", run: checkManyToMany),
  ]

  private static func saved(_ entity: String, _ number: Int64) -> RecordLink {
    .saved(RecordID(entity: entity, key: .number(number)))
  }

  private static func members(
    _ entity: Entity,
    _ name: String,
    _ store: any Store
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
    _ store: any Store
  ) throws -> [Int64?] {
    try StoreReading(store)
      .destinations(entity.name, try #require(entity.relationship(name)))
  }

  @Sendable
  private static func checkMove(_ store: any Store) throws {
    try addModels(to: store)
    let entries = (1...3).map {
      RecordInsert("Entry", ["amount": .int(Int64($0))], id: $0)
    }
    let first = account("a", id: 9, links: ["entries": [.pending(3), .pending(1), .pending(2)]])
    _ = try store.apply(ChangeSet(inserts: entries + [first]))
    #expect(try members(ContractSchema.account, "entries", store) == [[1, 2, 3]])
    try insert(
      "Account",
      ["name": .string("b")],
      ["entries": [saved("Entry", 2), saved("Entry", 2)]],
      into: store
    )
    #expect(try members(ContractSchema.account, "entries", store) == [[1, 3], [2]])
    #expect(try destinations(ContractSchema.entry, "account", store) == [1, 2, 1])
  }

  @Sendable
  private static func checkOrder(_ store: any Store) throws {
    try addModels(to: store)
    let steps = (1...4).map { RecordInsert("Step", [:], id: $0) }
    var last = RecordInsert("Step", [:], id: 5)
    last.links = ["account": [.pending(9)]]
    let owner = account(
      "a",
      id: 9,
      links: ["steps": [.pending(4), .pending(2), .pending(4), .pending(3), .pending(1)]]
    )
    _ = try store.apply(ChangeSet(inserts: steps + [owner, last]))
    #expect(try members(ContractSchema.account, "steps", store) == [[4, 2, 3, 1, 5]])
    try insert(
      "Account",
      ["name": .string("b")],
      ["steps": [saved("Step", 3), saved("Step", 4)]],
      into: store
    )
    #expect(try members(ContractSchema.account, "steps", store) == [[2, 1, 5], [3, 4]])
  }

  @Sendable
  private static func checkOneToOne(_ store: any Store) throws {
    try addModels(to: store)
    try insert("Card", [:], into: store)
    try insert("Account", ["name": .string("a")], ["card": [saved("Card", 1)]], into: store)
    #expect(try destinations(ContractSchema.card, "account", store) == [1])
    try insert("Account", ["name": .string("b")], ["card": [saved("Card", 1)]], into: store)
    #expect(try destinations(ContractSchema.account, "card", store) == [nil, 1])
    #expect(try destinations(ContractSchema.card, "account", store) == [2])
    try insert("Card", [:], ["account": [saved("Account", 2)]], into: store)
    #expect(try destinations(ContractSchema.account, "card", store) == [nil, 2])
    #expect(try destinations(ContractSchema.card, "account", store) == [nil, 2])
  }

  @Sendable
  private static func checkRequiredPair(_ store: any Store) throws {
    let holder = Entity(
      name: "Holder",
      properties: [ContractSchema.toOne("passport", "Passport", inverse: "holder")]
    )
    let passport = Entity(
      name: "Passport",
      properties: [
        ContractSchema.toOne("holder", "Holder", inverse: "passport", isOptional: false)
      ]
    )
    try store.apply(SchemaChange(entities: [holder, passport]))
    try insert("Holder", [:], into: store)
    try insert("Passport", [:], ["holder": [saved("Holder", 1)]], into: store)
    let second = RecordInsert("Passport", [:], id: 1, links: ["holder": [saved("Holder", 1)]])
    try expectRefusal(
      .missingValue(entity: "Passport", property: "holder"),
      by: store,
      ChangeSet(inserts: [second])
    )
  }

  @Sendable
  private static func checkManyToMany(_ store: any Store) throws {
    try addModels(to: store)
    for name in ["a", "b", "c"] { try insert("Account", ["name": .string(name)], into: store) }
    let all = [3, 1, 2].map { saved("Account", $0) }
    try insert("Tag", [:], ["accounts": all], into: store)
    try insert("Tag", [:], ["accounts": [saved("Account", 2)]], into: store)
    try insert(
      "Account",
      ["name": .string("d")],
      ["tags": [saved("Tag", 2), saved("Tag", 1)]],
      into: store
    )
    #expect(try members(ContractSchema.tag, "accounts", store) == [[3, 1, 2, 4], [2, 4]])
    #expect(try members(ContractSchema.account, "tags", store) == [[1], [1, 2], [1], [1, 2]])
    try insert("Person", [:], into: store)
    try insert("Person", [:], ["friends": [saved("Person", 1)]], into: store)
    #expect(try members(ContractSchema.person, "friends", store) == [[2], [1]])
  }
}
