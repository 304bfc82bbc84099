import Columns
import Model
import Storage

/// The changes of a store that take over what another copy has changed.
struct MergedState {
  private let this: ChangedCopy
  private let other: ChangedCopy
  private var merge: CopyMerge
  private var schema: StoredSchema { this.schema }
  /// The identities in the result.
  private var numbers: [RecordID: RecordID] = [:]
  private var missing: Set<RecordID> = []
  /// The changes, in identity order.
  private(set) var changes: [RecordChange] = []
  private(set) var notes = MergeNotes()
  /// The records of this store that get other numbers.
  private(set) var renumbered: [(old: RecordID, new: RecordID)] = []

  init(_ this: ChangedCopy, _ other: ChangedCopy, _ merge: CopyMerge) throws {
    (self.this, self.other, self.merge) = (this, other, merge)
    chooseNumbers()
    missing = try MissingRecords(merge, schema).ids
    self.merge.orderMembers(without: missing)
    try addRecords()
    try addLinks()
    notes.known = merge.news
  }

  /// The identity of a record in the result.
  func number(_ id: RecordID) -> RecordID { numbers[id] ?? id }

  // MARK: Identities

  /// If two copies have given the same number, the record that was inserted first keeps it.
  private mutating func chooseNumbers() {
    var taken: [RecordID: (SaveStamp, RecordID)] = [:]
    for (id, record) in merge.records {
      guard let birth = record.birth else {
        // A third copy has a record with this number.
        numbers[id] = [this.own(id), other.own(id)].compactMap { $0 }.first { $0 != id } ?? id
        continue
      }
      let wanted = RecordID(entity: id.entity, key: .number(birth.number))
      if let (first, _) = taken[wanted], first < birth.stamp { continue }
      taken[wanted] = (birth.stamp, id)
    }
    let old = Set(merge.records.filter { $1.birth == nil }.compactMap { numbers[$0.key] })
    for (wanted, (_, id)) in taken where !old.contains(wanted) {
      // Another record has this number if it loses its own.
      if wanted == id || merge.records[wanted] == nil { numbers[id] = wanted }
    }
  }

  /// A value in the result: nil in place of a missing record, or of one that references another
  /// record at its end of a one-to-one relationship.
  private func value(_ cell: MergedRecord.Cell, _ path: AttributePath, of id: RecordID) -> Value {
    guard case .record(let target) = cell.value else { return cell.value }
    if missing.contains(target) { return .null }
    let end = RelationshipEnd(entity: id.entity, name: path.components[0])
    if let inverse = try? schema.inverse(of: end),
      let back = merge.records[target]?.cells[AttributePath([inverse.name])],
      (try? schema.relationship(inverse).isToMany) == false, back.value != .record(id)
    {
      return .null
    }
    return .record(number(target))
  }

  // MARK: Records

  private mutating func addRecords() throws {
    for (entity, ids) in Dictionary(grouping: merge.records.keys, by: \.entity)
      .sorted(by: { $0.key < $1.key })
    {
      let layout = try schema.layout(entity)
      let sorted = ids.sorted { number($0).key.isBefore(number($1).key) }
      let present = try self.present(sorted, layout)
      var (deleted, others): ([RecordChange], [RecordChange]) = ([], [])
      for (id, rows) in zip(sorted, present) {
        guard let record = merge.records[id] else { continue }
        let made = changes(of: id, record, rows, layout)
        for change in made {
          if change.action == .deleted { deleted.append(change) } else { others.append(change) }
        }
        note(id, record, made)
      }
      changes += deleted + others
    }
  }

  /// A record of this store: its identity, values and positions.
  private struct Present {
    let id: RecordID
    let values: [(path: AttributePath, value: Value)]
    let places: [String: Int64]
  }

  private func present(_ ids: [RecordID], _ layout: EntityLayout) throws -> [Present?] {
    let own = ids.map(this.own)
    let found = try this.snapshot.references(
      to: .list(own.map { $0?.key ?? .number(0) }),
      of: layout.entity.name
    )
    let there = found.filter { $0 != Column.nullReference }
    let rows = try RecordReader(layout, this.snapshot).rows(at: there)
    var row = -1
    return zip(own, found).map { id, reference -> Present? in
      guard reference != Column.nullReference else { return nil }
      row += 1
      guard let id else { return nil }
      return Present(
        id: id,
        values: layout.fields.enumerated()
          .map { ($1.path, rows.fields[$0].value(at: row)) }
          + layout.references.enumerated().map { place, reference in
            (
              AttributePath([reference.relationship.name]),
              reference.value(rows.references[place].targets[row])
            )
          },
        places: Dictionary(
          keepingFirst: layout.references.enumerated().compactMap { place, reference in
            rows.references[place].positions.map { (reference.relationship.name, $0[row]) }
          }
        )
      )
    }
  }

