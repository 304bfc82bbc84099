import CoreDataModels
import TableModels

/// The names of entities and members in the language: those of the model if they are valid and
/// differ by more than case.
struct MemberNaming {
  private var entities: [String: String] = [:]
  private var members: [String: [String: String]] = [:]
  /// What was renamed.
  private(set) var notes: [String] = []

  /// - Parameter placed: The entities, parents first.
  init(_ placed: [MappedEntity], _ model: ManagedObjectModel) {
    var taken = DistinctNames()
    var takenMembers: [String: DistinctNames] = [:]
    for entity in placed {
      let name = entity.model.name
      entities[name] = taken.claim(firstOf: [PlainName.word(name, fallback: "Entity")])
      note(name, entities[name])
      // Inherited members are named already.
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
    notes.append("`\(name)` is named `\(given)` here")
  }

  /// The name of the entity with a name in the model.
  func entity(_ name: String) -> String { entities[name] ?? name }

  /// The name of an entity's own member; both parameters are names in the model.
  func member(_ name: String, of entity: String) -> String { members[entity]?[name] ?? name }
}
