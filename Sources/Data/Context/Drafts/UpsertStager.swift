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

  init(draft: ChangeDraft) {
    self.draft = draft
    new = NewIdentities(draft)
  }

  mutating func stage(_ request: UpsertRequest) throws {
    var identities: [Int: RecordID] = [:]
    for record in request.records {
      let values = try record.values.mapValues { try draft.value(of: $0) }
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
      let id =
        try known.record(record.entity, key, folded(wanted, key, record.entity))
        ?? saved(record, key, wanted)
      if let id, !found.contains(id) { found.append(id) }
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

  private func saved(
    _ record: InsertedRecord,
    _ key: [AttributePath],
    _ values: [Value]
  ) throws -> RecordID? {
    let finder = UniqueKeyLookup(schema: draft.schema, snapshot: draft.snapshot)
    let columns = try finder.columns(of: key, [values], record.entity)
    guard let reference = try finder.holders(of: columns, key, record.entity).first,
      reference != Column.nullReference,
      let id = try draft.snapshot.recordIDs(of: record.entity, at: [reference]).first
    else { return nil }
    // The statement may have changed the record's key. Otherwise the store decides which values are
    // equal: some databases ignore case.
    if written[id] == nil { return id }
    let now = folded(try current(id, key), key, id.entity)
    return now == folded(values, key, id.entity) ? id : nil
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
      if try draft.schema.layout(id.entity).entity.identity.contains(path.description) {
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
