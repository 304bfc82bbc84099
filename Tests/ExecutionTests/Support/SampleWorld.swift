import Foundation
import MemoryStore
import Model
import Storage
import TestSupport

@testable import Execution

/// Two entities with every scalar type, an enum, arrays and composites, to-one and to-many
/// relationships and a self-relation.
enum SampleSchema {
  static let kind = EnumerationType(name: "Kind", cases: ["zoo", "b", "Aa", "c d"])

  static let place = CompositeType(
    name: "Place",
    fields: [
      CompositeField(name: "city", type: .string, isOptional: true),
      CompositeField(name: "rank", type: .int, isOptional: true),
      CompositeField(
        name: "geo",
        type: .composite(
          CompositeType(
            fields: [
              CompositeField(name: "lat", type: .double, isOptional: true),
              CompositeField(name: "kind", type: .enumeration(kind), isOptional: true),
              CompositeField(name: "words", type: .list(.string), isOptional: true),
            ]
          )
        ),
        isOptional: true
      ),
    ]
  )

  /// The attributes of types that are more than one scalar, the same in both entities.
  static let manifold: [Property] = [
    .attribute(Attribute(name: "kind", type: .enumeration(kind), isOptional: true)),
    .attribute(Attribute(name: "words", type: .list(.string), isOptional: true)),
    .attribute(Attribute(name: "numbers", type: .list(.int), isOptional: true)),
    .attribute(Attribute(name: "days", type: .list(.date), isOptional: true)),
    .attribute(Attribute(name: "prices", type: .list(.decimal), isOptional: true)),
    .attribute(Attribute(name: "kinds", type: .list(.enumeration(kind)), isOptional: true)),
    .attribute(Attribute(name: "place", type: .composite(place), isOptional: true)),
    .attribute(Attribute(name: "other", type: .composite(place), isOptional: true)),
  ]

  static let owner = Entity(
    name: "Owner",
    properties: [
      .attribute(Attribute(name: "name", type: .string, isOptional: true)),
      .attribute(Attribute(name: "limit", type: .double, isOptional: true)),
      .attribute(Attribute(name: "rank", type: .int, isOptional: true)),
      .attribute(Attribute(name: "flag", type: .bool, isOptional: true)),
      .attribute(Attribute(name: "created", type: .date, isOptional: true)),
      .attribute(Attribute(name: "code", type: .uuid, isOptional: true)),
      .attribute(Attribute(name: "price", type: .decimal, isOptional: true)),
      .relationship(
        Relationship(name: "boss", destination: "Owner", isToMany: false, inverse: "staff")
      ),
      .relationship(
        Relationship(name: "staff", destination: "Owner", isToMany: true, inverse: "boss")
      ),
      .relationship(
        Relationship(name: "items", destination: "Item", isToMany: true, inverse: "owner")
      ),
    ] + manifold
  )

  static let item = Entity(
    name: "Item",
    properties: [
      .attribute(Attribute(name: "name", type: .string, isOptional: true)),
      .attribute(Attribute(name: "amount", type: .double, isOptional: true)),
      .attribute(Attribute(name: "rank", type: .int, isOptional: true)),
      .attribute(Attribute(name: "created", type: .date, isOptional: true)),
      .relationship(
        Relationship(name: "owner", destination: "Owner", isToMany: false, inverse: "items")
      ),
    ] + manifold
  )

  static let other = Attribute(name: "other", type: .composite(place), isOptional: true)

  static let schema = Schema(entities: [owner, item])
}

/// Random records, kept as plain dictionaries for the reference and loaded into a store.
struct SampleWorld {
  /// A record as the reference sees it; its reference is its place in the list.
  struct Record {
    var values: [AttributePath: Value] = [:]
    var toOne: [String: Int] = [:]
  }

  var owners: [Record] = []
  var items: [Record] = []
  /// The items of each owner, found from the items' side.
  private(set) var itemsOf: [[Int64]] = []
  /// The staff of each owner, found from the side of the staff.
  private(set) var staffOf: [[Int64]] = []

