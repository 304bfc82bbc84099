import Model

extension StatementDraft {
  mutating func upsert(_ records: FlatRecords, key: [String]?) throws(Refused) {
    try requireValues(records, isUpsert: true)
    var ids: [RecordID] = []
    for flat in records.all {
      let keys =
        flat.isNested || key == nil
        ? world.keys(of: flat.kind).filter { $0.allSatisfy { flat.text.value($0) != nil } }
        : [key ?? []]
      if let id = try holder(of: keys, flat) {
        for (name, value) in flat.text.fields {
          guard case .value(let value) = value, after.records[id]?.values[name] != value else {
            continue
          }
          set(id, name, value)
        }
        ids.append(id)
      } else {
        let unsaid = records.missing(flat).unsaid
        if unsaid > 0 { throw Refused(Array(repeating: .missing, count: unsaid)) }
        let id = insert(flat.kind)
        fill(id, flat)
        ids.append(id)
      }
    }
    try link(records, ids, isUpsert: true)
  }

  /// The record that has the values of a key; nil conflicts with nothing.
  private func holder(
    of keys: [[String]],
    _ flat: FlatRecords.Flat
  ) throws(Refused) -> RecordID? {
    var found: Set<RecordID> = []
    for key in keys {
      let values = key.map { name -> Value in
        if case .value(let value)? = flat.text.value(name) { value } else { .null }
      }
      if values.contains(.null) { continue }
      for id in after.ids(of: world.root(flat.kind), in: world) {
        guard let record = after.records[id] else { continue }
        if key.map({ record.values[$0] ?? .null }) == values { found.insert(id) }
      }
    }
    if found.count > 1 { throw Refused([.ambiguousKey]) }
    return found.first
  }
}
