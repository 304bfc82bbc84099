import CoreDataModels

/// The names of entities and members as the language has them: those of the model where they are words
/// that differ by more than case.
struct MemberNaming {
  private var entities: [String: String] = [:]
  private var members: [String: [String: String]] = [:]
  /// What has another name here.
  private(set) var notes: [String] = []

  /// - Parameter placed: The entities, those above others first.
  init(_ placed: [MappedEntity], _ model: ManagedObjectModel) {
    var taken = DistinctNames()
    var takenMembers: [String: DistinctNames] = [:]
    for entity in placed {
      let name = entity.model.name
      entities[name] = taken.claim(firstOf: [PlainName.word(name, fallback: "Entity")])
      note(name, entities[name])
      // What is inherited has its names already.
      let parent = model.lineage(of: name).dropFirst().first
      var names = parent.flatMap { takenMembers[$0] } ?? DistinctNames()
      var own: [String: String] = [:]
      for member in entity.model.storedMembers {
        let given = names.claim(firstOf: [PlainName.word(member, fallback: "member")])
        own[member] = given
        note(name + "." + member, name + "." + given)
      }
      members[name] = own
      takenMembers[name] = names
    }
  }

  private mutating func note(_ name: String, _ given: String?) {
    guard let given, given != name else { return }
    notes.append("`\(name)` is called `\(given)` here")
  }

  /// The name of the entity that the model calls `name`.
  func entity(_ name: String) -> String { entities[name] ?? name }

  /// The name of a member that an entity declares itself, both as the model calls them.
  func member(_ name: String, of entity: String) -> String { members[entity]?[name] ?? name }
}