  init(_ random: inout SeededRandom, owners ownerCount: Int, items itemCount: Int) {
    for index in 0..<ownerCount {
      var record = Self.record(SampleSchema.owner, &random)
      if index > 0, random.chance(70) {
        record.toOne["boss"] = Int.random(in: 0..<index, using: &random)
      }
      owners.append(record)
    }
    for _ in 0..<itemCount {
      var record = Self.record(SampleSchema.item, &random)
      if ownerCount > 0, random.chance(80) {
        record.toOne["owner"] = Int.random(in: 0..<ownerCount, using: &random)
      }
      items.append(record)
    }
    itemsOf = Self.members(items, by: "owner", owners: ownerCount)
    staffOf = Self.members(owners, by: "boss", owners: ownerCount)
  }

  private static func members(
    _ records: [Record],
    by relationship: String,
    owners: Int
  ) -> [[Int64]] {
    var members: [[Int64]] = Array(repeating: [], count: owners)
    for (index, record) in records.enumerated() {
      if let owner = record.toOne[relationship] { members[owner].append(Int64(index)) }
    }
    return members
  }

  func records(of entity: String) -> [Record] {
    entity == "Owner" ? owners : items
  }

  /// The same records in a store in memory.
  func makeStore() throws -> InMemoryStore {
    let store = InMemoryStore()
    try load(into: store)
    return store
  }

  /// Puts the records into a store that has none.
  func load(into store: any Store) throws {
    try store.apply(SchemaChange(entities: SampleSchema.schema.entities))
    var changes = ChangeSet()
    changes.inserted = [
      Self.rows(SampleSchema.owner, owners, "boss"), Self.rows(SampleSchema.item, items, "owner"),
    ]
    try store.apply(changes)
  }

  private static func rows(
    _ entity: Entity,
    _ records: [Record],
    _ relationship: String
  ) -> RecordRows {
    var rows = RecordRows(entity, records.map(\.values))
    rows.references[relationship] = RecordReferences(
      targets: records.map { $0.toOne[relationship].map { .number(Int64($0) + 1) } }
    )
    return rows
  }

  private static func record(_ entity: Entity, _ random: inout SeededRandom) -> Record {
    var record = Record()
    let isWithout = Set(["place", "other"].filter { _ in random.chance(20) })
    for field in entity.storedFields where !isWithout.contains(field.path.components[0]) {
      record.values[field.path] =
        random.chance(15) ? .null : RandomValues.value(of: field.type, &random)
    }
    // Equal composites are rare among random ones.
    if random.chance(20) {
      for field in StoredField.leaves(of: SampleSchema.other) {
        let leaf = AttributePath(["place"] + field.path.components.dropFirst())
        record.values[field.path] = record.values[leaf]
      }
    }
    return record
  }
}

/// Values that are likely to cause trouble, and plain ones between them.
enum RandomValues {
  static let strings = [
    "", " ", "a", "A", "b", "ab", "AB", "item 2", "item 10", "item 02", "Zoë", "zoe", "ZOË",
    "Straße", "STRASSE", "é", "e\u{301}", "東京", "🎉", "👩‍👩‍👧", "o'brien", "100%", "\\", "\n", "ı", "İ",
    "i",
  ]

  /// Ints that overflow soon are rare, so that most expressions have values.
  static func value(of type: ValueType, _ random: inout SeededRandom) -> Value {
    switch type {
    case .bool: .bool(random.chance(50))
    case .int:
      .int(
        random.chance(4)
          ? random.pick([.max, .min, 1 << 53, (1 << 53) + 1, -1 << 53])
          : Int64.random(in: -5...20, using: &random)
      )
    // Multiples of 1/8, so that sums are exact in every order.
    case .double:
      random.chance(3)
        ? .double(random.pick([.infinity, -.infinity, -0.0, 9_007_199_254_740_992]))
        : .double(Double(Int.random(in: -40...160, using: &random)) / 8)
    case .decimal: .decimal(Decimal(Int.random(in: -400...900, using: &random)) / 100)
    case .string: .string(random.pick(strings))
    case .date:
      .date(
        Timestamp(
          microseconds: Int64.random(in: -4...60, using: &random) * 43_200_000_000
        )
      )
    case .uuid:
      .uuid(
        UUID(
          uuidString: "00000000-0000-4000-8000-00000000000\(Int.random(in: 0...9, using: &random))"
        )
          ?? UUID()
      )
    case .enumeration(let type): .string(random.pick(type.cases))
    case .list(let element):
      .list(
        (0..<random.pick([0, 1, 1, 2, 3, 5])).map { _ in
          random.chance(10) ? .null : value(of: element, &random)
        }
      )
    default: .null
    }
  }
}
