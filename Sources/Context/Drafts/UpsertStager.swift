import Columns
import Diagnostics
import Model
import Storage

/// Puts the records of an upsert into a draft: new ones where no record has their key, else new
/// values of the one that has.
struct UpsertStager {
  let draft: ChangeDraft

  func stage(_ request: UpsertRequest) throws {
    var identities: [Int: RecordID] = [:]
    var known = KnownKeys()
    for record in request.records {
      let values = try record.values.mapValues { try draft.value(of: $0) }
      let found = try find(record, values, &known)
      let id: RecordID
      if let found {
        try change(found, record, values)
        id = found
      } else {
        id = try insert(record, values)
      }
      try note(id, &known)
      identities[record.number] = id
    }
    let linker = LinkStager(draft: draft, identities: identities)
    for record in request.records {
      guard let id = identities[record.number] else { continue }
      try linker.stage(record.links, of: id)
    }
    draft.summary.identities = (0..<request.topLevelCount).compactMap {
      identities[request.records[$0].number]
    }
  }

  /// The record that has one of the keys; throws if they lead to different ones.
  private func find(
    _ record: InsertedRecord,
    _ values: [AttributePath: Value],
    _ known: inout KnownKeys
  ) throws -> RecordID? {
    var found: [RecordID] = []
    for key in record.keys {
      let wanted = key.map { values[$0] ?? .null }
      guard !wanted.contains(where: \.isNull) else { continue }
      let id = try known.record(record.entity, key, wanted) ?? saved(record, key, wanted)
      if let id, !found.contains(id) { found.append(id) }
    }
    guard found.count <= 1 else { throw ChangeFailure(.ambiguousKey(found, record.span)) }
    return found.first
  }

  private func saved(
    _ record: InsertedRecord,
    _ key: [AttributePath],
    _ values: [Value]
  ) throws -> RecordID? {
    let finder = KeyFinder(schema: draft.schema, snapshot: draft.snapshot)
    let columns = try finder.columns(of: key, [values], record.entity)
    guard let reference = try finder.holders(of: columns, key, record.entity).first,
      reference != Column.nullReference,
      let id = try draft.snapshot.recordIDs(of: record.entity, at: [reference]).first
    else { return nil }
    // The statement may have given the record another key by now.
    return try current(id, key) == values ? id : nil
  }

  /// Notes all keys that a record of the statement has by now.
  private func note(_ id: RecordID, _ known: inout KnownKeys) throws {
    known.forget(id)
    for key in draft.schema.uniqueKeys(of: id.entity) {
      known.note(id, key, try current(id, key))
    }
  }

  private func insert(
    _ record: InsertedRecord,
    _ values: [AttributePath: Value]
  ) throws -> RecordID {
    let number = try draft.reserve(1, of: record.entity).lowerBound
    let id = RecordID(entity: record.entity, key: .number(number))
    if !record.missing.isEmpty {
      throw ChangeFailure(
        record.missing.map { .missingValue(id, kind: record.kind, property: $0) },
        newRecords: [id: record.span]
      )
    }
    draft.insert(id, values, at: record.span)
    draft.summary.inserted.add(1, of: record.kind)
    return id
  }

  /// Sets what the statement says of a record that is there; defaults are not said.
  private func change(
    _ id: RecordID,
    _ record: InsertedRecord,
    _ values: [AttributePath: Value]
  ) throws {
    let kindPath = AttributePath([Schema.kindAttribute])
    let said = values.filter { !record.defaults.contains($0.key) && $0.key != kindPath }
    let paths = said.keys.sorted { $0.description < $1.description }
    let old = try current(id, paths)
    var rows = RecordRows(entity: id.entity, keys: .list([id.key]))
    let layout = try draft.schema.layout(id.entity)
    for (path, former) in zip(paths, old) {
      guard let place = layout.fieldPlaces[path], let value = said[path], value != former else {
        continue
      }
      let builder = makeColumnBuilder(continuing: layout.emptyColumns[place])
      guard builder.append(value) else {
        throw StoreError.typeMismatch(entity: id.entity, property: path.description)
      }
      rows.columns[path] = builder.column
      draft.summary.overwritten.append(
        OverwrittenValue(record: id, property: path, old: former, new: value)
      )
    }
    draft.summary.updated.add(1, of: record.kind)
    if draft.values(of: id) != nil {
      draft.overwrite(id, said)
    } else if !rows.columns.isEmpty {
      draft.update(rows)
    }
  }

  private func current(_ id: RecordID, _ paths: [AttributePath]) throws -> [Value] {
    if let values = draft.values(of: id) { return paths.map { values[$0] ?? .null } }
    let reader = RecordReader(try draft.schema.layout(id.entity), draft.snapshot)
    let columns = try reader.columns(paths.map { .attribute($0) }, of: [id.key])
    return zip(paths, columns).map { draft.newValue(id, $0) ?? $1.value(at: 0) }
  }
}

/// The keys of the records that a statement has met already.
private struct KnownKeys {
  private struct Key: Hashable {
    let entity: String
    let paths: [AttributePath]
    let values: [Value]
  }

  private var records: [Key: RecordID] = [:]

  func record(_ entity: String, _ paths: [AttributePath], _ values: [Value]) -> RecordID? {
    records[Key(entity: entity, paths: paths, values: values)]
  }

  mutating func forget(_ id: RecordID) {
    records = records.filter { $0.value != id }
  }

  mutating func note(_ id: RecordID, _ paths: [AttributePath], _ values: [Value]) {
    guard !values.contains(where: \.isNull) else { return }
    records[Key(entity: id.entity, paths: paths, values: values)] = id
  }
}
