import Features
import MemoryStore
import Model
import Session
import Storage
import Testing

/// Models of a store that has types without declarations.
@Suite struct UndeclaredModelTests {
  @Test func anExtendedModelKeepsItsParent() throws {
    // A struct without a name cannot be declared.
    let place = CompositeType(fields: [CompositeField(name: "room", type: .int, isOptional: false)])
    let store = InMemoryStore()
    try store.apply(
      SchemaChange(entities: [
        Entity(
          name: "Animal",
          properties: [.attribute(Attribute(name: "name", type: .string))]
        ),
        Entity(
          name: "Dog",
          parent: "Animal",
          properties: [.attribute(Attribute(name: "barks", type: .bool))]
        ),
        Entity(
          name: "Den",
          properties: [.attribute(Attribute(name: "place", type: .composite(place)))]
        ),
      ])
    )
    let session = QuerySession(store: store)
    _ = try session.run(text: "insert Dog { name: \"Rex\", barks: true }")
    _ = try session.run(text: "extend Dog { size: Int? }")
    _ = try session.run(text: "extend Dog { isLoud = barks and name != \"\" }")
    #expect(try session.numbers("fetch Dog where isLoud and size is nil") == [1])
    #expect(session.schema.entity("Dog")?.parent == "Animal")
  }
}
