import Model

extension StatementDraft {
  mutating func delete(_ selection: Selection) throws(Refused) {
    var gone = Set(select(selection))
    var waiting = Array(gone)
    while let id = waiting.popLast() {
      for (end, plan) in links(of: id) where plan.rule == .cascade {
        for member in before.members(end, id, in: world) where gone.insert(member).inserted {
          waiting.append(member)
        }
      }
    }
    let denials = gone.reduce(0) { $0 + self.denials($1, gone) }
    if denials > 0 { throw Refused(Array(repeating: .denied, count: denials)) }
    for id in gone.sorted(by: { $0.number < $1.number }) { nullify(id, gone) }
    remove(gone)
  }

  private func links(of id: RecordID) -> [(end: End, plan: LinkPlan)] {
    before.records[id].map { world.links(of: $0.kind) } ?? []
  }

  /// The number of relationships that deny the deletion of a record, because others still use them.
  private func denials(_ id: RecordID, _ gone: Set<RecordID>) -> Int {
    links(of: id).filter { end, plan in
      plan.rule == .deny
        && before.members(end, id, in: world).contains { !gone.contains($0) }
    }.count
  }

  /// Makes references of records that stay lead nowhere; with `no action` they are kept.
  private mutating func nullify(_ id: RecordID, _ gone: Set<RecordID>) {
    for (end, plan) in links(of: id) where plan.rule != .noAction {
      let far = world.inverse(end)
      guard !world.plan(far).isToMany else { continue }
      for member in before.members(end, id, in: world) where !gone.contains(member) {
        point(far, member, nil)
      }
    }
  }
}
