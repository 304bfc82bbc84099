import Columns
import Foundation
import Model
import Storage
import Testing

extension StoreContract {
  static let readingChecks = [
    ContractCheck("an empty store has no entities") { store in
      #expect(store.schema.entities.isEmpty)
      let snapshot = try store.snapshot()
      let unknown = StoreError.unknownEntity("Account")
      #expect(throws: unknown) { try snapshot.count(of: "Account") }
      #expect(throws: unknown) { try snapshot.scan("Account", []) }
      #expect(throws: unknown) { try snapshot.gather([], of: "Account", at: []) }
      #expect(throws: unknown) {
        try snapshot.reference(to: RecordID(entity: "Account", key: .number(1)))
      }
    },
    ContractCheck("sources that an entity does not have are named") { store in
      try addModels(to: store)
      let snapshot = try store.snapshot()
      for (source, name) in [
        (ColumnSource.attribute(path("nowhere")), "nowhere"),
        (.attribute(path("address")), "address"),
        (.attribute(path("address.geo")), "address.geo"), (.toOne("string"), "string"),
      ] {
        #expect(throws: StoreError.unknownProperty(entity: "Sample", property: name)) {
          try snapshot.scan("Sample", [source])
        }
      }
    },
    ContractCheck("values of every type come back as they went in", run: checkEveryType),
    ContractCheck(
      "many records at once and what follows them are read in many batches",
      run: checkManyBatches
    ),
    ContractCheck("records whose texts were not told apart are read") { store in
      try addModels(to: store)
      let names = indistinct(["a", "b", "a\u{301}"])
      let rows = try rows("Account", count: 3, ["name": names], in: store)
      try store.apply(ChangeSet(inserted: [rows]))
      #expect(
        try StoreReading(store).values("Account", "name")
          == [.string("a"), .string("b"), .string("a\u{301}")]
      )
      try expectRejection(
        .uniqueConflict(
          entity: "Account",
          attribute: "name",
          value: .string("b"),
          existing: RecordID(entity: "Account", key: .number(2))
        ),
        by: store,
        of: account("b")
      )
    },
  ]

  /// A column of texts whose dictionary may have repeats.
  static func indistinct(_ texts: [String]) -> Column {
    var dictionary = StringDictionary()
    dictionary.stopDeduplicating()
    let codes = texts.map { dictionary.code(for: $0) }
    return .string(StringColumn(codes: FixedColumn(values: codes), dictionary: dictionary))
  }

  static func account(
    _ name: String,
    _ values: [String: Value] = [:],
    number: Int64? = nil,
    links: [String: [Int64]] = [:]
  ) -> NewRecord {
    NewRecord(
      "Account",
      values.merging(["name": .string(name)]) { $1 },
      number: number,
      links: links
    )
  }

  @Sendable
  private static func checkEveryType(_ store: any WritableStore) throws {
    try addModels(to: store)
    let fields = ContractSchema.sample.storedFields
    let rows: [[String: Value]] = [
      [:],
      [
        "bool": .bool(true), "int": .int(.min), "double": .double(-.infinity),
        "decimal": .decimal(Decimal(string: "12345678901234567890.000000000001") ?? 0),
        "string": .string("e\u{301}"), "date": .date(Timestamp(microseconds: -1)),
        "uuid": .uuid(UUID(UInt128.max)), "data": .data(Data([0, 255])),
        "address.city": .string(""), "address.geo.lat": .double(59.9),
      ],
      ["bool": .bool(false), "int": .int(.max), "string": .string("\u{e9}")],
      Dictionary(uniqueKeysWithValues: fields.map { ($0.path.description, Value.null) }),
    ]
    for row in rows { try insert("Sample", row, into: store) }
    for field in fields {
      let expected = rows.map { $0[field.path.description] ?? .null }
      #expect(try StoreReading(store).values("Sample", field.path.description) == expected)
    }
  }

  @Sendable
  private static func checkManyBatches(_ store: any WritableStore) throws {
    try addModels(to: store)
    let amounts = (0..<5000).map { Int64($0) * 7 % 4999 }
    let column = Column.int(FixedColumn(values: amounts))
    let both = try (0..<2).map { _ in
      try rows("Entry", count: amounts.count, ["amount": column], in: store)
    }
    try store.apply(ChangeSet(inserted: both))
    try insert("Entry", ["amount": .int(-1)], into: store)
    let reading = try StoreReading(store)
    #expect(
      try reading.values("Entry", "amount") == (amounts + amounts + [-1]).map { .int($0) }
    )
    #expect(try reading.values("Entry", "title") == Array(repeating: .null, count: 10_001))
    let references = try reading.references(of: "Entry")
    #expect(try reading.numbers(of: "Entry", at: references) == (1...10_001).map { Int64($0) })
  }
}
