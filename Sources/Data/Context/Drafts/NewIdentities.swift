import Model
import Storage

/// Determines the identities of new records.
///
/// In native stores, records have numbers. In foreign files, they may be identified by given values
/// or by the records that they reference, which may be new, too.
final class NewIdentities {
  private let draft: ChangeDraft
  private var records: [Int: InsertedRecord] = [:]
  private var values: [Int: [AttributePath: Value]] = [:]
  private var identities: [Int: RecordID] = [:]
  /// The identities of the statement's records.
  private var taken: Set<RecordID> = []
  /// Reserved numbers that are not used yet, by entity.
  private var reserved: [String: Range<Int64>] = [:]
  /// Parts of identities that the database has computed and no record has yet, the next one last.
  private var computed: [Computed: [Value]] = [:]
  private var inProgress: Set<Int> = []
  /// For each record the records of the statement that contain it, by the name of the inverse.
  private var owners: [Int: [String: Int]] = [:]

  private struct Computed: Hashable {
    let entity: String
    let member: String
  }

  init(_ draft: ChangeDraft) {
    self.draft = draft
  }

  /// Determines the identities of all records by their numbers in the statement.
  ///
  /// - Parameter values: The values of the records by number.
  func identify(
    _ records: [InsertedRecord],
    _ values: [Int: [AttributePath: Value]]
  ) throws -> [Int: RecordID] {
    for record in records { try add(record, values[record.number] ?? [:]) }
    // Given numbers take precedence over reserved ones.
    for record in records where try namesItself(record) { _ = try identity(of: record.number) }
    let others = records.filter { identities[$0.number] == nil }
    for (entity, members) in Dictionary(grouping: others, by: \.entity).sorted(by: {
      $0.key < $1.key
    }) where try assignsNumbers(entity) {
      reserved[entity] = try draft.reserve(members.count, of: entity)
    }
    for record in others { _ = try identity(of: record.number) }
    return identities
  }

  /// Adds a record of the statement, so that it can identify others.
  func add(_ record: InsertedRecord, _ values: [AttributePath: Value]) throws {
    records[record.number] = record
    self.values[record.number] = values
    let relationships = try draft.schema.layout(record.entity).relationships
    for (name, links) in record.links {
      guard let inverse = relationships[name]?.inverse else { continue }
      for case .pending(let number) in links {
        owners[number, default: [:]][inverse] = record.number
      }
    }
  }

  /// Marks a record of the statement as an existing one.
  func note(_ number: Int, _ id: RecordID) { identities[number] = id }

  /// The identity of a record of the statement.
  func identity(of number: Int) throws -> RecordID? {
    if let known = identities[number] { return known }
    guard let record = records[number], inProgress.insert(number).inserted else { return nil }
    defer { inProgress.remove(number) }
    let identity = try draft.schema.layout(record.entity).entity.identity
    let id = RecordID(entity: record.entity, key: try key(of: record, identity))
    try checkIsFree(id, record, identity)
    identities[number] = id
    taken.insert(id)
    return id
  }

  /// Whether the store assigns numbers to records of an entity.
  private func assignsNumbers(_ entity: String) throws -> Bool {
    let layout = try draft.schema.layout(entity)
    switch layout.entity.identity {
    case .number, .fixed: return true
    case .numberIn(let member): return layout.relationships[member] == nil
    case .values: return false
    }
  }

  private func namesItself(_ record: InsertedRecord) throws -> Bool {
    guard case .numberIn(let member) = try draft.schema.layout(record.entity).entity.identity
    else { return false }
    return values[record.number]?[AttributePath([member])]?.isNull == false
  }

  private func key(of record: InsertedRecord, _ identity: RecordIdentity) throws -> RecordKey {
    switch identity {
    case .number, .fixed: return .number(try nextNumber(of: record.entity))
    case .numberIn(let member):
      if case .int(let number)? = try part(IdentityPart(member), of: record) {
        return .number(number)
      }
      let layout = try draft.schema.layout(record.entity)
      if layout.relationships[member] != nil { throw missing([member], record) }
      return .number(try nextNumber(of: record.entity))
    case .values(let parts):
      let found = try parts.map { try part($0, of: record) ?? computed($0, of: record) }
      let absent = zip(parts, found).filter { $1?.isNull ?? true }.map(\.0.member)
      if !absent.isEmpty { throw missing(absent, record) }
      return .values(found.compactMap { $0 })
    }
  }

  /// A number that no other record of the statement has.
  private func nextNumber(of entity: String) throws -> Int64 {
    while true {
      var numbers = reserved[entity] ?? 0..<0
      if numbers.isEmpty { numbers = try draft.reserve(1, of: entity) }
      let number = numbers.removeFirst()
      reserved[entity] = numbers
      if !taken.contains(RecordID(entity: entity, key: .number(number))) { return number }
    }
  }

  /// A part of a record's identity that the database computes; nil if it cannot.
  private func computed(_ part: IdentityPart, of record: InsertedRecord) throws -> Value? {
    guard try draft.schema.layout(record.entity).relationships[part.member] == nil,
      !record.values.keys.contains(AttributePath([part.member]))
    else { return nil }
    let key = Computed(entity: record.entity, member: part.member)
    if computed[key, default: []].isEmpty {
      // One request for all records that may need it.
      let path = AttributePath([part.member])
      let count = records.values.count {
        $0.entity == record.entity && identities[$0.number] == nil && $0.values[path] == nil
      }
      computed[key] = try draft.computedValues(max(1, count), of: part.member, in: record.entity)?
        .reversed()
    }
    return computed[key]?.popLast()
  }

  /// A part of a record's identity; nil if it has no value.
  private func part(_ part: IdentityPart, of record: InsertedRecord) throws -> Value? {
    let layout = try draft.schema.layout(record.entity)
    guard layout.relationships[part.member] != nil else {
      return values[record.number]?[AttributePath([part.member])]
    }
    return try target(part.member, of: record)?.key.part(part.place)
  }

  /// The record that a new record's to-one relationship references.
  private func target(_ relationship: String, of record: InsertedRecord) throws -> RecordID? {
    if let owner = owners[record.number]?[relationship] { return try identity(of: owner) }
    for link in record.links[relationship] ?? [] {
      if case .pending(let number) = link { return try identity(of: number) }
      return try LinkStager(draft: draft, identities: identities).records(link).first
    }
    return nil
  }

  private func missing(_ members: [String], _ record: InsertedRecord) -> ChangeFailure {
    let id = RecordID(entity: record.entity, key: .values([]))
    return ChangeFailure(
      members.map { .missingValue(id, kind: record.kind, property: $0) },
      newRecords: [id: record.span]
    )
  }

  private func checkIsFree(
    _ id: RecordID,
    _ record: InsertedRecord,
    _ identity: RecordIdentity
  ) throws {
    let members = identity.parts.map { AttributePath([$0.member]) }
    if members.isEmpty { return }
    let isThere = try draft.snapshot.reference(to: id) != nil
    guard isThere || taken.contains(id) else { return }
    let parts = members.indices.compactMap(id.key.part)
    throw ChangeFailure(
      [
        isThere
          ? .taken(id, kind: record.kind, attributes: members, values: parts, by: id)
          : .repeated(id, kind: record.kind, attributes: members, values: parts, first: id)
      ],
      newRecords: [id: record.span]
    )
  }
}
