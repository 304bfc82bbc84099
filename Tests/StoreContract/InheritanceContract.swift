import Columns
import Model
import Storage
import Testing

/// Entities that specialize others, and changes of schema and records together.
extension StoreContract {
  static let inheritanceChecks = [
    ContractCheck("a tree of entities is kept as its root") { store in
      try declareTree(in: store)
      try insert("Base", ["n": .int(1)], into: store)
      try insert("Key", [:], into: store)
      let x = AttributePath(["Leaf.x"])
      let leaf = NewRecord(
        "Base",
        ["n": .int(2), "@kind": .string("Leaf")],
        links: ["Leaf.key": [1]]
      )
      var changes = try changes(adding: [leaf], to: store)
      changes.inserted[0].columns[x] = column(.int(3), .int)
      try store.apply(changes)
      #expect(try StoreReading(store).values("Base", x) == [.null, .int(3)])
      #expect(try StoreReading(store).values("Base", "@kind") == [.null, .string("Leaf")])
      #expect(store.schema.entity("Leaf")?.attribute("n")?.type == .int)
    },
    ContractCheck("a kind keeps the relationship that it requires") { store in
      try declareTree(in: store)
      try insert("Key", [:], into: store)
      try insert("Base", [:], ["Plain.key": [1]], into: store)
      try insert("Base", ["@kind": .string("Leaf")], ["Leaf.key": [1]], into: store)
      let missing = StoreError.missingValue(entity: "Base", property: "Leaf.key")
      // The key would be removed from the other leaf, which needs it.
      try expectRejection(
        missing,
        by: store,
        of: NewRecord("Base", ["@kind": .string("Leaf")], links: ["Leaf.key": [1]])
      )
      try expectRejection(missing, by: store, of: NewRecord("Base", ["@kind": .string("Leaf")]))
      // Required members of another submodel do not matter here.
      try insert("Base", ["@kind": .string("Plain")], into: store)
    },
    ContractCheck("records do not change what they specialize") { store in
      try declareTree(in: store)
      try store.apply(SchemaChange(entities: [Entity(name: "Alone", properties: [])]))
      try insert("Alone", [:], into: store)
      let before = store.schema
      #expect(
        throws: StoreError.schemaConflict(entity: "Alone", conflicts: [.otherParent(count: 1)])
      ) {
        try store.apply(
          SchemaChange(entities: [Entity(name: "Alone", parent: "Base", properties: [])])
        )
      }
      #expect(store.schema == before)
    },
    ContractCheck("a schema and records come together or not at all") { store in
      let one = Entity(name: "One", properties: [.attribute(Attribute(name: "x", type: .int))])
      let before = store.schema
      var rows = RecordRows(entity: "One", keys: .range(1..<3))
      #expect(throws: StoreError.missingValue(entity: "One", property: "x")) {
        try store.apply(SchemaChange(entities: [one]), ChangeSet(inserted: [rows]))
      }
      #expect(store.schema == before)
      rows.columns[path("x")] = .int(FixedColumn(values: [1, 2]))
      try store.apply(SchemaChange(entities: [one]), ChangeSet(inserted: [rows]))
      #expect(try StoreReading(store).values("One", "x") == [.int(1), .int(2)])
    },
    ContractCheck("all reasons against a change are reported") { store in
      let x = Attribute(name: "x", type: .int, isOptional: true)
      let y = Attribute(name: "y", type: .int)
      try store.apply(
        SchemaChange(entities: [Entity(name: "One", properties: [.attribute(x), .attribute(y)])])
      )
      try insert("One", ["x": .int(1), "y": .int(1)], into: store)
      try insert("One", ["y": .int(1)], into: store)
      let properties: [Property] = [
        .attribute(Attribute(name: "y", type: .int, isUnique: true)),
        .attribute(Attribute(name: "z", type: .string)),
      ]
      let conflicts: [SchemaConflict] = [
        .losesValues(property: "x", count: 1),
        .lacksValues(property: "z", count: 2),
        .repeatedValues(property: "y"),
      ]
      #expect(throws: StoreError.schemaConflict(entity: "One", conflicts: conflicts)) {
        try store.apply(SchemaChange(entities: [Entity(name: "One", properties: properties)]))
      }
    },
  ]

  /// `Base`, with `Leaf`, which requires a key, and `Plain`, which may have one.
  private static func declareTree(in store: any WritableStore) throws {
    let number = Property.attribute(Attribute(name: "n", type: .int, isOptional: true))
    let own = Property.attribute(Attribute(name: "x", type: .int, isOptional: true))
    try store.apply(
      SchemaChange(entities: [
        Entity(name: "Base", properties: [number]),
        Entity(
          name: "Leaf",
          parent: "Base",
          properties: [own, ContractSchema.toOne("key", "Key", inverse: "leaf", isOptional: false)]
        ),
        Entity(
          name: "Plain",
          parent: "Base",
          properties: [ContractSchema.toOne("key", "Key", inverse: "plain")]
        ),
        Entity(
          name: "Key",
          properties: [
            ContractSchema.toOne("leaf", "Leaf", inverse: "key", deleteRule: .cascade),
            ContractSchema.toOne("plain", "Plain", inverse: "key"),
          ]
        ),
      ])
    )
  }
}
