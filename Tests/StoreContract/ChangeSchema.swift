import Model

/// The models on which changes of records are tried: unique keys of one and of several attributes,
/// every shape of relationship, and references that outlive their targets.
enum ChangeSchema {
  static let schema = Schema(
    entities: [team, member, project, badge, pin, note, log],
    types: [.enumeration(ContractSchema.color)]
  )

  static let team = Entity(
    name: "Team",
    properties: [
      attribute("name", .string, isOptional: false, isUnique: true),
      attribute("city", .string),
      attribute("code", .int),
      attribute("size", .double),
      ContractSchema.toMany(
        "members",
        "Member",
        inverse: "team",
        isOrdered: true,
        deleteRule: .cascade
      ),
      ContractSchema.toMany("projects", "Project", inverse: "teams", isOrdered: true),
      ContractSchema.toOne("badge", "Badge", inverse: "team"),
      kept(ContractSchema.toOne("pin", "Pin", inverse: "team")),
      kept(ContractSchema.toMany("notes", "Note", inverse: "team", isOrdered: true)),
      kept(ContractSchema.toMany("logs", "Log", inverse: "team")),
    ],
    constraints: EntityConstraints(uniqueKeys: [["city", "code"]])
  )

  static let member = Entity(
    name: "Member",
    properties: [
      attribute("nick", .string),
      attribute("rank", .int, isUnique: true),
      attribute("words", .list(.string)),
      ContractSchema.toOne("team", "Team", inverse: "members", isOptional: false),
      ContractSchema.toMany("friends", "Member", inverse: "friends", isOrdered: true),
      ContractSchema.toOne("chief", "Member", inverse: "helpers"),
      ContractSchema.toMany("helpers", "Member", inverse: "chief"),
    ]
  )

  static let project = Entity(
    name: "Project",
    properties: [
      attribute("title", .string),
      attribute("kind", .enumeration(ContractSchema.color)),
      ContractSchema.toMany("teams", "Team", inverse: "projects", isOrdered: true),
      ContractSchema.toMany("before", "Project", inverse: "after"),
      ContractSchema.toMany("after", "Project", inverse: "before"),
    ]
  )

  static let badge = Entity(
    name: "Badge",
    properties: [
      attribute("number", .int, isOptional: false),
      attribute("key", .uuid, isUnique: true),
      ContractSchema.toOne("team", "Team", inverse: "badge"),
      ContractSchema.toOne("twin", "Badge", inverse: "twin"),
    ]
  )

  static let pin = Entity(
    name: "Pin",
    properties: [ContractSchema.toOne("team", "Team", inverse: "pin")]
  )

  static let note = Entity(
    name: "Note",
    properties: [
      attribute("text", .string),
      ContractSchema.toOne("team", "Team", inverse: "notes", isOptional: false),
    ]
  )

  static let log = Entity(
    name: "Log",
    properties: [attribute("text", .string), ContractSchema.toOne("team", "Team", inverse: "logs")]
  )

  private static func attribute(
    _ name: String,
    _ type: ValueType,
    isOptional: Bool = true,
    isUnique: Bool = false
  ) -> Property {
    .attribute(Attribute(name: name, type: type, isOptional: isOptional, isUnique: isUnique))
  }

  /// The relationship with the delete rule `no action`.
  private static func kept(_ property: Property) -> Property {
    guard case .relationship(var relationship) = property else { return property }
    relationship.deleteRule = .noAction
    return .relationship(relationship)
  }
}
