import Model

/// The changes of one statement: the old and the new state of each record.
struct ReferenceDelta {
  /// New records, and those that went.
  var inserted: [RecordID: ReferenceRecord] = [:]
  var deleted: [RecordID: ReferenceRecord] = [:]
  /// What was written of records that were there and stay, equal or not.
  var values: [RecordID: [String: Change<Value>]] = [:]
  var links: [RecordID: [End: Change<Target?>]] = [:]
  var pairs: [Pair: Change<Places?>] = [:]

  struct Change<Part: Equatable>: Equatable {
    let old: Part
    let new: Part

    var turned: Change { Change(old: new, new: old) }
  }

  var isEmpty: Bool {
    inserted.isEmpty && deleted.isEmpty && values.isEmpty && links.isEmpty && pairs.isEmpty
  }

  /// Records that were there and were written or went.
  var touched: Set<RecordID> { Set(deleted.keys).union(values.keys).union(links.keys) }

  /// What takes this back.
  var inverse: ReferenceDelta {
    ReferenceDelta(
      inserted: deleted,
      deleted: inserted,
      values: values.mapValues { $0.mapValues(\.turned) },
      links: links.mapValues { $0.mapValues(\.turned) },
      pairs: pairs.mapValues(\.turned)
    )
  }
}

extension ReferenceState {
  /// Makes changes; what is said of records that are not there is passed over.
  mutating func apply(_ delta: ReferenceDelta) {
    for id in delta.deleted.keys { remove(id) }
    for (id, record) in delta.inserted { records[id] = record }
    for (id, changes) in delta.values {
      for (name, change) in changes { records[id]?.values[name] = change.new }
    }
    for (id, changes) in delta.links {
      for (end, change) in changes { records[id]?.links[end] = change.new }
    }
    for (pair, change) in delta.pairs { pairs[pair] = change.new }
  }

  /// Makes all changes together, as they are saved: what a record had that was deleted and has come
  /// back it keeps, if none of the changes says otherwise; and if somebody else deleted it, it does
  /// not come back.
  mutating func apply(_ deltas: [ReferenceDelta]) {
    let before = self
    var new: Set<RecordID> = []
    var returning: Set<RecordID> = []
    for delta in deltas {
      returning.formUnion(Set(delta.deleted.keys).subtracting(new))
      new.formUnion(Set(delta.inserted.keys).subtracting(returning))
      apply(delta)
    }
    for id in returning where before.records[id] == nil { remove(id) }
    for (pair, places) in before.pairs where pairs[pair] == nil {
      let isNamed = deltas.contains { $0.pairs[pair] != nil }
      let isWhole = records[pair.owner] != nil && records[pair.member] != nil
      if isWhole, !isNamed { pairs[pair] = places }
    }
  }

  private mutating func remove(_ id: RecordID) {
    records[id] = nil
    for pair in pairs.keys where pair.owner == id || pair.member == id { pairs[pair] = nil }
  }

  /// How many properties of records are not as `delta` left them.
  func differences(from delta: ReferenceDelta) -> Int {
    var count = delta.deleted.keys.filter { records[$0] != nil }.count
    for (id, left) in delta.inserted {
      guard let now = records[id] else {
        count += 1
        continue
      }
      for (name, value) in left.values where now.values[name] != value { count += 1 }
      for end in Set(left.links.keys).union(now.links.keys)
      where left.links[end]?.id != now.links[end]?.id {
        count += 1
      }
    }
    for (id, changes) in delta.values {
      guard let now = records[id] else {
        count += 1
        continue
      }
      for (name, change) in changes where now.values[name] != change.new { count += 1 }
    }
    for (id, changes) in delta.links {
      guard let now = records[id] else {
        count += 1
        continue
      }
      for (end, change) in changes where now.links[end]?.id != change.new?.id { count += 1 }
    }
    return count
  }
}
