import Columns
import Execution
public import Expressions
import Model
import Planning
public import Storage

/// Chooses what taking records back to a past state changes.
///
/// Their values and links become those of the past. Records that were deleted with them by a
/// cascade return, and members that have lost them reference them again. Records that are new since
/// then stay.
struct RestoredRecords {
  /// The changes since that moment, including pending ones.
  let changes: PastChanges
  /// The past state.
  let past: any StoreSnapshot
  /// The present state.
  let now: any StoreSnapshot

  private var schema: StoredSchema { changes.schema }

  func changeSet(of records: [RecordID]) throws -> ChangeSet {
    var set = PastChangeSet(changes, over: now)
    set.deletesNewRecords = false
    var chosen = Set(records)
    var next = records
    while !next.isEmpty {
      var returning: [RecordID] = []
      for (entity, records) in Dictionary(grouping: next, by: \.entity) {
        try addMembers(of: records.map(\.key), entity, &set.references, &returning)
      }
      next = returning.filter { chosen.insert($0).inserted }
    }
    set.chosen = chosen
    var result = try set.changes()
    try leaveOutMissing(&result)
    result.updated = try result.updated.compactMap(differing)
    return result
  }

  /// The rows whose values differ from the present ones; nil if there are none.
  private func differing(_ rows: RecordRows) throws -> RecordRows? {
    let keys = rows.keys.all
    let reader = RecordReader(try schema.layout(rows.entity), now)
    let paths = Array(rows.columns.keys)
    let columns = try reader.columns(paths.map { .attribute($0) }, of: keys)
    let targets = try rows.references.map { name, references in
      (references, try reader.targets(of: name, keys: keys))
    }
    let places = keys.indices.filter { row in
      zip(paths, columns).contains { path, column in
        rows.columns[path]?.value(at: row) != column.value(at: row)
      }
        || targets.contains { old, new in
          old.targets[row] != new.targets[row] || old.positions?[row] != new.positions?[row]
        }
    }
    if places.count == keys.count { return rows }
    return places.isEmpty ? nil : rows.rows(at: places)
  }

  /// Adds what changes for the members of to-many relationships with a to-one inverse.
  private func addMembers(
    of owners: [RecordKey],
    _ entity: String,
    _ references: inout [RecordID: Set<String>],
    _ returning: inout [RecordID]
  ) throws {
    let places = try past.references(to: .list(owners), of: entity)
    for relationship in try schema.layout(entity).entity.relationships {
      let end = RelationshipEnd(entity: entity, name: relationship.name)
      guard try !schema.isManyToMany(end) else { continue }
      let inverse = try schema.inverse(of: end)
      guard try schema.layout(inverse.entity).referencePlaces[inverse.name] != nil else {
        continue
      }
      let lists = try past.others(schema.reference(end), of: places)
      let ids = try past.recordIDs(of: inverse.entity, at: lists.members)
      let there = try now.references(to: .list(ids.map(\.key)), of: inverse.entity)
      for (id, reference) in zip(ids, there) {
        if reference != Column.nullReference {
          references[id, default: []].insert(inverse.name)
        } else if relationship.deleteRule == .cascade {
          returning.append(id)
        }
      }
    }
  }

  /// Clears references to records that do not exist, and leaves out links to them.
  private func leaveOutMissing(_ changes: inout ChangeSet) throws {
    let returning = Dictionary(grouping: changes.inserted, by: \.entity)
      .mapValues { Set($0.flatMap { $0.keys.all }) }
    func missing(_ keys: [RecordKey], _ entity: String) throws -> Set<RecordKey> {
      let known = returning[entity] ?? []
      return Set(
        try now.missing(Set(keys).subtracting(known), of: entity).map(\.key)
      )
    }
    func settle(_ rows: inout RecordRows) throws {
      let layout = try schema.layout(rows.entity)
      for (name, references) in rows.references {
        guard let place = layout.referencePlaces[name], !layout.references[place].keepsDangling
        else { continue }
        let gone = try missing(
          references.targets.compactMap { $0 },
          layout.references[place].relationship.destination
        )
        if gone.isEmpty { continue }
        rows.references[name]?.targets = references.targets.map {
          $0.flatMap { gone.contains($0) ? nil : $0 }
        }
      }
    }
    for place in changes.inserted.indices { try settle(&changes.inserted[place]) }
    for place in changes.updated.indices { try settle(&changes.updated[place]) }
    let linkages = Dictionary(grouping: changes.linked) {
      RelationshipEnd(entity: $0.pair.entity, name: $0.pair.relationship)
    }
    for (end, linkages) in linkages {
      let destination = try schema.relationship(end).destination
      let owners = try missing(linkages.map(\.pair.owner), end.entity)
      let members = try missing(linkages.map(\.pair.member), destination)
      if owners.isEmpty, members.isEmpty { continue }
      changes.linked.removeAll { linkage in
        linkage.pair.entity == end.entity && linkage.pair.relationship == end.name
          && (owners.contains(linkage.pair.owner) || members.contains(linkage.pair.member))
      }
    }
  }
}

extension RecordRows {
  /// Only some of the rows.
  fileprivate func rows(at places: [Int]) -> RecordRows {
    let keys = keys.all
    var rows = RecordRows(entity: entity, keys: .list(places.map { keys[$0] }))
    let chosen = places.map(Int64.init)
    rows.columns = columns.mapValues { $0.gathered(at: chosen) }
    rows.references = references.mapValues { references in
      RecordReferences(
        targets: places.map { references.targets[$0] },
        positions: references.positions.map { positions in places.map { positions[$0] } }
      )
    }
    return rows
  }
}

extension ModelContext {
  /// Takes the records that `request` finds at its moment back to that state. Returns the effects.
  public func restore(
    _ request: FetchRequest,
    _ evaluation: EvaluationContext,
    title: String = ""
  ) throws -> ChangeSummary {
    try perform(title, evaluation) { try stageRestore(request, evaluation, $0) }
  }

  /// The effects of ``restore(_:_:title:)``, without applying it.
  public func previewRestore(
    _ request: FetchRequest,
    _ evaluation: EvaluationContext,
    limit: Int = 50
  ) throws -> ChangePreview {
    try preview(evaluation, limit) { try stageRestore(request, evaluation, $0) }
  }

  private func stageRestore(
    _ request: FetchRequest,
    _ evaluation: EvaluationContext,
    _ draft: ChangeDraft
  ) throws {
    guard let moment = try request.moment?.value(evaluation) else { return }
    let (base, past) = try past([moment], evaluation)
    let then = try state(past[0], over: base)
    let found = try records(of: request, in: then, evaluation)
    if found.isEmpty,
      let missing = try executor(evaluation, over: then).missingRecord(of: request)
    {
      throw StoreError.missingRecord(missing)
    }
    // Pending changes are the newest, so they are taken back first.
    var back = past[0]
    if hasChanges {
      back = PastChanges(schema())
      for entry in pendingHistory.reversed() { try back.revert(entry.event()) }
      try revertSaved(since: moment, evaluation, &back)
    }
    let restored = RestoredRecords(changes: back, past: then, now: draft.snapshot)
    let changes = try restored.changeSet(of: found)
    draft.add(changes)
    try draft.countChanged(changes)
  }
}
