import Model

/// The expected `history` of a statement.
struct ReferenceEvent: Equatable {
  let title: String
  /// The values of new records, those of deleted ones, and old and new values of changed ones.
  var inserted: [RecordID: [String: Value]] = [:]
  var deleted: [RecordID: [String: Value]] = [:]
  var updated: [RecordID: [String: [Value]]] = [:]

  init(title: String) { self.title = title }

  init(
    _ title: String,
    _ delta: ReferenceDelta,
    _ before: ReferenceState,
    _ after: ReferenceState,
    in world: World
  ) {
    self.title = title
    for id in delta.inserted.keys { inserted[id] = Self.whole(id, after, in: world) }
    for id in delta.deleted.keys { deleted[id] = Self.whole(id, before, in: world) }
    for (id, changes) in delta.values {
      for (name, change) in changes where change.old != change.new {
        updated[id, default: [:]][name] = [change.old, change.new]
      }
    }
    for (id, changes) in delta.links {
      for end in changes.keys {
        let values = [before, after].map { Self.value($0.storedTarget(end, id, in: world)) }
        if values[0] != values[1] { updated[id, default: [:]][end.name] = values }
      }
    }
  }

  var isEmpty: Bool { inserted.isEmpty && deleted.isEmpty && updated.isEmpty }

  /// All values of a record that are not nil.
  private static func whole(
    _ id: RecordID,
    _ state: ReferenceState,
    in world: World
  ) -> [String: Value] {
    guard let record = state.records[id] else { return [:] }
    var values = record.values.filter { $0.value != .null }
    for end in record.links.keys {
      if let target = state.storedTarget(end, id, in: world) { values[end.name] = .record(target) }
    }
    return values
  }

  private static func value(_ id: RecordID?) -> Value { id.map { .record($0) } ?? .null }
}

extension ReferenceState {
  /// The target of a to-one relationship; with `no action` it may be a deleted record.
  fileprivate func storedTarget(_ end: End, _ id: RecordID, in world: World) -> RecordID? {
    world.plan(world.inverse(end)).rule == .noAction
      ? records[id]?.links[end]?.id : target(end, id)
  }
}
