import Columns
import Diagnostics
import Expressions
import Model
import Storage

/// Stages an upsert: inserts records with new keys and updates records with existing ones.
struct UpsertStager {
  private let draft: ChangeDraft
  /// The keys of the records processed so far.
  private var known = KnownKeys()
  /// New values of existing records.
  private var written: [RecordID: [AttributePath: Value]] = [:]
  private let new: NewIdentities
  /// The saved records with the statement's values of keys that ignore case or accents. Such keys
  /// have no indexes.
  private var scanned: [UpsertKey: ScannedKeys] = [:]

  init(draft: ChangeDraft) {
    self.draft = draft
    new = NewIdentities(draft)
  }

  mutating func stage(_ request: UpsertRequest) throws {
    var identities: [Int: RecordID] = [:]
    let allValues = try request.records.map { record in
      try record.values.mapValues { try draft.value(of: $0) }
    }
    try scanFoldedKeys(request.records, allValues)
    for (record, values) in zip(request.records, allValues) {
      try draft.cancellation.check()
      try new.add(record, values)
      let found = try find(record, values)
      let id: RecordID
      if let found {
        try change(found, record, values)
        new.note(record.number, found)
        id = found
      } else {
        guard let added = try insert(record, values) else { continue }
        id = added
      }
      try note(id)
      identities[record.number] = id
    }
    for rows in try writtenRows() { draft.update(rows) }
    let linker = LinkStager(draft: draft, identities: identities)
    for record in request.records {
      guard let id = identities[record.number] else { continue }
      try linker.stage(record.links, of: id)
    }
    draft.summary.identities = (0..<request.topLevelCount).compactMap {
      identities[request.records[$0].number]
    }
  }

  /// The record with one of the keys; throws if they match different records.
  private func find(
    _ record: InsertedRecord,
    _ values: [AttributePath: Value]
  ) throws -> RecordID? {
    var found: [RecordID] = []
    for key in record.keys {
      let wanted = key.map { values[$0] ?? .null }
      guard !wanted.contains(where: \.isNull) else { continue }
      let noted = known.record(record.entity, key, folded(wanted, key, record.entity))
      let ids = try noted.map { [$0] } ?? saved(record, key, wanted)
      for id in ids where !found.contains(id) { found.append(id) }
    }
    guard found.count <= 1 else { throw ChangeFailure(.ambiguousKey(found, record.span)) }
    if let id = found.first { try checkKind(id, record) }
    return found.first
  }

  /// Throws if the existing record is of another model with the same root.
  private func checkKind(_ id: RecordID, _ record: InsertedRecord) throws {
    guard record.kind != id.entity else { return }
    let kind: String
    if let values = draft.values(of: id) {
      let path = AttributePath([Schema.kindAttribute])
      if case .string(let name) = values[path] { kind = name } else { kind = id.entity }
    } else {
      kind = try RecordModels(draft.schema, draft.snapshot).kind(of: id)
    }
    guard draft.schema.declared.isKind(kind, of: record.kind) else {
      throw ChangeFailure(.otherKind(id, kind: kind, wanted: record.kind, record.span))
    }
  }

  /// Reads all records once for each key that ignores case or accents.
  private mutating func scanFoldedKeys(
    _ records: [InsertedRecord],
    _ values: [[AttributePath: Value]]
  ) throws {
    var wanted: [UpsertKey: [[Value]]] = [:]
    for (record, values) in zip(records, values) {
      for key in record.keys where draft.schema.folding(of: key, record.entity) != nil {
        wanted[UpsertKey(entity: record.entity, paths: key), default: []]
          .append(key.map { values[$0] ?? .null })
      }
    }
    for (key, rows) in wanted {
      let columns = try lookup.columns(of: key.paths, rows, key.entity)
      scanned[key] = try lookup.scan(for: columns, key.paths, key.entity)
    }
  }

  private var lookup: UniqueKeyLookup {
    UniqueKeyLookup(
      schema: draft.schema,
      snapshot: draft.snapshot,
      cancellation: draft.cancellation
    )
  }

  /// The saved records with the values of a key: several only if another program wrote values that
  /// the key treats alike.
  private func saved(
    _ record: InsertedRecord,
    _ key: [AttributePath],
    _ values: [Value]
  ) throws -> [RecordID] {
    let columns = try lookup.columns(of: key, [values], record.entity)
    let references: [Int64]
    if let found = scanned[UpsertKey(entity: record.entity, paths: key)] {
      references = found.references(with: columns.map { $0.value(at: 0) })
    } else {
      references = try lookup.holders(of: columns, key, record.entity)
        .filter { $0 != Column.nullReference }
    }
    if references.isEmpty { return [] }
    // The statement may have changed the record's key. Otherwise the store decides which values are
    // equal: some databases ignore case.
    return try draft.snapshot.recordIDs(of: record.entity, at: references).filter { id in
      if written[id] == nil { return true }
      let now = folded(try current(id, key), key, id.entity)
      return now == folded(values, key, id.entity)
    }
  }

