import Model

/// The orders of members, which detect that two contexts changed the same one.
struct ReferenceOrders {
  /// The members of owners before pending statements first put pairs in places.
  private var previous: [End: [RecordID: [RecordID]]] = [:]

  /// Keeps the orders that `delta` touches, as they are in the saved state.
  mutating func keep(_ delta: ReferenceDelta, _ saved: ReferenceState, in world: World) {
    for (pair, change) in delta.pairs where change.new != nil {
      for (end, owner) in [(pair.end, pair.owner), (world.inverse(pair.end), pair.member)]
      where world.plan(end).isOrdered && saved.records[owner] != nil {
        if previous[end]?[owner] != nil { continue }
        previous[end, default: [:]][owner] = saved.members(end, owner, in: world)
      }
    }
  }

  /// Whether members have three orders: the previous one, one that somebody else saved, and ours.
  func areInConflict(
    _ originals: [RecordID: ReferenceRecord],
    _ deltas: [ReferenceDelta],
    now: ReferenceState,
    after: ReferenceState,
    in world: World
  ) -> Bool {
    for (end, owners) in previous {
      for (owner, was) in owners where now.records[owner] != nil && after.records[owner] != nil {
        let others = [now, after].map { $0.members(end, owner, in: world) }
        let common = Set(was).intersection(others[0]).intersection(others[1])
        if Set(([was] + others).map { $0.filter(common.contains) }).count == 3 { return true }
      }
    }
    return written(originals, deltas, now, after, world).values.contains { members in
      let places: [KeyPath<Member, Int>] = [\.was, \.theirs, \.ours]
      let orders = places.map { place in
        members.sorted { $0[keyPath: place] < $1[keyPath: place] }.map(\.id)
      }
      return Set(orders).count == 3
    }
  }

  private struct Member {
    let id: RecordID
    let was, theirs, ours: Int
  }

  private struct Owner: Hashable {
    let end: End
    let id: RecordID
  }

  /// The members that stay with their owners and whose places were written here.
  private func written(
    _ originals: [RecordID: ReferenceRecord],
    _ deltas: [ReferenceDelta],
    _ now: ReferenceState,
    _ after: ReferenceState,
    _ world: World
  ) -> [Owner: [Member]] {
    var owners: [Owner: [Member]] = [:]
    for (id, original) in originals {
      for (end, was) in original.links where world.plan(world.inverse(end)).isOrdered {
        guard deltas.contains(where: { $0.links[id]?[end] != nil || $0.inserted[id] != nil }),
          let theirs = now.records[id]?.links[end], let ours = after.records[id]?.links[end],
          theirs.id == was.id, ours.id == was.id
        else { continue }
        owners[Owner(end: end, id: was.id), default: []].append(
          Member(id: id, was: was.position, theirs: theirs.position, ours: ours.position)
        )
      }
    }
    return owners
  }
}
