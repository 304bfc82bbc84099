import Foundation
import Martlet
import Testing

/// Fetched records are plain values.
@Suite struct SnapshotTests {
  @Test func aSnapshotOutlivesItsRecord() throws {
    let context = try makeContext()
    try context.insert("Budget", ["name": "Trip", "limit": 9, "tags": ["a"]])
    let trip = try #require(try context.fetch("Budget").first)
    try context.update(trip.id, set: ["name": "Tour"])
    #expect(trip["name"] == "Trip")
    try context.delete(trip.id)
    try context.save()
    #expect(trip["tags"] == ["a"])
    #expect(trip.value(of: "nothing") == nil)
    #expect(try context.record(trip.id) == nil)
  }

  @Test func snapshotsCrossTasks() async throws {
    let container = try ModelContainer(models: budgetModels)
    let names = try await withThrowingTaskGroup(of: [RecordSnapshot].self) { group in
      for number in 0..<4 {
        group.addTask {
          let context = ModelContext(container)
          try context.insert("Budget", ["name": .string("B\(number)"), "limit": 1])
          try context.save()
          return try context.fetch("Budget where name == \("B\(number)")")
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(Set(names.map { $0["name"] }) == ["B0", "B1", "B2", "B3"])
  }

  static let values: [Value] = [
    .null, .bool(true), .bool(false), .int(0), .int(.min), .int(.max), .double(0), .double(-0.0),
    .double(.infinity), .double(-.infinity), .double(.leastNonzeroMagnitude),
    .double(.greatestFiniteMagnitude), .double(0.1), .double(5),
    .decimal(decimal("12345678901234567890123456789012345678")),
    .decimal(decimal("-0.00000000000000000000000000000000000001")), .decimal(decimal("1e127")),
    .decimal(decimal("0")), .string(""), .string("\u{1}\u{7F}\u{2028}\u{202E}\u{10FFFF}\u{FEFF}"),
    .string("e\u{301} é \r\n\t\"\\/"), .date(Timestamp(microseconds: 1)),
    .date(Timestamp(microseconds: -1)), .date(Timestamp(microseconds: .max)),
    .date(Timestamp(microseconds: .min)), .uuid(UUID()), .data(Data()), .data(Data([0, 255, 7])),
    .duration(TimeSpan(months: -3, microseconds: 7)), .list([]),
    .list([.int(1), .null, .string("x")]),
    .object([
      ObjectField("a", .object([ObjectField("b", .list([.double(1)]))])), ObjectField("", .null),
    ]),
    .record(RecordID(entity: "Budget", key: .number(3))),
    .record(RecordID(entity: "a#b", key: .values([.int(1), .string("x")]))),
  ]

  private static func decimal(_ text: String) -> Decimal { Decimal(string: text) ?? .nan }

  @Test(arguments: values)
  func everyValueRoundTripsAsJSON(_ value: Value) throws {
    let record = RecordSnapshot(
      id: RecordID(entity: "Budget", key: .number(1)),
      entity: "Budget",
      values: [ObjectField("value", value)]
    )
    let data = try JSONEncoder().encode(record)
    let read = try JSONDecoder().decode(RecordSnapshot.self, from: data)
    #expect(read == record)
    if case .double(let number) = value, case .double(let again) = read["value"] {
      #expect(number.bitPattern == again.bitPattern)
    }
  }
}
