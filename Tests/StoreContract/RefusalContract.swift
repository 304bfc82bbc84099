import Columns
import Foundation
import Model
import Storage
import Testing

extension StoreContract {
  static let refusalChecks = [
    ContractCheck("a record that does not fit the schema changes nothing", run: checkUnsupported),
    ContractCheck("columns that do not fit the schema change nothing", run: checkUnsuitableColumns),
    ContractCheck("a taken unique value is refused and names the record", run: checkDuplicates),
    ContractCheck("unique values conflict within one change set", run: checkDuplicatesWithin),
    ContractCheck("links that lead nowhere are refused", run: checkDangling),
    ContractCheck("numbers are skipped, as if there had been records", run: checkNextNumbers),
    ContractCheck("a required record may not be missing", run: checkRequired),
  ]

  /// A store with two accounts, the second with a code, and an entry.
  private static func addRecords(to store: any WritableStore) throws {
    try addModels(to: store)
    try insert("Account", ["name": .string("\u{e9}")], into: store)
    try insert("Account", ["name": .string("b"), "code": .int(5)], into: store)
    try insert(
      "Entry",
      ["amount": .int(1)],
      ["account": [1]],
      into: store
    )
  }

  @Sendable
  private static func checkUnsupported(_ store: any WritableStore) throws {
    try addRecords(to: store)
    func refused(_ error: StoreError, _ entity: String, _ values: [String: Value]) throws {
      try expectRejection(error, by: store, of: account("new"), NewRecord(entity, values))
    }
    try refused(.unknownEntity("Nothing"), "Nothing", [:])
    try refused(
      .unknownProperty(entity: "Sample", property: "address.zip"),
      "Sample",
      ["address.zip": .null]
    )
    try refused(.missingValue(entity: "Entry", property: "amount"), "Entry", [:])
    try refused(
      .missingValue(entity: "Entry", property: "amount"),
      "Entry",
      ["amount": .null]
    )
    for (path, value) in [
      ("int", Value.double(1)), ("double", .int(1)), ("bool", .int(1)), ("date", .int(1)),
      ("decimal", .double(1)), ("uuid", .string("")), ("data", .string("")), ("string", .int(1)),
      ("address.city", .bool(true)), ("color", .string("purple")),
      ("words", .list([.int(1)])),
    ] {
      try refused(
        .typeMismatch(entity: "Sample", property: path),
        "Sample",
        [path: value]
      )
    }
  }

  @Sendable
  private static func checkUnsuitableColumns(_ store: any WritableStore) throws {
    try addRecords(to: store)
    func refused(_ error: StoreError, _ columns: [String: Column]) throws {
      var changes = try changes(adding: [account("new")], to: store)
      changes.inserted.append(try rows("Entry", count: 2, columns, in: store))
      try expectRejection(error, by: store, changes)
    }
    let amounts = Column.int(FixedColumn(values: [1, 2]))
    let holes = Column.int(
      FixedColumn(values: [1, 2], validity: Validity(repeating: false, count: 2))
    )
    try refused(.missingValue(entity: "Entry", property: "amount"), [:])
    try refused(.missingValue(entity: "Entry", property: "amount"), ["amount": holes])
    try refused(
      .typeMismatch(entity: "Entry", property: "title"),
      ["title": amounts, "amount": amounts]
    )
    try refused(
      .typeMismatch(entity: "Entry", property: "amount"),
      ["amount": .int(FixedColumn(values: [1]))]
    )
    try refused(
      .unknownProperty(entity: "Entry", property: "total"),
      ["total": amounts, "amount": amounts]
    )
  }

  @Sendable
  private static func checkDuplicates(_ store: any WritableStore) throws {
    try addRecords(to: store)
    let second = RecordID(entity: "Account", key: .number(2))
    for (values, attribute, value) in [
      (["name": .string("b")] as [String: Value], "name", Value.string("b")),
      (["code": .int(5)], "code", .int(5)),
    ] {
      let taken = NewRecord(
        "Account",
        values.merging(["name": .string("c")]) { old, _ in old }
      )
      try expectRejection(
        .uniqueConflict(entity: "Account", attribute: attribute, value: value, existing: second),
        by: store,
        of: account("new"),
        taken
      )
    }
    // Canonically equal texts are different texts, and nil never conflicts.
    try insert("Account", ["name": .string("e\u{301}")], into: store)
    #expect(try StoreReading(store).snapshot.count(of: "Account") == 3)
  }

