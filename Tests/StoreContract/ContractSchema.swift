import Model
import Storage

/// The models on which the contract is tried: every scalar type, every shape of relationship.
enum ContractSchema {
  static let schema = Schema(
    entities: [account, entry, step, card, tag, person, sample],
    types: [.enumeration(color), .structure(geo), .structure(address)]
  )

  static let account = Entity(
    name: "Account",
    properties: [
      .attribute(Attribute(name: "name", type: .string, isUnique: true)),
      .attribute(Attribute(name: "limit", type: .double, isOptional: true)),
      .attribute(Attribute(name: "code", type: .int, isOptional: true, isUnique: true)),
      toMany("entries", "Entry", inverse: "account"),
      toMany("steps", "Step", inverse: "account", isOrdered: true, deleteRule: .cascade),
      toOne("card", "Card", inverse: "account"),
      toMany("tags", "Tag", inverse: "accounts"),
    ]
  )

  static let entry = Entity(
    name: "Entry",
    properties: [
      .attribute(Attribute(name: "title", type: .string, isOptional: true)),
      .attribute(Attribute(name: "amount", type: .int)),
      .attribute(Attribute(name: "key", type: .uuid, isOptional: true, isUnique: true)),
      toOne("account", "Account", inverse: "entries"),
    ]
  )

  static let step = Entity(
    name: "Step",
    properties: [
      .attribute(Attribute(name: "title", type: .string, isOptional: true)),
      toOne("account", "Account", inverse: "steps", isOptional: false),
    ]
  )

  static let card = Entity(
    name: "Card",
    properties: [
      .attribute(Attribute(name: "number", type: .decimal, isOptional: true, isUnique: true)),
      toOne("account", "Account", inverse: "card"),
    ]
  )

  static let tag = Entity(
    name: "Tag",
    properties: [
      .attribute(Attribute(name: "name", type: .string, isOptional: true)),
      toMany("accounts", "Account", inverse: "tags", isOrdered: true),
    ]
  )

  static let person = Entity(
    name: "Person",
    properties: [
      .attribute(Attribute(name: "name", type: .string, isOptional: true)),
      toMany("friends", "Person", inverse: "friends"),
      toOne("partner", "Person", inverse: "partner"),
      toOne("boss", "Person", inverse: "reports"),
      toMany("reports", "Person", inverse: "boss"),
    ]
  )

  static let color = EnumerationType(name: "Color", cases: ["red", "green", "blue"])

  static let geo = CompositeType(
    name: "Geo",
    fields: [CompositeField(name: "lat", type: .double, isOptional: false)]
  )

  static let address = CompositeType(
    name: "Address",
    fields: [
      CompositeField(name: "city", type: .string, isOptional: true),
      CompositeField(name: "geo", type: .composite(geo), isOptional: true),
    ]
  )

  static let sample = Entity(
    name: "Sample",
    properties: [
      .attribute(Attribute(name: "bool", type: .bool, isOptional: true)),
      .attribute(Attribute(name: "int", type: .int, isOptional: true)),
      .attribute(Attribute(name: "double", type: .double, isOptional: true)),
      .attribute(Attribute(name: "decimal", type: .decimal, isOptional: true)),
      .attribute(Attribute(name: "string", type: .string, isOptional: true)),
      .attribute(Attribute(name: "date", type: .date, isOptional: true)),
      .attribute(Attribute(name: "uuid", type: .uuid, isOptional: true)),
      .attribute(Attribute(name: "data", type: .data, isOptional: true)),
      .attribute(Attribute(name: "color", type: .enumeration(color), isOptional: true)),
      .attribute(Attribute(name: "words", type: .list(.string), isOptional: true)),
      .attribute(Attribute(name: "numbers", type: .list(.int), isOptional: true)),
      .attribute(Attribute(name: "dates", type: .list(.date), isOptional: true)),
      .attribute(Attribute(name: "address", type: .composite(address))),
    ]
  )

  static func toOne(
    _ name: String,
    _ destination: String,
    inverse: String,
    isOptional: Bool = true,
    deleteRule: DeleteRule = .nullify
  ) -> Property {
    .relationship(
      Relationship(
        name: name,
        destination: destination,
        isToMany: false,
        isOptional: isOptional,
        deleteRule: deleteRule,
        inverse: inverse
      )
    )
  }

  static func toMany(
    _ name: String,
    _ destination: String,
    inverse: String,
    isOrdered: Bool = false,
    deleteRule: DeleteRule = .nullify
  ) -> Property {
    .relationship(
      Relationship(
        name: name,
        destination: destination,
        isToMany: true,
        isOrdered: isOrdered,
        deleteRule: deleteRule,
        inverse: inverse
      )
    )
  }
}

/// A path from its text: `address.city`.
func path(_ text: String) -> AttributePath {
  AttributePath(text.split(separator: ".").map { String($0) })
}