  private mutating func changes(
    of id: RecordID,
    _ record: MergedRecord,
    _ present: Present?,
    _ layout: EntityLayout
  ) -> [RecordChange] {
    let exists = !missing.contains(id)
    let new = number(id)
    let paths =
      layout.fields.map(\.path) + layout.references.map { AttributePath([$0.relationship.name]) }
    guard let present else {
      return exists ? [inserted(new, id, record, [], paths)] : []
    }
    let deleted = RecordChange(
      record: present.id,
      action: .deleted,
      values: present.values.filter { !$0.value.isNull }
        .map { .init(property: $0.path, old: $0.value, new: .null) },
      links: []
    )
    if !exists { return [deleted] }
    if new != present.id {
      renumbered.append((present.id, new))
      return [deleted, inserted(new, id, record, present.values, paths)]
    }
    let values = present.values.compactMap { path, old -> RecordChange.ValueChange? in
      guard let cell = record.cells[path] else { return nil }
      let new = value(cell, path, of: id)
      return new == old ? nil : .init(property: path, old: old, new: new)
    }
    let changed = Set(values.map(\.property))
    let places = record.places.compactMap { name, place -> RecordChange.ValueChange? in
      let path = AttributePath([name])
      // A new target needs its position, even if it is the same number.
      guard case .int(let position) = place.value, let old = present.places[name],
        old != position || changed.contains(path)
      else { return nil }
      return .init(property: path, old: .int(old), new: place.value)
    }
    if values.isEmpty, places.isEmpty { return [] }
    return [
      RecordChange(record: new, action: .updated, values: values, links: [], positions: places)
    ]
  }

  private func inserted(
    _ number: RecordID,
    _ id: RecordID,
    _ record: MergedRecord,
    _ present: [(path: AttributePath, value: Value)],
    _ paths: [AttributePath]
  ) -> RecordChange {
    let old = Dictionary(keepingFirst: present.map { ($0.path, $0.value) })
    return RecordChange(
      record: number,
      action: .inserted,
      values: paths.compactMap { path in
        let new = record.cells[path].map { value($0, path, of: id) } ?? old[path] ?? .null
        return new.isNull ? nil : .init(property: path, old: .null, new: new)
      },
      links: [],
      positions: record.places.compactMap { name, place in
        guard case .int = place.value else { return nil }
        return .init(property: AttributePath([name]), old: .null, new: place.value)
      }
    )
  }

  /// Notes what this store has learned about a record.
  private mutating func note(_ id: RecordID, _ record: MergedRecord, _ made: [RecordChange]) {
    guard !made.isEmpty || this.records[id] != record else { return }
    var noted = record
    noted.cells = record.cells.mapValues { cell in
      guard case .record(let target) = cell.value else { return cell }
      return .init(value: .record(number(target)), stamp: cell.stamp)
    }
    let own = number(id)
    notes.records[own] = noted
    if let old = this.own(id), old != own, made.contains(where: { $0.action == .inserted }),
      case .number(let number) = old.key
    {
      notes.previous[own] = number
    }
  }

  // MARK: Links

  /// Unlinks first: a number may belong to another record now.
  private mutating func addLinks() throws {
    var added: [RecordChange] = []
    let renumbered = Set(renumbered.map(\.new))
    let pairs = Array(merge.links.keys).sorted { $0.isBefore($1) }
    let before = InverseChanges(schema: schema, before: this.snapshot)
    let own = try pairs.map { try $0.mapped(in: schema) { this.own($0) ?? $0 } }
    let present = try before.places(of: own.map(\.pair))
    for (pair, (old, _)) in zip(pairs, own) {
      guard let link = merge.links[pair] else { continue }
      let end = RelationshipEnd(entity: pair.entity, name: pair.relationship)
      let member = RecordID(entity: try schema.relationship(end).destination, key: pair.member)
      let owner = RecordID(entity: pair.entity, key: pair.owner)
      let (new, isMirrored) = try pair.mapped(in: schema, number)
      let isLinked = link.isLinked && !missing.contains(owner) && !missing.contains(member)
      if this.links[pair] != link { notes.links[new] = link }
      let isNew = renumbered.contains(number(owner)) || renumbered.contains(number(member))
      let was = present[old]
      let moves = try isLinked && was.map { try isMoved($0, to: link, isMirrored, end) } ?? false
      if isLinked == (was != nil), !isNew, !moves { continue }
      if was != nil, old != new || !isLinked {
        changes.append(change(old, link, false, false, member.entity))
      }
      if isLinked { added.append(change(new, link, true, isMirrored, member.entity)) }
    }
    changes += added
  }

  /// Whether a pair has another position in an ordered relationship.
  private func isMoved(
    _ linkage: RecordLinkage,
    to link: MergedLink,
    _ isMirrored: Bool,
    _ end: RelationshipEnd
  ) throws -> Bool {
    guard let places = link.places else { return false }
    let (here, there) = isMirrored ? (places.there, places.here) : (places.here, places.there)
    return try schema.relationship(end).isOrdered && here != linkage.position
      || schema.relationship(schema.inverse(of: end)).isOrdered && there != linkage.inversePosition
  }

  private func change(
    _ pair: RecordPair,
    _ link: MergedLink,
    _ isLinked: Bool,
    _ isMirrored: Bool,
    _ destination: String
  ) -> RecordChange {
    let owner = RecordID(entity: pair.entity, key: pair.owner)
    let member = RecordID(entity: destination, key: pair.member)
    var places: [RecordChange.ValueChange] = []
    if isLinked, let found = link.places {
      let ends = isMirrored ? (found.there, found.here) : (found.here, found.there)
      places = [
        .init(
          property: AttributePath([pair.relationship]),
          old: .null,
          new: .list([.record(member), .int(ends.0), .int(ends.1)])
        )
      ]
    }
    return RecordChange(
      record: owner,
      action: .updated,
      values: [],
      links: [.init(relationship: pair.relationship, member: member, isAdded: isLinked)],
      positions: places
    )
  }
}