  @Sendable
  private static func checkDuplicatesWithin(_ store: any WritableStore) throws {
    try addRecords(to: store)
    func conflict(_ name: String, _ first: Int64) -> StoreError {
      .uniqueConflict(
        entity: "Account",
        attribute: "name",
        value: .string(name),
        existing: RecordID(entity: "Account", key: .number(first))
      )
    }
    let names = ["x", "y", "x"]
    let records = names.indices.map { account(names[$0], number: 11 + Int64($0)) }
    try expectRejection(conflict("x", 11), by: store, try changes(adding: records, to: store))
    var rows = RecordRows(entity: "Account", keys: .range(12..<14))
    rows.columns[path("name")] = indistinct(["x", "z"])
    var changes = try changes(adding: [account("x", number: 11)], to: store)
    changes.inserted.append(rows)
    try expectRejection(conflict("x", 11), by: store, changes)
    rows.columns[path("name")] = indistinct(["z", "z"])
    try expectRejection(conflict("z", 12), by: store, ChangeSet(inserted: [rows]))
    // A store may insert several records at once.
    rows.keys = .range(12..<112)
    let many = (0..<100).map { "name \($0)" }
    for (first, second) in [(0, 99), (3, 40), (15, 16), (16, 17), (95, 96), (97, 98)] {
      var names = many
      names[second] = names[first]
      rows.columns[path("name")] = indistinct(names)
      try expectRejection(
        conflict(names[first], Int64(12 + first)),
        by: store,
        ChangeSet(inserted: [rows])
      )
    }
    rows.columns[path("name")] = indistinct(many)
    try store.apply(ChangeSet(inserted: [rows]))
    let reading = try StoreReading(store)
    #expect(try reading.values("Account", path("name")).suffix(100) == many.map(Value.string)[...])
  }

  @Sendable
  private static func checkDangling(_ store: any WritableStore) throws {
    try addRecords(to: store)
    let entry = NewRecord("Entry", ["amount": .int(1)], number: 11)
    func refused(_ error: StoreError, _ name: String, _ targets: [RecordKey?]) throws {
      var changes = try changes(adding: [account("new", number: 12), entry], to: store)
      changes.inserted[1].references[name] = RecordReferences(targets: targets)
      try expectRejection(error, by: store, changes)
    }
    let dangling = StoreError.danglingLink(entity: "Entry", relationship: "account")
    for number in [3, 0, -1, 11, .min, .max] as [Int64] {
      try refused(dangling, "account", [.number(number)])
    }
    try refused(dangling, "account", [.values([.int(1)])])
    try refused(.unknownProperty(entity: "Entry", property: "amount"), "amount", [nil])
    let mismatch = StoreError.typeMismatch(entity: "Entry", property: "account")
    try refused(mismatch, "account", [.number(1), .number(12)])
    try refused(mismatch, "account", [])
  }

  @Sendable
  private static func checkNextNumbers(_ store: any WritableStore) throws {
    try declare(ChangeSchema.schema, in: store)
    func log(_ number: Int64, of team: Int64) -> ChangeSet {
      var rows = RecordRows(entity: "Log", keys: .range(number..<(number + 1)))
      rows.references["team"] = RecordReferences(targets: [.number(team)])
      var changes = ChangeSet()
      changes.inserted = [rows]
      return changes
    }
    let refusal = StoreError.danglingLink(entity: "Log", relationship: "team")
    try expectRejection(refusal, by: store, log(2, of: 4))
    var changes = log(2, of: 4)
    changes.nextNumbers = ["Team": 5, "Log": 9]
    try store.apply(changes)
    let leading = RelationshipReference(
      entity: "Log",
      name: "team",
      destination: "Team",
      isToMany: false
    )
    #expect(
      try store.snapshot().danglingReferences(of: leading)
        == [DanglingReference(owner: .number(2), target: .number(4))]
    )
    #expect(try store.reserveKeys(0, of: "Team").lowerBound == 5)
    #expect(try store.reserveKeys(0, of: "Log").lowerBound == 9)
    changes = log(12, of: 4)
    changes.nextNumbers = ["Log": 3]
    try store.apply(changes)
    #expect(try store.reserveKeys(1, of: "Log") == 13..<14)
    try expectRejection(refusal, by: store, log(3, of: 5))
    var unknown = ChangeSet()
    unknown.nextNumbers = ["Nothing": 7]
    try expectRejection(.unknownEntity("Nothing"), by: store, unknown)
  }

  @Sendable
  private static func checkRequired(_ store: any WritableStore) throws {
    try addRecords(to: store)
    let missing = StoreError.missingValue(entity: "Step", property: "account")
    let step = NewRecord("Step", number: 1)
    try expectRejection(missing, by: store, of: step)
    try add([step, account("owner", links: ["steps": [1]])], to: store)
    #expect(try StoreReading(store).snapshot.count(of: "Step") == 1)
  }
}
