import Columns
import Model
import Storage

/// What a store should hold, kept in the plainest way: one dictionary a record, both ends of every
/// relationship written down. Records are known by their numbers, from 1.
struct PlainRecords {
  struct Record {
    var values: [AttributePath: Value] = [:]
    var toOne: [String: Int64] = [:]
    var toMany: [String: [Int64]] = [:]
  }

  /// Why a change set is to be refused.
  enum Refusal: Error { case refused }

  let schema: Schema
  private(set) var records: [String: [Record]] = [:]
  /// The number of records that each entity had before the last change.
  private var savedCounts: [String: Int] = [:]

  init(schema: Schema) {
    self.schema = schema
  }

  func record(_ entity: String, _ number: Int64) -> Record? {
    let all = records[entity] ?? []
    return number >= 1 && number <= all.count ? all[Int(number) - 1] : nil
  }

  /// The records after `changes`.
  func applying(_ changes: ChangeSet) throws -> PlainRecords {
    var result = self
    result.savedCounts = records.mapValues(\.count)
    var pending: [Int: (entity: String, number: Int64)] = [:]
    for insert in changes.inserts {
      result.records[insert.entity, default: []].append(Record(values: insert.values))
      let number = Int64(result.records[insert.entity]?.count ?? 0)
      pending[insert.temporaryID] = (insert.entity, number)
    }
    for load in changes.loads {
      for row in 0..<load.count {
        let values = load.columns.mapValues { $0.value(at: row) }
        result.records[load.entity, default: []].append(Record(values: values))
      }
    }
    for insert in changes.inserts {
      guard let owner = pending[insert.temporaryID]?.number else { throw Refusal.refused }
      try result.link(insert, owner, pending)
    }
    try result.check()
    return result
  }

  private mutating func link(
    _ insert: RecordInsert,
    _ owner: Int64,
    _ pending: [Int: (entity: String, number: Int64)]
  ) throws {
    for relationship in schema.entity(insert.entity)?.relationships ?? [] {
      var seen: Set<Int64> = []
      for link in insert.links[relationship.name] ?? [] {
        let member = try number(link, relationship.destination, pending)
        guard seen.insert(member).inserted else { continue }
        connect(insert.entity, relationship, owner, member)
      }
    }
  }

  private func number(
    _ link: RecordLink,
    _ entity: String,
    _ pending: [Int: (entity: String, number: Int64)]
  ) throws -> Int64 {
    switch link {
    case .pending(let id):
      guard let record = pending[id], record.entity == entity else { throw Refusal.refused }
      return record.number
    case .saved(let id):
      guard id.entity == entity, case .number(let number) = id.key,
        // Only records from before the change set can be called saved.
        number >= 1, number <= savedCounts[entity] ?? 0
      else { throw Refusal.refused }
      return number
    }
  }

  private mutating func connect(
    _ entity: String,
    _ near: Relationship,
    _ owner: Int64,
    _ member: Int64
  ) {
    guard let far = schema.entity(near.destination)?.relationship(near.inverse) else { return }
    let isLinked =
      near.isToMany
      ? record(entity, owner)?.toMany[near.name]?.contains(member) == true
      : record(entity, owner)?.toOne[near.name] == member
    if isLinked {
      moveToEnd(entity, near, owner, member)
      return
    }
    if !near.isToMany { detach(entity, near, owner, far) }
    if !far.isToMany { detach(near.destination, far, member, near) }
    attach(entity, near, owner, member)
    attach(near.destination, far, member, owner)
  }

  private mutating func moveToEnd(
    _ entity: String,
    _ near: Relationship,
    _ owner: Int64,
    _ member: Int64
  ) {
    guard near.isToMany else { return }
    remove(entity, near, owner, member)
    attach(entity, near, owner, member)
  }

  /// Cuts a to-one link at both ends.
  private mutating func detach(
    _ entity: String,
    _ near: Relationship,
    _ owner: Int64,
    _ far: Relationship
  ) {
    guard let former = record(entity, owner)?.toOne[near.name] else { return }
    remove(entity, near, owner, former)
    remove(near.destination, far, former, owner)
  }

  private mutating func attach(
    _ entity: String,
    _ relationship: Relationship,
    _ owner: Int64,
    _ member: Int64
  ) {
    let row = Int(owner) - 1
    if !relationship.isToMany {
      records[entity]?[row].toOne[relationship.name] = member
    } else if records[entity]?[row].toMany[relationship.name]?.contains(member) != true {
      records[entity]?[row].toMany[relationship.name, default: []].append(member)
    }
  }

  private mutating func remove(
    _ entity: String,
    _ relationship: Relationship,
    _ owner: Int64,
    _ member: Int64
  ) {
    let row = Int(owner) - 1
    if relationship.isToMany {
      records[entity]?[row].toMany[relationship.name]?.removeAll { $0 == member }
    } else {
      records[entity]?[row].toOne[relationship.name] = nil
    }
  }

  private func check() throws {
    for entity in schema.entities {
      let all = records[entity.name] ?? []
      for field in entity.storedFields where !field.isOptional {
        guard all.allSatisfy({ !($0.values[field.path] ?? .null).isNull }) else {
          throw Refusal.refused
        }
      }
      for attribute in entity.attributes where attribute.isUnique {
        let values = all.map { $0.values[AttributePath([attribute.name])] ?? .null }
          .filter { !$0.isNull }
        guard Set(values).count == values.count else { throw Refusal.refused }
      }
      for relationship in entity.relationships
      where !relationship.isToMany && !relationship.isOptional {
        guard all.allSatisfy({ $0.toOne[relationship.name] != nil }) else { throw Refusal.refused }
      }
    }
  }
}
