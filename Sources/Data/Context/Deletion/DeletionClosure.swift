import Columns
import Model
import Storage

/// All records to delete according to the delete rules.
///
/// Uses a work list instead of recursion, so that long chains do not overflow the stack.
struct DeletionClosure {
  /// Why a record is deleted with another one.
  struct Cause {
    let owner: RecordID
    let relationship: String
  }

  let schema: StoredSchema
  let snapshot: any StoreSnapshot
  let cancellation: CancellationFlag
  let keepsCauses: Bool
  /// Whether cascades are followed; otherwise only references that cannot be cleared.
  let appliesRules: Bool
  /// The root entities of deleted records, in the order they were reached.
  private(set) var entities: [String] = []
  /// The deleted records by entity, in order.
  private(set) var references: [String: [Int64]] = [:]
  /// The deleted records as sets.
  private(set) var gone: [String: Set<Int64>] = [:]
  /// The causes of cascaded deletions.
  private(set) var causes: [RecordID: Cause] = [:]
  /// The number of explicitly deleted records, which are the first of their entity.
  private(set) var namedCount = 0

  /// Follows cascades from `references`.
  mutating func follow(_ references: [Int64], of entity: String) throws {
    let named = try add(references, of: entity)
    namedCount = named.count
    var frontier = [(entity: entity, references: named)]
    while let (entity, references) = frontier.popLast() {
      if references.isEmpty { continue }
      for relationship in try schema.layout(entity).entity.relationships {
        let end = RelationshipEnd(entity: entity, name: relationship.name)
        guard try isFollowed(relationship, end) else { continue }
        let lists = try others(end, of: references)
        let reached = try add(lists.members, of: relationship.destination)
        if keepsCauses { try noteCauses(end, relationship, references, lists, Set(reached)) }
        if !reached.isEmpty { frontier.append((relationship.destination, reached)) }
      }
    }
  }

  private func isFollowed(_ relationship: Relationship, _ end: RelationshipEnd) throws -> Bool {
    if appliesRules { return relationship.deleteRule == .cascade }
    let far = try schema.relationship(schema.inverse(of: end))
    return !far.isToMany && !far.isOptional
  }

  /// The related records for each of `references`.
  func others(_ end: RelationshipEnd, of references: [Int64]) throws -> MemberLists {
    try snapshot.others(schema.reference(end), of: references)
  }

  /// Adds records; returns those that are new.
  private mutating func add(_ added: [Int64], of entity: String) throws -> [Int64] {
    // Removed and reinserted so that it changes in place.
    var known = gone.removeValue(forKey: entity) ?? []
    defer { gone[entity] = known }
    known.reserveCapacity(known.count + added.count)
    var new: [Int64] = []
    new.reserveCapacity(added.count)
    for (row, reference) in added.enumerated() {
      if row & 0xFFF == 0 { try cancellation.check() }
      if known.insert(reference).inserted { new.append(reference) }
    }
    if new.isEmpty { return [] }
    if references[entity] == nil { entities.append(entity) }
    references[entity, default: []] += new
    return new
  }

  private mutating func noteCauses(
    _ end: RelationshipEnd,
    _ relationship: Relationship,
    _ owners: [Int64],
    _ lists: MemberLists,
    _ reached: Set<Int64>
  ) throws {
    let ownerIDs = try snapshot.recordIDs(of: end.entity, at: owners)
    let memberIDs = try snapshot.recordIDs(of: relationship.destination, at: lists.members)
    for (row, owner) in ownerIDs.enumerated() {
      for index in lists.places(of: row)
      where reached.contains(lists.members[index]) && causes[memberIDs[index]] == nil {
        causes[memberIDs[index]] = Cause(owner: owner, relationship: end.name)
      }
    }
  }
}
