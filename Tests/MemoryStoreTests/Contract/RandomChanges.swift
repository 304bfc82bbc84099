import Columns
import Foundation
import Model
import Storage
import TestSupport

/// Makes change sets for a schema: mostly sound, some with taken keys, nils or dangling links.
struct RandomChanges {
  var random: SeededRandom
  let schema: Schema

  init(seed: UInt64, schema: Schema) {
    random = SeededRandom(seed: seed)
    self.schema = schema
  }

  /// The next change set for a store that holds `records`.
  mutating func next(_ records: PlainRecords) -> ChangeSet {
    var changes = ChangeSet()
    let inserted = (0..<Int.random(in: 0...6, using: &random)).map { _ in anyEntity() }
    for (temporaryID, entity) in inserted.enumerated() {
      var insert = RecordInsert(
        entity: entity.name,
        temporaryID: temporaryID,
        values: values(of: entity)
      )
      insert.links = links(of: entity, among: inserted, records)
      changes.inserts.append(insert)
    }
    if Bool.random(using: &random) { changes.loads.append(load(of: anyEntity())) }
    return changes
  }

  private mutating func anyEntity() -> Entity {
    schema.entities[Int.random(in: 0..<schema.entities.count, using: &random)]
  }

  private mutating func values(of entity: Entity) -> [AttributePath: Value] {
    var values: [AttributePath: Value] = [:]
    for field in entity.storedFields { values[field.path] = value(of: field, in: entity) }
    return values
  }

  private mutating func value(of field: StoredField, in entity: Entity) -> Value {
    if chance(field.isOptional ? 4 : 60) { return .null }
    let isUnique = entity.attribute(field.path.components[0])?.isUnique == true
    let number = Int64.random(in: 0..<(isUnique ? 1000 : 8), using: &random)
    return Self.value(number, of: field.type)
  }

  /// The value number `number` of a type; neighbours are unlike in ways that are easily missed.
  static func value(_ number: Int64, of type: ValueType) -> Value {
    switch type {
    case .bool: .bool(number % 2 == 0)
    case .int: .int(number - 4)
    case .double: .double(Double(number - 4) / 8)
    case .decimal: .decimal(Decimal(number) / 100)
    case .string: .string(text(number))
    case .date: .date(Timestamp(microseconds: number * -86_400_000_001))
    case .uuid: .uuid(UUID(UInt128(number) << 64 | UInt128(number)))
    case .data: .data(Data([UInt8(truncatingIfNeeded: number)]))
    case .enumeration(let type): .string(type.cases[Int(number) % type.cases.count])
    case .list(let element): .list((0..<number % 3).map { value(number + $0, of: element) })
    default: .null
    }
  }

  private static func text(_ number: Int64) -> String {
    // The first and second look alike; they are different texts.
    let stems = ["\u{e9}", "e\u{301}", "", "a", "A", "日本"]
    let round = number / Int64(stems.count)
    return stems[Int(number) % stems.count] + (round == 0 ? "" : "\(round)")
  }

  private mutating func links(
    of entity: Entity,
    among inserted: [Entity],
    _ records: PlainRecords
  ) -> [String: [RecordLink]] {
    var links: [String: [RecordLink]] = [:]
    for relationship in entity.relationships where !relationship.isOptional || chance(2) {
      let count = relationship.isToMany ? Int.random(in: 0...4, using: &random) : 1
      links[relationship.name] = (0..<count).compactMap { _ in
        link(to: relationship.destination, among: inserted, records)
      }
    }
    return links
  }

  private mutating func link(
    to entity: String,
    among inserted: [Entity],
    _ records: PlainRecords
  ) -> RecordLink? {
    let pending = inserted.indices.filter { inserted[$0].name == entity }
    let saved = records.records[entity]?.count ?? 0
    if chance(80) { return .pending(pending.first.map { _ in inserted.count } ?? 0) }
    if chance(80) { return .saved(RecordID(entity: entity, key: .number(Int64(saved) + 1))) }
    if let temporaryID = pending.randomElement(using: &random), saved == 0 || chance(2) {
      return .pending(temporaryID)
    }
    guard saved > 0 else { return nil }
    let number = Int64.random(in: 1...Int64(saved), using: &random)
    return .saved(RecordID(entity: entity, key: .number(number)))
  }

  private mutating func load(of entity: Entity) -> ColumnLoad {
    let count = Int.random(in: 0...5, using: &random)
    var load = ColumnLoad(entity: entity.name, count: count, columns: [:])
    for field in entity.storedFields where !(field.isOptional && chance(5)) {
      guard let empty = Column.empty(of: field.type) else { continue }
      let builder = makeColumnBuilder(continuing: empty)
      for _ in 0..<count { _ = builder.append(value(of: field, in: entity)) }
      load.columns[field.path] = builder.column
    }
    return load
  }

  /// True once in `n` times.
  private mutating func chance(_ n: Int) -> Bool {
    Int.random(in: 0..<n, using: &random) == 0
  }
}
