import Columns
import Model
import Storage
import Testing

extension StoreContract {
  static let schemaChecks = [
    ContractCheck("an entity without records can become anything") { store in
      try declare([.attribute(Attribute(name: "x", type: .int))], in: store)
      try declare([.attribute(Attribute(name: "x", type: .string, isUnique: true))], in: store)
      try insert("Thing", ["x": .string("a")], into: store)
      #expect(try StoreReading(store).values("Thing", "x") == [.string("a")])
    },
    ContractCheck("records get nil where a field or a relationship is added") { store in
      try declare([integer("x")], in: store)
      try insert("Thing", ["x": .int(1)], into: store)
      try declare(
        [
          .attribute(Attribute(name: "y", type: .string, isOptional: true)), integer("x"),
          ContractSchema.toOne("parent", "Thing", inverse: "children"),
          ContractSchema.toMany("children", "Thing", inverse: "parent", isOrdered: true),
        ],
        in: store
      )
      try insert("Thing", ["y": .string("b")], ["parent": [1]], into: store)
      #expect(try StoreReading(store).values("Thing", "x") == [.int(1), .null])
      #expect(try StoreReading(store).values("Thing", "y") == [.null, .string("b")])
      let children = try #require(store.schema.entity("Thing")?.relationship("children"))
      let reading = try StoreReading(store)
      let owners = try reading.references(of: "Thing")
      #expect(try reading.members("Thing", children, owners: owners) == [[2], []])
    },
    ContractCheck("a change that would lose data is refused", run: checkLosses),
    ContractCheck("an enum can get cases, and lose those that nobody uses", run: checkCases),
    ContractCheck("relationships declared in another order keep their links", run: checkReordering),
    ContractCheck("an anonymous inverse gets a name without losing links", run: checkNaming),
    ContractCheck("a field that becomes unique is so from then on") { store in
      try declare([.attribute(Attribute(name: "x", type: .string, isOptional: true))], in: store)
      let rows = try rows("Thing", count: 2, ["x": indistinct(["a", "b"])], in: store)
      try store.apply(ChangeSet(inserted: [rows]))
      try declare(
        [.attribute(Attribute(name: "x", type: .string, isOptional: true, isUnique: true))],
        in: store
      )
      try expectRejection(
        .uniqueConflict(
          entity: "Thing",
          attribute: "x",
          value: .string("b"),
          existing: RecordID(entity: "Thing", key: .number(2))
        ),
        by: store,
        of: NewRecord("Thing", ["x": .string("b")])
      )
    },
  ]

  private static func integer(_ name: String) -> Property {
    .attribute(Attribute(name: name, type: .int, isOptional: true))
  }

  private static func declare(_ properties: [Property], in store: any WritableStore) throws {
    try store.apply(SchemaChange(entities: [Entity(name: "Thing", properties: properties)]))
  }

