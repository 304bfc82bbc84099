import Columns
import Model
import Storage

/// Changes of the plain records, one after another; all rules are looked at in the end.
extension PlainStore {
  /// Why a change set is to be refused.
  enum Refusal: Error { case refused }

  /// The records after `changes`.
  func applying(_ changes: ChangeSet) throws -> PlainStore {
    var result = self
    for selection in changes.deleted { try result.delete(selection) }
    for rows in changes.inserted { try result.insert(rows) }
    var written: Set<Written> = []
    for rows in changes.inserted { written.formUnion(try result.setReferences(rows)) }
    for rows in changes.updated {
      try result.setValues(rows)
      written.formUnion(try result.setReferences(rows))
    }
    try result.checkTargets(written)
    result.restoreReferences(to: changes.inserted)
    try result.changePairs(changes)
    try result.checkRules(changes, written)
    return result
  }

  /// A reference that a change set sets.
  struct Written: Hashable {
    let entity: String
    let number: Int64
    let relationship: String
  }

  private mutating func delete(_ selection: RecordSelection) throws {
    for number in try numbers(in: selection.keys) {
      guard records[selection.entity]?.removeValue(forKey: number) != nil else {
        throw Refusal.refused
      }
      for pair in pairs.keys {
        let destination = schema.entity(pair.entity)?.relationship(pair.relationship)?.destination
        if (pair.entity == selection.entity && pair.owner == number)
          || (destination == selection.entity && pair.member == number)
        {
          pairs[pair] = nil
        }
      }
    }
  }

  private mutating func insert(_ rows: RecordRows) throws {
    guard let entity = schema.entity(rows.entity) else { throw Refusal.refused }
    for (row, number) in try numbers(in: rows.keys).enumerated() {
      guard records[rows.entity]?[number] == nil else { throw Refusal.refused }
      var record = Record()
      for field in entity.storedFields {
        record.values[field.path] = rows.columns[field.path]?.value(at: row) ?? .null
      }
      records[rows.entity, default: [:]][number] = record
      everHad[rows.entity, default: []].insert(number)
    }
  }

  private mutating func setValues(_ rows: RecordRows) throws {
    for (row, number) in try numbers(in: rows.keys).enumerated() {
      guard records[rows.entity]?[number] != nil else { throw Refusal.refused }
      for (path, column) in rows.columns {
        records[rows.entity]?[number]?.values[path] = column.value(at: row)
      }
    }
  }

  private mutating func setReferences(_ rows: RecordRows) throws -> Set<Written> {
    var written: Set<Written> = []
    for relationship in toOnes(rows.entity) {
      guard let given = rows.references[relationship.name] else { continue }
      let isOrdered = inverse(of: relationship).map { $0.isToMany && $0.isOrdered } ?? false
      if isOrdered { notePositions(given.positions ?? []) }
      for (row, number) in try numbers(in: rows.keys).enumerated() {
        var reference: Reference?
        let position = isOrdered ? given.positions?[row] ?? takePosition() : 0
        if let key = given.targets[row] {
          reference = Reference(target: try self.number(key), position: position)
        }
        records[rows.entity]?[number]?.references[relationship.name] = reference
        written.insert(
          Written(entity: rows.entity, number: number, relationship: relationship.name)
        )
      }
    }
    return written
  }

  private mutating func takePosition() -> Int64 {
    defer { nextPosition += 1 }
    return nextPosition
  }

  private mutating func notePositions(_ positions: [Int64]) {
    for position in positions { nextPosition = max(nextPosition, position + 1) }
  }

  /// Checks that new references have existing targets, or former ones where allowed, and that no
  /// other reference has a deleted target unless allowed.
  private mutating func checkTargets(_ written: Set<Written>) throws {
    for entity in schema.entities {
      for relationship in toOnes(entity.name) {
        let isKept = inverse(of: relationship)?.deleteRule == .noAction
        for (number, record) in records[entity.name] ?? [:] {
          guard let reference = record.references[relationship.name],
            records[relationship.destination]?[reference.target] == nil
          else { continue }
          let isWritten = written.contains(
            Written(entity: entity.name, number: number, relationship: relationship.name)
          )
          // An assigned reference may dangle, as restored references do.
          let isGone = everHad[relationship.destination]?.contains(reference.target) ?? false
          guard isKept, !isWritten || isGone else { throw Refusal.refused }
          records[entity.name]?[number]?.references[relationship.name]?.isDangling = true
        }
      }
    }
  }

  /// References to records that come back hold again; those of pairs if the record leads back, else
  /// they are gone.
  private mutating func restoreReferences(to inserted: [RecordRows]) {
    for rows in inserted {
      for number in (try? numbers(in: rows.keys)) ?? [] {
        for relationship in schema.entity(rows.entity)?.relationships ?? [] {
          let back = target(rows.entity, number, relationship.name)
          for (owner, record) in records[relationship.destination] ?? [:] {
            guard record.references[relationship.inverse]?.target == number,
              inverse(of: relationship)?.isToMany == false
            else { continue }
            let holds = relationship.isToMany || back == owner
            records[relationship.destination]?[owner]?.references[relationship.inverse]?
              .isDangling = false
            if !holds {
              records[relationship.destination]?[owner]?.references[relationship.inverse] = nil
            }
          }
        }
      }
    }
  }

  private mutating func changePairs(_ changes: ChangeSet) throws {
    for pair in changes.unlinked {
      guard let owner = try? number(pair.owner), let member = try? number(pair.member) else {
        continue
      }
      for key in keys(pair, owner, member) { pairs[key] = nil }
    }
    for linkage in changes.linked {
      let pair = linkage.pair
      guard let relationship = schema.entity(pair.entity)?.relationship(pair.relationship) else {
        throw Refusal.refused
      }
      let owner = try number(pair.owner)
      let member = try number(pair.member)
      guard records[pair.entity]?[owner] != nil,
        records[relationship.destination]?[member] != nil
      else { throw Refusal.refused }
      notePositions([linkage.position, linkage.inversePosition])
      let keys = keys(pair, owner, member)
      pairs[keys[1]] = Places(here: linkage.inversePosition, there: linkage.position)
      pairs[keys[0]] = Places(here: linkage.position, there: linkage.inversePosition)
    }
  }

  /// The pair from its own end, then from the other one.
  private func keys(_ pair: RecordPair, _ owner: Int64, _ member: Int64) -> [Pair] {
    let relationship = schema.entity(pair.entity)?.relationship(pair.relationship)
    return [
      Pair(entity: pair.entity, relationship: pair.relationship, owner: owner, member: member),
      Pair(
        entity: relationship?.destination ?? "",
        relationship: relationship?.inverse ?? "",
        owner: member,
        member: owner
      ),
    ]
  }

  func numbers(in keys: RecordKeys) throws -> [Int64] { try keys.all.map(number) }

  private func number(_ key: RecordKey) throws -> Int64 {
    guard case .number(let number) = key else { throw Refusal.refused }
    return number
  }
}
