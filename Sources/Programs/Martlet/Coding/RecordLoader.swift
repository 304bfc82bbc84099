import Context
import Model

/// Decodes records, and loads related records that a type contains as structs.
///
/// The first record that is loaded through a relationship also loads the related records of all
/// other known records, so a list of nested structs takes one step for each level.
final class RecordLoader {
  private let reader: RecordSnapshotReader
  /// The records loaded so far, unless they are returned as snapshots.
  private(set) var known: [RecordID: RecordSnapshot] = [:]
  /// The known records of each model.
  private var records: [String: [RecordSnapshot]] = [:]
  /// For each relationship, the number of `records` whose related records are loaded.
  private var lookedAt: [Origin: Int] = [:]
  /// The properties of found records that a descriptor names; nil for those that the type has.
  private var namedProperties: Set<String>?
  /// The found records that were read in part.
  private var partial: Set<RecordID> = []
  /// The properties that found records were decoded from.
  private var used = TypeProperties.some([])

  /// The relationship through which a record is loaded.
  struct Origin: Hashable {
    let entity: String
    let property: String
  }

  /// The relationships of found records whose records are loaded at once.
  private var prefetched: [String] = []

  init(_ reader: RecordSnapshotReader) {
    self.reader = reader
  }

  /// A loader that reads what a descriptor names.
  convenience init(_ reader: RecordSnapshotReader, _ descriptor: FetchDescriptor<some Decodable>) {
    self.init(reader)
    prefetched = descriptor.relationshipKeyPathsForPrefetching
    if !descriptor.propertiesToFetch.isEmpty {
      namedProperties = Set(descriptor.propertiesToFetch + prefetched)
    }
  }

  /// Records as values of a type.
  func models<Model: Decodable>(_ found: [RecordSnapshot]) throws -> [Model] {
    if let found = found as? [Model] { return found }
    for record in found { add(record) }
    return try found.map { try ValueDecoder(.record($0), loader: self).decode(Model.self) }
  }

  /// The found records in `range` as values of a type. Only the properties are read that the type
  /// has.
  func models<Model: Decodable>(_ found: FoundRecords, _ range: Range<Int>) throws -> [Model] {
    if Model.self == RecordSnapshot.self {
      return try models(reader.records(found, range, only: namedProperties))
    }
    defer { TypeProperties.note(used, of: Model.self) }
    let known = namedProperties.map(TypeProperties.some) ?? TypeProperties.of(Model.self)
    guard known == nil, let first = range.first else {
      return try models(found, range, known ?? .all)
    }
    // The first record shows which properties the type has: they are read one by one.
    let head: [Model] = try models(found, first..<first + 1, .some([]))
    return try head + models(found, first + 1..<range.upperBound, used)
  }

  private func models<Model: Decodable>(
    _ found: FoundRecords,
    _ range: Range<Int>,
    _ properties: TypeProperties
  ) throws -> [Model] {
    var names: Set<String>?
    if case .some(let some) = properties { names = some.union(prefetched) }
    let records = try reader.records(found, range, only: names)
    for record in records where known[record.id] == nil {
      add(record)
      if names != nil { partial.insert(record.id) }
    }
    for entity in Set(records.map(\.entity)) {
      for name in prefetched { try load(targets(Origin(entity: entity, property: name))) }
    }
    return try records.map { try ValueDecoder(.record($0), loader: self).decode(Model.self) }
  }

  private func load(_ ids: Set<RecordID>) throws {
    for record in try reader.records(with: Array(ids)) {
      if let record { add(record) }
    }
  }

  /// Notes that a found record is decoded with a property.
  func use(_ name: String) { used.insert(name) }

  /// Notes that a found record is decoded with whichever properties it has.
  func useAll() { used = .all }

  /// A property of a found record that was not read with the others; nil if there is none.
  func missingValue(_ name: String, of record: RecordSnapshot) throws -> Value? {
    guard partial.contains(record.id) else { return known[record.id]?.value(of: name) }
    return try reader.records(with: [record.id], only: [name])[0]?.value(of: name)
  }

  /// All values of a record.
  func whole(_ record: RecordSnapshot) throws -> RecordSnapshot {
    guard partial.remove(record.id) != nil else { return known[record.id] ?? record }
    let whole = try reader.records(with: [record.id])[0] ?? record
    known[record.id] = whole
    return whole
  }

  /// A row of a query as a value of a type.
  func model<Model: Decodable>(_ row: Value) throws -> Model {
    try ValueDecoder(.value(row), loader: self).decode(Model.self)
  }

  /// The record with identity `id`, or nil if there is none.
  func record(_ id: RecordID, from origin: Origin?) throws -> RecordSnapshot? {
    if let record = known[id] { return record }
    try load((origin.map(targets) ?? []).union([id]))
    return known[id]
  }

  private func add(_ record: RecordSnapshot) {
    guard known.updateValue(record, forKey: record.id) == nil else { return }
    records[record.entity, default: []].append(record)
  }

  /// The related records of known records that are not loaded yet.
  private func targets(_ origin: Origin) -> Set<RecordID> {
    let owners = records[origin.entity] ?? []
    let start = lookedAt.updateValue(owners.count, forKey: origin) ?? 0
    var targets: Set<RecordID> = []
    for owner in owners[start...] {
      switch owner[origin.property] {
      case .record(let id): targets.insert(id)
      case .list(let members):
        for case .record(let id) in members { targets.insert(id) }
      default: break
      }
    }
    return targets.filter { known[$0] == nil }
  }
}