  private static func expectConflict(in entities: String..., change: () throws -> Void) {
    #expect {
      try change()
    } throws: { error in
      guard case .schemaConflict(let entity, _) = error as? StoreError else { return false }
      return entities.contains(entity)
    }
  }

  @Sendable
  private static func checkLosses(_ store: any WritableStore) throws {
    try declare([integer("x"), integer("y"), integer("unused")], in: store)
    for _ in 0..<2 { try insert("Thing", ["x": .int(1)], into: store) }
    try insert("Thing", ["y": .int(1)], into: store)
    let before = store.schema
    for properties: [Property] in [
      [integer("y")],
      [integer("x"), .attribute(Attribute(name: "y", type: .double, isOptional: true))],
      [integer("y"), .attribute(Attribute(name: "x", type: .int))],
      [integer("x"), .attribute(Attribute(name: "y", type: .int, isUnique: true))],
      [
        integer("y"),
        .attribute(Attribute(name: "x", type: .int, isOptional: true, isUnique: true)),
      ],
      [integer("x"), integer("y"), .attribute(Attribute(name: "z", type: .int))],
      [
        integer("x"), integer("y"),
        ContractSchema.toOne("self", "Thing", inverse: "self", isOptional: false),
      ],
      [integer("x"), integer("y"), ContractSchema.toOne("other", "Thing", inverse: "missing")],
      [
        integer("x"), integer("y"),
        .attribute(Attribute(name: "z", type: .list(.list(.int)), isOptional: true)),
      ],
    ] {
      expectConflict(in: "Thing") {
        try declare(properties, in: store)
      }
      #expect(store.schema == before)
    }
    // An empty column can be removed.
    try declare([integer("x"), integer("y")], in: store)
    #expect(try StoreReading(store).values("Thing", "x") == [.int(1), .int(1), .null])
  }

  @Sendable
  private static func checkCases(_ store: any WritableStore) throws {
    func declare(_ cases: [String]) throws {
      let type = EnumerationType(name: "Color", cases: cases)
      let one = Attribute(name: "color", type: .enumeration(type), isOptional: true)
      let many = Attribute(name: "colors", type: .list(.enumeration(type)), isOptional: true)
      try store.apply(
        SchemaChange(
          entities: [Entity(name: "Thing", properties: [.attribute(one), .attribute(many)])],
          types: [.enumeration(type)]
        )
      )
    }
    try declare(["red", "green", "blue"])
    try insert("Thing", ["color": .string("green")], into: store)
    try insert("Thing", ["colors": .list([.string("blue"), .string("blue")])], into: store)
    try declare(["yellow", "blue", "red", "green"])
    try declare(["green", "blue"])
    let before = store.schema
    #expect(before.type("Color")?.type.declaredName == "Color")
    for cases in [["blue"], ["green", "red"], []] {
      expectConflict(in: "Thing") { try declare(cases) }
      #expect(store.schema == before)
    }
    #expect(try StoreReading(store).values("Thing", "color") == [.string("green"), .null])
    #expect(
      try StoreReading(store).values("Thing", "colors")
        == [.null, .list([.string("blue"), .string("blue")])]
    )
  }

  @Sendable
  private static func checkNaming(_ store: any WritableStore) throws {
    try checkNaming(left: "Left", right: "Right", isRightFirst: false, in: store)
    try checkNaming(left: "Back", right: "Front", isRightFirst: true, in: store)
  }

  @Sendable
  private static func checkReordering(_ store: any WritableStore) throws {
    let ends = [
      ContractSchema.toMany("outs", "Node", inverse: "ins"),
      ContractSchema.toMany("ins", "Node", inverse: "outs"),
    ]
    try store.apply(SchemaChange(entities: [Entity(name: "Node", properties: ends)]))
    try insert("Node", [:], into: store)
    try insert("Node", [:], ["outs": [1]], into: store)
    let before = try contents(of: store)["Node"]
    #expect(before == [[.list([]), .list([.int(1)])], [.list([.int(2)]), .list([])]])
    try store.apply(SchemaChange(entities: [Entity(name: "Node", properties: ends.reversed())]))
    #expect(try contents(of: store)["Node"] == before?.reversed())
  }

  private static func checkNaming(
    left: String,
    right: String,
    isRightFirst: Bool,
    in store: any WritableStore
  ) throws {
    func declare(inverse: String) throws {
      let entities = [
        Entity(
          name: left,
          properties: [
            ContractSchema.toMany("many", right, inverse: inverse + "Many", isOrdered: true),
            ContractSchema.toMany("members", right, inverse: inverse + "One"),
          ]
        ),
        Entity(
          name: right,
          properties: [
            ContractSchema.toMany(inverse + "Many", left, inverse: "many"),
            ContractSchema.toOne(inverse + "One", left, inverse: "members"),
          ]
        ),
      ]
      try store.apply(SchemaChange(entities: isRightFirst ? entities.reversed() : entities))
    }
    func members(_ entity: String, _ name: String) throws -> [[Int64]] {
      let relationship = try #require(store.schema.entity(entity)?.relationship(name))
      let reading = try StoreReading(store)
      let owners = try reading.references(of: entity)
      return try reading.members(entity, relationship, owners: owners)
    }
    try declare(inverse: "anonymous")
    for _ in 0..<2 { try insert(right, [:], into: store) }
    try insert(left, [:], ["many": [2, 1]], into: store)
    try declare(inverse: "named")
    #expect(try members(left, "many") == [[2, 1]])
    #expect(try members(right, "namedMany") == [[1], [1]])
    expectConflict(in: left, right) {
      try store.apply(
        SchemaChange(entities: [left, right].map { Entity(name: $0, properties: []) })
      )
    }
  }
}
