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

  /// The relationship through which a record is loaded.
  struct Origin: Hashable {
    let entity: String
    let property: String
  }

  init(_ reader: RecordSnapshotReader) {
    self.reader = reader
  }

  /// Records as values of a type.
  func models<Model: Decodable>(_ found: [RecordSnapshot]) throws -> [Model] {
    if let found = found as? [Model] { return found }
    for record in found { add(record) }
    return try found.map { try ValueDecoder(.record($0), loader: self).decode(Model.self) }
  }

  /// A row of a query as a value of a type.
  func model<Model: Decodable>(_ row: Value) throws -> Model {
    try ValueDecoder(.value(row), loader: self).decode(Model.self)
  }

  /// The record with identity `id`, or nil if there is none.
  func record(_ id: RecordID, from origin: Origin?) throws -> RecordSnapshot? {
    if let record = known[id] { return record }
    let wanted = origin.map(targets) ?? []
    for record in try reader.records(with: Array(wanted.union([id]))) {
      if let record { add(record) }
    }
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
