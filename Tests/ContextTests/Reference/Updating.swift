import Model

extension StatementDraft {
  mutating func update(_ selection: Selection, _ assigned: [Assigned]) throws(Refused) {
    let nils = assigned.filter { isForbiddenNil($0, selection.kind) }.count
    if nils > 0 { throw Refused(Array(repeating: .missing, count: nils)) }
    let new = try newRecords(assigned, selection.kind)
    let ids = select(selection)
    if !new.isEmpty, ids.count != 1 { throw Refused([.severalOwners]) }
    if ids.isEmpty { return }
    var added: [String: [RecordID]] = [:]
    for (name, records) in new {
      let made = add(records)
      try link(records, made, isUpsert: false)
      added[name] = zip(records.all, made).filter { isFirst($0.0, records, $0.1, made) }.map(\.1)
    }
    for assignment in assigned {
      if let end = world.end(assignment.name, of: selection.kind) {
        try edit(end, assignment, ids, added[assignment.name])
      } else {
        for id in ids {
          set(id, assignment.name, value(assignment, RecordView(before, id, in: world)))
        }
      }
    }
  }

  /// Whether a new record directly follows the assignment, not within another record.
  private func isFirst(
    _ flat: FlatRecords.Flat,
    _ records: FlatRecords,
    _ id: RecordID,
    _ made: [RecordID]
  ) -> Bool {
    let nested = records.all.flatMap { $0.nested.values.joined() }.map { made[$0] }
    return !nested.contains(id)
  }

  private func isForbiddenNil(_ assigned: Assigned, _ kind: String) -> Bool {
    switch assigned.right {
    case .field(.value(.null)): world.attribute(assigned.name, of: kind)?.isOptional == false
    case .field(.links(let links)) where links.isEmpty:
      world.end(assigned.name, of: kind).map { end in
        !world.plan(end).isToMany && !world.plan(end).isOptional
      } ?? false
    default: false
    }
  }

  private func newRecords(
    _ assigned: [Assigned],
    _ kind: String
  ) throws(Refused) -> [(name: String, records: FlatRecords)] {
    var new: [(name: String, records: FlatRecords)] = []
    for assignment in assigned {
      guard case .field(.records(let records)) = assignment.right,
        let end = world.end(assignment.name, of: kind)
      else { continue }
      let flat = FlatRecords(behind: end, records, in: world)
      try requireValues(flat, isUpsert: false)
      new.append((assignment.name, flat))
    }
    return new
  }

  /// All new values are made from the records as they were.
  private func value(_ assigned: Assigned, _ record: RecordView) -> Value {
    switch assigned.right {
    case .field(.value(let value)):
      switch (assigned.operation, value, record.value(assigned.name)) {
      case (.add, .list(let more), .list(let old)): return .list(old + more)
      case (.remove, .list(let less), .list(let old)):
        return .list(old.filter { !less.contains($0) })
      case (.add, .int(let more), .int(let old)): return .int(old + more)
      case (.remove, .int(let less), .int(let old)): return .int(old - less)
      case (.add, .int, _), (.remove, .int, _): return .null
      default: return value
      }
    case .attribute(let name): return record.value(name)
    case .sum(let name, let number):
      return record.number(name).map { .int($0 + number) } ?? .null
    case .difference(let number, let name):
      return record.number(name).map { .int(number - $0) } ?? .null
    default: return .null
    }
  }

  private mutating func edit(
    _ end: End,
    _ assigned: Assigned,
    _ owners: [RecordID],
    _ added: [RecordID]?
  ) throws(Refused) {
    let plan = world.plan(end)
    if case .path(let name) = assigned.right {
      for owner in owners {
        let source = before.records[owner].flatMap { world.end(name, of: $0.kind) }
        if let target = source.flatMap({ before.target($0, owner) }) {
          connect(end, owner, target)
        } else {
          clear(end, owner)
        }
      }
      return
    }
    var members = added ?? []
    if case .field(.links(let links)) = assigned.right { members = try resolve(links, plan) }
    for owner in owners {
      if assigned.operation == .remove {
        for member in members { disconnect(end, owner, member) }
        continue
      }
      if assigned.operation == .set, plan.isToMany {
        for previous in after.members(end, owner, in: world) where !members.contains(previous) {
          disconnect(end, owner, previous)
        }
      }
      if !plan.isToMany, members.isEmpty { clear(end, owner) }
      for member in members { connect(end, owner, member) }
    }
  }
}

extension RecordView {
  init(_ state: ReferenceState, _ id: RecordID, in world: World) {
    self.init(world: world, state: state, id: id)
  }
}
