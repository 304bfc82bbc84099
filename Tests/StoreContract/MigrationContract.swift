import Columns
import Model
import Storage
import Testing

/// Changes of a schema that are made step by step, all or nothing.
extension StoreContract {
  static let migrationChecks = [
    ContractCheck("steps see what those before have left, and are made together") { store in
      try addNotes(to: store)
      var seen: [[Value]] = []
      try migrate(store) { snapshot in
        seen.append(try StoreReading(snapshot).values("Note", "x"))
        guard seen.count < 3 else { return nil }
        return filling("x", with: seen.count == 1 ? [10, 20] : [11, 21])
      }
      #expect(seen == [[.int(1), .int(2)], [.int(10), .int(20)], [.int(11), .int(21)]])
      #expect(try StoreReading(store).values("Note", "x") == [.int(11), .int(21)])
      #expect(try store.modelVersion() == SchemaVersion(number: 3, checksum: "c"))
    },
    ContractCheck("readers meanwhile see the store as it was") { store in
      try addNotes(to: store)
      let before = try contents(of: store)
      try migrate(store) { snapshot in
        if !(store is any LockingMigrations) {
          #expect(try contents(of: store) == before)
          #expect(try store.modelVersion() == nil)
        }
        #expect(store.schema.entities.map(\.name) == ["Note", "Tag"])
        let isFirst = try StoreReading(snapshot).values("Note", "x") == [.int(1), .int(2)]
        return isFirst ? filling("x", with: [5, 6]) : nil
      }
      #expect(try StoreReading(store).values("Note", "x") == [.int(5), .int(6)])
    },
    ContractCheck("a migration that is rolled back, or fails in a step, changes nothing") { store in
      struct Objection: Error {}
      try addNotes(to: store)
      let (schema, before) = (store.schema, try contents(of: store))
      _ = try store.migrating().migrate(from: nil, to: nil) { _, snapshot, _ in
        let isFirst = try StoreReading(snapshot).values("Note", "x") == [.int(1), .int(2)]
        return isFirst ? .step(filling("x", with: [5, 6]), check: { _ in }) : .rollBack
      }
      #expect(try contents(of: store) == before)
      #expect(throws: Objection.self) {
        _ = try store.migrating().migrate(from: nil, to: nil) { _, snapshot, _ in
          let isFirst = try StoreReading(snapshot).values("Note", "x") == [.int(1), .int(2)]
          return .step(
            isFirst ? filling("x", with: [5, 6]) : dropping(),
            check: { _ in if !isFirst { throw Objection() } }
          )
        }
      }
      #expect(store.schema == schema)
      #expect(try contents(of: store) == before)
      #expect(try store.modelVersion() == nil)
      // Numbers continue where they stopped.
      try insert("Note", ["x": .int(3)], into: store)
      #expect(try StoreReading(store).values("Note", "x") == [.int(1), .int(2), .int(3)])
    },
    ContractCheck("a store that got another version meanwhile stays as it is") { store in
      try addNotes(to: store)
      try migrate(store, once: filling("x", with: [5, 6]))
      for previous in [
        nil, SchemaVersion(number: 2, checksum: "c"), .init(number: 3, checksum: "d"),
      ] {
        #expect(throws: StoreError.outdated) {
          _ = try store.migrating().migrate(from: previous, to: 4) { _, _, _ in
            Issue.record("asked what to do from \(String(describing: previous))")
            return .rollBack
          }
        }
      }
      #expect(try StoreReading(store).values("Note", "x") == [.int(5), .int(6)])
      #expect(try store.modelVersion() == SchemaVersion(number: 3, checksum: "c"))
    },
    ContractCheck("those who look for changes see a migration") { store in
      try addNotes(to: store)
      let before = try store.currentMarks()
      try migrate(store, once: filling("x", with: [5, 6]))
      #expect(try store.currentMarks().differ(from: before, in: ["Note"]))
    },
    ContractCheck("what has no place goes where that is allowed, else it is refused") { store in
      try addNotes(to: store)
      var refused = dropping()
      refused.allowsLoss = false
      #expect(throws: StoreError.self) { try migrate(store, once: refused) }
      try migrate(store, once: dropping())
      #expect(store.schema.entities.map(\.name) == ["Tag"])
      #expect(store.schema.entity("Tag")?.relationships.isEmpty == true)
    },
    ContractCheck("relationships lead where the fills say") { store in
      try addNotes(to: store)
      var change = SchemaChange()
      change.schema = Schema(entities: [
        note(ContractSchema.toOne("tag", "Tag", inverse: "notes")),
        tag(ContractSchema.toMany("notes", "Note", inverse: "tag")),
      ])
      change.allowsLoss = true
      change.referenceFills = [
        ReferenceFill(entity: "Note", relationship: "tag", targets: [1, Column.nullReference])
      ]
      try migrate(store, once: change)
      let toOne = try #require(store.schema.entity("Note")?.relationship("tag"))
      let targets = try StoreReading(store).destinations("Note", toOne)
      #expect(targets == [2, nil])
    },
    ContractCheck("pairs are linked as the fills say") { store in
      try addNotes(to: store)
      var change = SchemaChange()
      change.schema = Schema(entities: [
        note(ContractSchema.toMany("tags", "Tag", inverse: "notes", isOrdered: true)),
        tag(ContractSchema.toMany("notes", "Note", inverse: "tags")),
      ])
      change.allowsLoss = true
      change.linkFills = [
        LinkFill(entity: "Note", relationship: "tags", pairs: [(0, 0), (0, 1), (1, 1)])
      ]
      try migrate(store, once: change)
      let tags = RelationshipReference(
        entity: "Note",
        name: "tags",
        destination: "Tag",
        isToMany: true
      )
      let snapshot = try store.snapshot()
      let owners = try StoreReading(store).references(of: "Note")
      let lists = try snapshot.members(of: tags, owners: owners)
      #expect(lists.starts == [0, 2, 3])
      #expect(try StoreReading(store).numbers(of: "Tag", at: lists.members) == [1, 2, 2])
    },
  ]

  /// Two notes; the first has the first of two tags.
  private static func addNotes(to store: any WritableStore) throws {
    let schema = Schema(entities: [
      note(ContractSchema.toOne("first", "Tag", inverse: "firsts")),
      tag(ContractSchema.toMany("firsts", "Note", inverse: "first")),
    ])
    try declare(schema, in: store)
    try insert("Tag", ["label": .string("a")], into: store)
    try insert("Tag", ["label": .string("b")], into: store)
    try insert("Note", ["x": .int(1)], ["first": [1]], into: store)
    try insert("Note", ["x": .int(2)], into: store)
  }

  private static func note(_ relationship: Property) -> Entity {
    Entity(
      name: "Note",
      properties: [
        .attribute(Attribute(name: "x", type: .int, isOptional: true)),
        relationship,
      ]
    )
  }

  private static func tag(_ relationship: Property?) -> Entity {
    Entity(
      name: "Tag",
      properties: [.attribute(Attribute(name: "label", type: .string, isOptional: true))]
        + [relationship].compactMap { $0 }
    )
  }

  private static func filling(_ name: String, with numbers: [Int64]) -> SchemaChange {
    var change = SchemaChange()
    change.fills = [
      FieldFill(
        entity: "Note",
        path: AttributePath([name]),
        column: .int(FixedColumn(values: numbers)),
        replaces: true
      )
    ]
    return change
  }

  /// Notes are deleted, and references to them.
  private static func dropping() -> SchemaChange {
    var change = SchemaChange()
    change.schema = Schema(entities: [tag(nil)])
    change.allowsLoss = true
    return change
  }

  private static func migrate(_ store: any WritableStore, once change: SchemaChange) throws {
    var isDone = false
    try migrate(store) { _ in
      defer { isDone = true }
      return isDone ? nil : change
    }
  }

  /// Makes the changes that `next` names, until it names none.
  private static func migrate(
    _ store: any WritableStore,
    _ next: (any StoreSnapshot) throws -> SchemaChange?
  ) throws {
    _ = try store.migrating().migrate(from: nil, to: nil) { _, snapshot, _ in
      guard let change = try next(snapshot) else {
        return .finish([SchemaVersion(number: 3, checksum: "c")], savedQueries: [])
      }
      return .step(change, check: { _ in })
    }
  }
}
