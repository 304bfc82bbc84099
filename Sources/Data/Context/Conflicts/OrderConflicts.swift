import Model
import Storage

/// Finds ordered relationships that both the pending changes and another writer have reordered.
///
/// Added and removed members are not conflicts.
struct OrderConflicts {
  let pending: Overlay
  let base: any StoreSnapshot

  /// The original, saved and pending position of a member.
  private struct Member {
    let key: RecordKey
    let was: Int64
    let theirs: Int64
    let ours: Int64
  }

  /// - Parameter rows: The current values of the records with `keys`.
  func problems(
    _ table: OverlayTable,
    _ originals: OriginalRows,
    _ keys: [RecordKey],
    _ rows: WholeRows
  ) throws -> [ChangeProblem] {
    var problems: [ChangeProblem] = []
    for (place, reference) in table.layout.references.enumerated() where reference.hasPositions {
      guard let positions = rows.references[place].positions else { continue }
      var owners: [RecordKey: [Member]] = [:]
      for (row, key) in keys.enumerated() {
        guard let slot = table.slots[key], table.changedReferences[place][slot],
          let owner = table.references[place][slot], let original = originals.row(of: key),
          originals.target(original, reference: place) == owner,
          rows.references[place].targets[row] == owner
        else { continue }
        let member = Member(
          key: key,
          was: originals.position(original, reference: place),
          theirs: positions[row],
          ours: table.positions[place][slot]
        )
        owners[owner, default: []].append(member)
      }
      for owner in owners.keys.sortedByKey() {
        guard let members = owners[owner], isConflict(members) else { continue }
        problems.append(try problem(owner, reference.relationship, of: table.layout.entity.name))
      }
    }
    return problems
  }

  /// Finds the conflicts of many-to-many relationships.
  func problems() throws -> [ChangeProblem] {
    let view = try OverlaySnapshot(copying: pending, over: base)
    var problems: [ChangeProblem] = []
    for (end, previous) in pending.links.originalOrders.sorted(by: {
      $0.key.isBefore($1.key)
    }) {
      let relationship = try pending.schema.reference(end)
      let owners = previous.keys.sortedByKey()
      let (theirs, ours) = (
        try base.orders(of: relationship, owners: owners),
        try view.orders(of: relationship, owners: owners)
      )
      for owner in owners {
        guard let was = previous[owner], let theirs = theirs[owner], let ours = ours[owner] else {
          continue
        }
        let common = Set(was).intersection(theirs).intersection(ours)
        let orders = [was, theirs, ours].map { $0.filter(common.contains) }
        guard Set(orders).count == 3 else { continue }
        problems.append(problem(owner, end, relationship, theirs: theirs, ours: ours))
      }
    }
    return problems
  }

  private func isConflict(_ members: [Member]) -> Bool {
    func order(_ position: KeyPath<Member, Int64>) -> [RecordKey] {
      members.sorted { $0[keyPath: position] < $1[keyPath: position] }.map(\.key)
    }
    let (was, theirs, ours) = (order(\.was), order(\.theirs), order(\.ours))
    return theirs != was && ours != was && ours != theirs
  }

  private func problem(
    _ owner: RecordKey,
    _ reference: Relationship,
    of entity: String
  ) throws -> ChangeProblem {
    let end = RelationshipEnd(entity: entity, name: reference.name)
    let inverse = try pending.schema.inverse(of: end)
    let relationship = try pending.schema.reference(inverse)
    let view = try OverlaySnapshot(copying: pending, over: base)
    return problem(
      owner,
      inverse,
      relationship,
      theirs: try base.orders(of: relationship, owners: [owner])[owner] ?? [],
      ours: try view.orders(of: relationship, owners: [owner])[owner] ?? []
    )
  }

  private func problem(
    _ owner: RecordKey,
    _ end: RelationshipEnd,
    _ relationship: RelationshipReference,
    theirs: [RecordKey],
    ours: [RecordKey]
  ) -> ChangeProblem {
    .reordered(
      RecordID(entity: end.entity, key: owner),
      relationship: end.name,
      theirs: theirs.map { RecordID(entity: relationship.destination, key: $0) },
      ours: ours.map { RecordID(entity: relationship.destination, key: $0) }
    )
  }
}
