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
      let first = RecordLink.saved(RecordID(entity: "Thing", key: .number(1)))
      try insert("Thing", ["y": .string("b")], ["parent": [first]], into: store)
      #expect(try StoreReading(store).values("Thing", "x") == [.int(1), .null])
      #expect(try StoreReading(store).values("Thing", "y") == [.null, .string("b")])
      let children = try #require(store.schema.entity("Thing")?.relationship("children"))
      let reading = try StoreReading(store)
      let owners = try reading.references(of: "Thing")
      #expect(try reading.members("Thing", children, owners: owners) == [[2], []])
    },
    ContractCheck("a change that would lose data is refused", run: checkLosses),
    ContractCheck("an anonymous inverse gets a name without losing links", run: checkNaming),
    ContractCheck("a field that becomes unique is so from then on") { store in
      try declare([.attribute(Attribute(name: "x", type: .string, isOptional: true))], in: store)
      var load = ColumnLoad(entity: "Thing", count: 2, columns: [:])
      load.columns[path("x")] = indistinct(["a", "b"])
      try apply([load], to: store)
      try declare(
        [.attribute(Attribute(name: "x", type: .string, isOptional: true, isUnique: true))],
        in: store
      )
      let taken = RecordInsert("Thing", ["x": .string("b")], id: 1)
      try expectRefusal(
        .uniqueConflict(
          entity: "Thing",
          attribute: "x",
          value: .string("b"),
          existing: RecordID(entity: "Thing", key: .number(2))
        ),
        by: store,
        ChangeSet(inserts: [taken])
      )
    },
  ]

  private static func integer(_ name: String) -> Property {
    .attribute(Attribute(name: name, type: .int, isOptional: true))
  }

  private static func declare(_ properties: [Property], in store: any Store) throws {
    try store.apply(SchemaChange(entities: [Entity(name: "Thing", properties: properties)]))
  }

  private static func expectConflict(in entity: String, _ change: () throws -> Void) {
    #expect {
      try change()
    } throws: { error in
      if case .schemaConflict(entity, _) = error as? StoreError { true } else { false }
    }
  }

  @Sendable
  private static func checkLosses(_ store: any Store) throws {
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
        .attribute(Attribute(name: "z", type: .list(.int), isOptional: true)),
      ],
    ] {
      expectConflict(in: "Thing") {
        try declare(properties, in: store)
      }
      #expect(store.schema == before)
    }
    // A column that holds nothing can go.
    try declare([integer("x"), integer("y")], in: store)
    #expect(try StoreReading(store).values("Thing", "x") == [.int(1), .int(1), .null])
  }

  @Sendable
  private static func checkNaming(_ store: any Store) throws {
    func declare(inverse: String) throws {
      let left = Entity(
        name: "Left",
        properties: [
          ContractSchema.toMany("many", "Right", inverse: inverse + "Many"),
          ContractSchema.toMany("members", "Right", inverse: inverse + "One"),
        ]
      )
      let right = Entity(
        name: "Right",
        properties: [
          ContractSchema.toMany(inverse + "Many", "Left", inverse: "many"),
          ContractSchema.toOne(inverse + "One", "Left", inverse: "members"),
        ]
      )
      try store.apply(SchemaChange(entities: [left, right]))
    }
    try declare(inverse: "anonymous")
    try insert("Right", [:], into: store)
    let right = RecordLink.saved(RecordID(entity: "Right", key: .number(1)))
    try insert("Left", [:], ["many": [right]], into: store)
    try declare(inverse: "named")
    let named = try #require(store.schema.entity("Right")?.relationship("namedMany"))
    let reading = try StoreReading(store)
    let owners = try reading.references(of: "Right")
    #expect(try reading.members("Right", named, owners: owners) == [[1]])
    expectConflict(in: "Left") {
      try store.apply(
        SchemaChange(entities: ["Left", "Right"].map { Entity(name: $0, properties: []) })
      )
    }
  }
}
