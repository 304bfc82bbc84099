import Columns
import Model
import Storage
import Testing

/// Members that get other names, and changes of a schema that are looked at before they count.
extension StoreContract {
  static let renameChecks = [
    ContractCheck("members keep what they hold under other names, all at once") { store in
      try checkRandomRows(on: store, seed: 11, of: ContractSchema.schema)
      let before = try contents(of: store)
      #expect(before.values.contains { !$0.joined().isEmpty })
      try store.apply(SchemaChange(entities: renamed(store.schema, only: nil)))
      #expect(store.schema.entity("Account")?.property("limit") == nil)
      #expect(try contents(of: store) == before)
    },
    ContractCheck("members keep what they hold under other names, model by model") { store in
      try checkRandomRows(on: store, seed: 12, of: ContractSchema.schema)
      let before = try contents(of: store)
      for entity in store.schema.entities {
        try store.apply(SchemaChange(entities: renamed(store.schema, only: entity.name)))
        #expect(try contents(of: store) == before)
      }
      // A remaining old name has no meaning from then on.
      try store.apply(SchemaChange(entities: store.schema.entities))
      #expect(try contents(of: store) == before)
    },
    ContractCheck("what was renamed is what it was: of another type it would be lost") { store in
      try store.apply(SchemaChange(entities: [thing(Attribute(name: "x", type: .string))]))
      try insert("Thing", ["x": .string("a")], into: store)
      let number = Attribute(name: "y", type: .int, isOptional: true, oldName: "x")
      #expect(
        throws: StoreError.schemaConflict(
          entity: "Thing",
          conflicts: [.losesValues(property: "x", count: 1)]
        )
      ) {
        try store.apply(SchemaChange(entities: [thing(number)]))
      }
      let text = Attribute(name: "y", type: .string, isUnique: true, oldName: "x")
      try store.apply(SchemaChange(entities: [thing(text)]))
      #expect(try StoreReading(store).values("Thing", "y") == [.string("a")])
    },
    ContractCheck("a change of the schema that is objected to changes nothing") { store in
      struct Objection: Error {}
      try store.apply(SchemaChange(entities: [thing(Attribute(name: "x", type: .int))]))
      try insert("Thing", ["x": .int(1)], into: store)
      let (schema, before) = (store.schema, try contents(of: store))
      let version = try store.snapshot().version
      var change = SchemaChange(entities: [
        thing(Attribute(name: "x", type: .int), Attribute(name: "y", type: .int))
      ])
      let fill = Column.int(FixedColumn(values: [5]))
      change.fills = [FieldFill(entity: "Thing", path: path("y"), column: fill)]
      var seen: [Value] = []
      #expect(throws: Objection.self) {
        try store.apply(change) { snapshot in
          seen = try StoreReading(snapshot).values("Thing", "y")
          throw Objection()
        }
      }
      #expect(seen == [.int(5)])
      #expect(store.schema == schema)
      #expect(try contents(of: store) == before)
      if !(store is any ForgettingVersions) {
        #expect(try store.snapshot().version == version)
      }
      try store.apply(change) { _ in }
      #expect(try StoreReading(store).values("Thing", "y") == [.int(5)])
    },
  ]

  private static func thing(_ attributes: Attribute...) -> Entity {
    Entity(name: "Thing", properties: attributes.map { .attribute($0) })
  }

  /// The entities of a schema with all members of one, or of all, called otherwise.
  private static func renamed(_ schema: Schema, only entity: String?) -> [Entity] {
    let isRenamed = { (name: String) in entity.map { $0 == name } ?? true }
    return schema.entities.map { owner in
      owner.with(
        ownProperties: owner.ownProperties.map { property in
          switch property {
          case .attribute(var attribute):
            guard isRenamed(owner.name) else { return property }
            attribute.oldName = attribute.name
            attribute.name += "_"
            return .attribute(attribute)
          case .relationship(var relationship):
            if isRenamed(relationship.destination) { relationship.inverse += "_" }
            guard isRenamed(owner.name) else { return .relationship(relationship) }
            relationship.oldName = relationship.name
            relationship.name += "_"
            return .relationship(relationship)
          case .computed:
            return property
          }
        }
      )
    }
  }
}
