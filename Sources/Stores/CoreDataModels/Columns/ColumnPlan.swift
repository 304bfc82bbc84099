/// Which columns Core Data gives the members of the entities that share a table.
///
/// A column is called `Z` and the member's name in capitals. Where that is taken a number is put behind
/// it, from 1: entities take turns by their numbers, and their members by name.
public struct ColumnPlan: Sendable {
  /// A stored value of an entity, by the names that lead to it.
  public struct Member: Hashable, Sendable {
    /// The entity that declares it.
    public let entity: String
    /// The attribute's name, with those of the composite's parts behind it; or that of a to-one
    /// relationship.
    public let path: [String]

    /// Names a member.
    public init(entity: String, path: [String]) {
      self.entity = entity
      self.path = path
    }
  }

  /// The column of each member.
  public private(set) var columns: [Member: String] = [:]
  private var taken: Set<String> = ["Z_PK", "Z_ENT", "Z_OPT"]

  /// Plans the table of `entities`, which are those of one tree in the order of their numbers.
  public init(_ entities: [ModelEntity]) {
    for entity in entities { addMembers(of: entity) }
  }

  private mutating func addMembers(of entity: ModelEntity) {
    var members: [(name: String, paths: [[String]])] = []
    for attribute in entity.attributes where !attribute.isTransient {
      members.append((attribute.name, attribute.leaves.map(\.path)))
    }
    for relationship in entity.relationships
    where !relationship.isToMany && !relationship.isTransient {
      members.append((relationship.name, [[relationship.name]]))
    }
    for path in members.sorted(by: { $0.name < $1.name }).flatMap(\.paths) {
      let column = take("Z" + (path.last ?? "").uppercased())
      columns[Member(entity: entity.name, path: path)] = column
    }
  }

  private mutating func take(_ name: String) -> String {
    if taken.insert(name).inserted { return name }
    var number = 1
    while !taken.insert("\(name)\(number)").inserted { number += 1 }
    return "\(name)\(number)"
  }
}
