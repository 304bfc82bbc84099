import Model

/// Checks the rules of a world.
extension ReferenceState {
  /// What the rules of `world` do not allow; `before` says which records are changed.
  func problems(in world: World, before: ReferenceState) -> [Refusal] {
    records.flatMap { id, record in problems(id, record, in: world) }
      + world.roots.flatMap { duplicateKeyValues($0, in: world, before: before) }
  }

  private func problems(
    _ id: RecordID,
    _ record: ReferenceRecord,
    in world: World
  ) -> [Refusal] {
    var found: [Refusal] = []
    for attribute in world.attributes(of: record.kind) where !attribute.isOptional {
      if record.values[attribute.name] ?? .null == .null { found.append(.missing) }
    }
    for (end, plan) in world.links(of: record.kind) {
      if !plan.isToMany, !plan.isOptional, record.links[end] == nil { found.append(.missing) }
      if let bounds = plan.bounds, !bounds.contains(members(end, id, in: world).count) {
        found.append(.bounds)
      }
    }
    let view = RecordView(world: world, state: self, id: id)
    for kind in world.lineage(record.kind) {
      for rule in kind.rules where !rule.holds(view) { found.append(.broken) }
    }
    return found
  }

  private func duplicateKeyValues(
    _ root: String,
    in world: World,
    before: ReferenceState
  ) -> [Refusal] {
    world.kinds(of: root).flatMap { kind -> [Refusal] in
      let plan = world.kind(kind)
      let keys = plan.attributes.filter(\.isUnique).map { [$0.name] } + plan.keys
      return keys.flatMap { key in
        let holders = Dictionary(grouping: ids(of: kind, in: world)) { values(key, $0) }
        return holders.flatMap { values, ids -> [Refusal] in
          if values.contains(.null) || ids.count < 2 { return [] }
          let changed = ids.filter { before.records[$0] == nil || before.values(key, $0) != values }
          let isFree = changed.count == ids.count
          return Array(repeating: .taken, count: changed.count - (isFree ? 1 : 0))
        }
      }
    }
  }

  private func values(_ key: [String], _ id: RecordID) -> [Value] {
    key.map { records[id]?.values[$0] ?? .null }
  }
}