  /// The values of a key as they are compared.
  private func folded(_ values: [Value], _ key: [AttributePath], _ entity: String) -> [Value] {
    draft.schema.folding(of: key, entity)?.folded(values) ?? values
  }

  /// Updates the known keys of a record.
  private mutating func note(_ id: RecordID) throws {
    known.forget(id)
    for key in draft.schema.uniqueKeys(of: id.entity) {
      known.note(id, key, folded(try current(id, key), key, id.entity))
    }
  }

  private func insert(
    _ record: InsertedRecord,
    _ values: [AttributePath: Value]
  ) throws -> RecordID? {
    guard let id = try new.identity(of: record.number) else { return nil }
    if !record.missing.isEmpty {
      throw ChangeFailure(
        record.missing.map { .missingValue(id, kind: record.kind, property: $0) },
        newRecords: [id: record.span]
      )
    }
    try draft.insert(id, values, at: record.span)
    draft.summary.inserted.add(1, of: record.kind)
    return id
  }

  /// Sets the given values of an existing record, without defaults.
  private mutating func change(
    _ id: RecordID,
    _ record: InsertedRecord,
    _ values: [AttributePath: Value]
  ) throws {
    let kindPath = AttributePath([Schema.kindAttribute])
    let said = values.filter { !record.defaults.contains($0.key) && $0.key != kindPath }
    let paths = said.keys.sorted { $0.description < $1.description }
    let isNew = draft.values(of: id) != nil
    for (path, previous) in zip(paths, try current(id, paths)) {
      guard let value = said[path], value != previous else { continue }
      let identity = try draft.schema.layout(id.entity).entity.identity
      if identity.contains(path.description) {
        // The store regards some strings as equal that differ, such as two forms of an address.
        let key = identity.parts.map { AttributePath([$0.member]) }
        let isKnown = key.allSatisfy { said[$0]?.isNull == false }
        if !isNew, isKnown, try saved(record, key, key.map { said[$0] ?? .null }) == [id] {
          continue
        }
        throw ChangeFailure(.identityChanged(id, property: path.description))
      }
      if !isNew { written[id, default: [:]][path] = value }
      draft.summary.overwritten.append(
        OverwrittenValue(record: id, property: path, old: previous, new: value)
      )
    }
    draft.summary.updated.add(1, of: record.kind)
    if isNew { draft.overwrite(id, said) }
  }

  private func current(_ id: RecordID, _ paths: [AttributePath]) throws -> [Value] {
    if let values = draft.values(of: id) { return paths.map { values[$0] ?? .null } }
    let reader = RecordReader(try draft.schema.layout(id.entity), draft.snapshot)
    let columns = try reader.columns(paths.map { .attribute($0) }, of: [id.key])
    return zip(paths, columns).map { written[id]?[$0] ?? $1.value(at: 0) }
  }

  /// ``written`` as rows, grouped by entity and properties.
  private func writtenRows() throws -> [RecordRows] {
    struct Group: Hashable {
      let entity: String
      let paths: Set<AttributePath>
    }
    let groups = Dictionary(grouping: written.keys) {
      Group(entity: $0.entity, paths: Set(written[$0, default: [:]].keys))
    }
    return try groups.map { group, records -> RecordRows in
      let keys = records.map(\.key).sortedByKey()
      var rows = RecordRows(entity: group.entity, keys: .list(keys))
      let layout = try draft.schema.layout(group.entity)
      for path in group.paths {
        let values = keys.lazy.map { key in
          written[RecordID(entity: group.entity, key: key)]?[path] ?? .null
        }
        rows.columns[path] = try layout.column(of: path, values)
      }
      return rows
    }.sorted {
      $0.entity == $1.entity ? $0.keys[0].isBefore($1.keys[0]) : $0.entity < $1.entity
    }
  }
}

/// A unique key of a root entity.
private struct UpsertKey: Hashable {
  let entity: String
  let paths: [AttributePath]
}

/// The keys of the records that a statement has processed.
private struct KnownKeys {
  private struct Key: Hashable {
    let entity: String
    let paths: [AttributePath]
    let values: [Value]
  }

  private var records: [Key: RecordID] = [:]
  private var keys: [RecordID: [Key]] = [:]

  func record(_ entity: String, _ paths: [AttributePath], _ values: [Value]) -> RecordID? {
    records[Key(entity: entity, paths: paths, values: values)]
  }

  mutating func forget(_ id: RecordID) {
    for key in keys.removeValue(forKey: id) ?? [] where records[key] == id { records[key] = nil }
  }

  mutating func note(_ id: RecordID, _ paths: [AttributePath], _ values: [Value]) {
    guard !values.contains(where: \.isNull) else { return }
    let key = Key(entity: id.entity, paths: paths, values: values)
    records[key] = id
    keys[id, default: []].append(key)
  }
}
