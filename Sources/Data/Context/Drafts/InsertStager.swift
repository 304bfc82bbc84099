import Diagnostics
import Model
import Storage

/// Stages the new records of a statement.
struct InsertStager {
  let draft: ChangeDraft

  /// Stages all records of an insert.
  func stage(_ request: InsertRequest) throws {
    let records = try stage(request.records)
    draft.summary.identities = (0..<request.topLevelCount).compactMap { place in
      records[request.records[place].number]
    }
  }

  /// Stages records; returns their identities by number.
  @discardableResult
  func stage(_ records: [InsertedRecord]) throws -> [Int: RecordID] {
    var values: [Int: [AttributePath: Value]] = [:]
    for record in records {
      values[record.number] = try record.values.mapValues { try draft.value(of: $0) }
    }
    let identities = try NewIdentities(draft).identify(records, values)
    for record in records {
      guard let id = identities[record.number] else { continue }
      try draft.insert(id, values[record.number] ?? [:], at: record.span)
      draft.summary.inserted.add(1, of: record.kind)
    }
    let linker = LinkStager(draft: draft, identities: identities)
    for record in records {
      guard let id = identities[record.number] else { continue }
      try linker.stage(record.links, of: id)
    }
    return identities
  }
}

/// Stages the links in a statement.
struct LinkStager {
  let draft: ChangeDraft
  /// The records of the statement by their numbers.
  let identities: [Int: RecordID]

  /// Links a record with its related records, in declared order.
  func stage(_ links: [String: [InsertedLink]], of record: RecordID) throws {
    guard !links.isEmpty else { return }
    for relationship in try draft.schema.layout(record.entity).entity.relationships {
      guard let named = links[relationship.name] else { continue }
      let end = RelationshipEnd(entity: record.entity, name: relationship.name)
      let members = try named.flatMap(records)
      if members.isEmpty, !relationship.isToMany { try draft.links.clear(end, record.key) }
      for member in members { try draft.links.connect(end, record.key, member.key) }
    }
  }

  func records(_ link: InsertedLink) throws -> [RecordID] {
    switch link {
    case .saved(let id):
      guard try draft.snapshot.reference(to: id) != nil else { throw StoreError.missingRecord(id) }
      return [id]
    case .pending(let number):
      return identities[number].map { [$0] } ?? []
    case .checked(let id, let request, let kind, let span):
      guard try !draft.references(of: request).isEmpty else {
        throw ChangeFailure(.noSuchRecord(kind: kind, id, span))
      }
      return [id]
    case .query(let request, let wanted, let span):
      let ids = try draft.records(of: request)
      if let wanted, ids.count != 1 {
        throw ChangeFailure(.wrongCount(kind: wanted, found: ids.count, span))
      }
      return ids
    }
  }
}
