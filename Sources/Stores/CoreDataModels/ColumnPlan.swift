/// The columns that Core Data assigns to the members of the entities that share a table.
///
/// A column's name is `Z` and the member's name in capitals, plus a number from 1 if that name is
/// taken. Entities are processed in the order of their numbers, their members by name.
package struct ColumnPlan: Sendable {
  /// A stored value of an entity.
  package struct Member: Hashable, Sendable {
    /// The entity that declares it.
    package let entity: String
    /// The attribute's name followed by those of the composite's parts; or the name of a to-one
    /// relationship.
    package let path: [String]

    package init(entity: String, path: [String]) {
      (self.entity, self.path) = (entity, path)
    }
  }

  /// The columns by member.
  package private(set) var columns: [Member: String] = [:]
  private var taken: Set<String> = ["Z_PK", "Z_ENT", "Z_OPT"]

  /// Plans the table of the entities of one inheritance tree, in the order of their numbers.
  package init(_ entities: [ModelEntity]) {
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
