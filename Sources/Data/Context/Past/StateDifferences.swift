import Columns
import Model
import Storage

/// Compares records in two states, which can be those of two stores.
struct StateDifferences {
  /// A state with the models that it has.
  struct State {
    let schema: StoredSchema
    let snapshot: any StoreSnapshot
  }

  let old: State
  let new: State
  let cancellation: CancellationFlag
  /// Whether all models are compared, so that a link is reported only once.
  let comparesAll: Bool

  private static let batchSize = 4096

  /// The changes of records of a root entity, in identity order.
  func changes(of keys: some Collection<RecordKey>, in entity: String) throws -> [RecordChange] {
    let sorted = keys.sortedByKey()
    return try stride(from: 0, to: sorted.count, by: Self.batchSize).flatMap { start in
      try cancellation.check()
      return try batch(Array(sorted[start..<min(sorted.count, start + Self.batchSize)]), entity)
    }
  }

  /// The records whose ordered members are among `touched`, in one of the two states.
  func owners(ofOrdered touched: [String: Set<RecordKey>]) throws -> [String: Set<RecordKey>] {
    var owners: [String: Set<RecordKey>] = [:]
    for (entity, keys) in touched where !keys.isEmpty {
      let ordered = try old.schema.layout(entity).references.filter(\.hasPositions)
      for reference in ordered {
        let name = reference.relationship.name
        for state in [old, new] {
          let found = try state.snapshot.references(to: .list(keys.sortedByKey()), of: entity)
            .filter { $0 != Column.nullReference }
          let relationship = try state.schema
            .reference(RelationshipEnd(entity: entity, name: name))
          let targets = try state.snapshot.others(relationship, of: found)
          let ids = try state.snapshot.recordIDs(of: relationship.destination, at: targets.members)
          owners[relationship.destination, default: []].formUnion(ids.map(\.key))
        }
      }
    }
    return owners
  }

  private func batch(_ keys: [RecordKey], _ entity: String) throws -> [RecordChange] {
    let (before, after) = try (Side(old, keys, entity), Side(new, keys, entity))
    var links = try linkChanges(keys, entity, before, after)
    let orders = try orderChanges(keys, entity, before, after)
    return keys.enumerated().compactMap { row, key -> RecordChange? in
      let id = RecordID(entity: entity, key: key)
      let action: RecordChange.Action
      switch (before.rows[row], after.rows[row]) {
      case (nil, nil): return nil
      case (nil, _): action = .inserted
      case (_, nil): action = .deleted
      default: action = .updated
      }
      var values = before.paths(with: after).compactMap { path -> RecordChange.ValueChange? in
        let (old, new) = (before.value(path, row), after.value(path, row))
        if old == new { return nil }
        return RecordChange.ValueChange(property: path, old: old, new: new)
      }
      values += orders[row] ?? []
      let members = links.removeValue(forKey: row) ?? []
      if action == .updated, values.isEmpty, members.isEmpty { return nil }
      return RecordChange(record: id, action: action, values: values, links: members)
    }
  }

  /// The added and removed members of many-to-many relationships, by row.
  private func linkChanges(
    _ keys: [RecordKey],
    _ entity: String,
    _ before: Side,
    _ after: Side
  ) throws -> [Int: [RecordChange.LinkChange]] {
    var changes: [Int: [RecordChange.LinkChange]] = [:]
    for relationship in try old.schema.layout(entity).entity.relationships {
      let end = RelationshipEnd(entity: entity, name: relationship.name)
      guard try old.schema.isManyToMany(end), (try? new.schema.isManyToMany(end)) == true,
        try reports(end)
      else { continue }
      let lists = try (before.members(of: end), after.members(of: end))
      for row in keys.indices where lists.0[row] != lists.1[row] {
        for (from, to, isAdded) in [
          (lists.0[row], lists.1[row], false), (lists.1[row], lists.0[row], true),
        ] {
          changes[row, default: []] += from.subtracting(to).sortedByKey().map {
            RecordChange.LinkChange(
              relationship: end.name,
              member: RecordID(entity: relationship.destination, key: $0),
              isAdded: isAdded
            )
          }
        }
      }
    }
    return changes
  }

