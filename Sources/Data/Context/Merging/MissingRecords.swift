import Model
import Storage

/// The records that do not exist after a merge: deleted ones, and those that require one of them.
struct MissingRecords {
  private(set) var ids: Set<RecordID>
  private let merge: CopyMerge
  private let schema: StoredSchema

  init(_ merge: CopyMerge, _ schema: StoredSchema) throws {
    (self.merge, self.schema) = (merge, schema)
    ids = Set(merge.records.filter { !$1.exists }.map(\.key))
    try keepParts()
    var grows = !ids.isEmpty
    while grows {
      grows = false
      for (id, record) in merge.records where !ids.contains(id) {
        let layout = try schema.layout(id.entity)
        let requires = try layout.references.contains { reference in
          guard
            case .record(let target)? = record.cells[AttributePath([reference.relationship.name])]?
              .value,
            ids.contains(target)
          else { return false }
          return try isRequired(reference.relationship, record, layout)
        }
        if requires { grows = ids.insert(id).inserted || grows }
      }
    }
  }

  /// A cascade does not count if the record at its beginning exists because of a later edit.
  private mutating func keepParts() throws {
    guard ids.contains(where: { merge.records[$0]?.deletions.isEmpty == false }) else { return }
    let owners = try cascadingOwners()
    var grows = true
    while grows {
      grows = false
      for id in ids {
        guard let record = merge.records[id] else { continue }
        let counts = record.deletions.contains { stamp in
          record.touched <= stamp
            && owners[id]?.contains {
              !ids.contains($0) && merge.records[$0]?.deletions.contains(stamp) == true
            } != true
        }
        if !counts {
          ids.remove(id)
          grows = true
        }
      }
    }
  }

  /// The records whose deletion also deletes a missing one.
  private func cascadingOwners() throws -> [RecordID: [RecordID]] {
    var owners: [RecordID: [RecordID]] = [:]
    func cascades(_ end: RelationshipEnd) throws -> Bool {
      try schema.relationship(end).deleteRule == .cascade
    }
    for id in ids {
      for reference in try schema.layout(id.entity).references {
        let name = reference.relationship.name
        guard case .record(let owner)? = merge.records[id]?.cells[AttributePath([name])]?.value,
          try cascades(schema.inverse(of: RelationshipEnd(entity: id.entity, name: name)))
        else { continue }
        owners[id, default: []].append(owner)
      }
    }
    for (pair, link) in merge.links where link.isLinked {
      let end = RelationshipEnd(entity: pair.entity, name: pair.relationship)
      let owner = RecordID(entity: pair.entity, key: pair.owner)
      let member = RecordID(entity: try schema.relationship(end).destination, key: pair.member)
      if try cascades(end) { owners[member, default: []].append(owner) }
      if try cascades(schema.inverse(of: end)) { owners[owner, default: []].append(member) }
    }
    return owners
  }

  private func isRequired(
    _ relationship: Relationship,
    _ record: MergedRecord,
    _ layout: EntityLayout
  ) throws -> Bool {
    guard let kinds = schema.kinds(requiring: relationship, of: layout.entity.name) else {
      return true
    }
    guard case .string(let kind)? = record.cells[AttributePath([Schema.kindAttribute])]?.value
    else {
      return !kinds.isEmpty
    }
    return kinds.contains(kind)
  }
}