  /// The orders of members, by row, that do not follow from the other changes: removed members are
  /// left out, and new ones come last, in identity order.
  private func orderChanges(
    _ keys: [RecordKey],
    _ entity: String,
    _ before: Side,
    _ after: Side
  ) throws -> [Int: [RecordChange.ValueChange]] {
    var changes: [Int: [RecordChange.ValueChange]] = [:]
    for relationship in try old.schema.layout(entity).entity.relationships {
      let end = RelationshipEnd(entity: entity, name: relationship.name)
      guard relationship.isToMany, relationship.isOrdered,
        (try? new.schema.relationship(end))?.isOrdered == true
      else { continue }
      func list(_ keys: [RecordKey]) -> Value {
        .list(keys.map { .record(RecordID(entity: relationship.destination, key: $0)) })
      }
      let lists = try (before.orderedMembers(of: end), after.orderedMembers(of: end))
      for row in keys.indices where after.rows[row] != nil && lists.1[row].count > 1 {
        let (from, to) = (lists.0[row], lists.1[row])
        if from == to { continue }
        let (known, kept) = (Set(from), Set(to))
        let usual = from.filter(kept.contains) + to.filter { !known.contains($0) }.sortedByKey()
        if usual == to { continue }
        changes[row, default: []].append(
          RecordChange.ValueChange(
            property: AttributePath([end.name]),
            old: from.isEmpty ? .null : list(from),
            new: list(to)
          )
        )
      }
    }
    return changes
  }

  /// Whether links are reported at this end.
  private func reports(_ end: RelationshipEnd) throws -> Bool {
    let inverse = try old.schema.inverse(of: end)
    let isAnonymous = end.name.hasPrefix("@")
    guard comparesAll else { return !isAnonymous }
    return isAnonymous == inverse.name.hasPrefix("@") ? !inverse.isBefore(end) : !isAnonymous
  }
}

/// Records of one state.
private struct Side {
  /// The row of each record among those that exist; nil for others.
  let rows: [Int?]
  private let state: StateDifferences.State
  private let layout: EntityLayout
  private let references: [Int64]
  private let values: WholeRows

  init(_ state: StateDifferences.State, _ keys: [RecordKey], _ entity: String) throws {
    self.state = state
    layout = try state.schema.layout(entity)
    references = try state.snapshot.references(to: .list(keys), of: entity)
    var count = 0
    rows = references.map { reference in
      guard reference != Column.nullReference else { return nil }
      count += 1
      return count - 1
    }
    values = try RecordReader(layout, state.snapshot)
      .rows(at: references.filter { $0 != Column.nullReference })
  }

  /// The properties that both states have.
  func paths(with other: Side) -> [AttributePath] {
    layout.fields.map(\.path).filter { other.layout.fieldPlaces[$0] != nil }
      + layout.references.map(\.relationship.name)
      .filter { other.layout.referencePlaces[$0] != nil }.map { AttributePath([$0]) }
  }

  func value(_ path: AttributePath, _ row: Int) -> Value {
    guard let row = rows[row] else { return .null }
    if let place = layout.fieldPlaces[path] { return values.fields[place].value(at: row) }
    guard let place = layout.referencePlaces[path.components[0]] else { return .null }
    return layout.references[place].value(values.references[place].targets[row])
  }

  /// The members of each record; none for missing records.
  func members(of end: RelationshipEnd) throws -> [Set<RecordKey>] {
    try orderedMembers(of: end).map { Set($0) }
  }

  /// The members of each record in order; none for missing records.
  func orderedMembers(of end: RelationshipEnd) throws -> [[RecordKey]] {
    let relationship = try state.schema.reference(end)
    let lists = try state.snapshot.members(of: relationship, owners: references)
    let keys = try state.snapshot.keys(of: relationship.destination, at: lists.members)
    return references.indices.map { keys[lists.places(of: $0)].compactMap { $0 } }
  }
}
