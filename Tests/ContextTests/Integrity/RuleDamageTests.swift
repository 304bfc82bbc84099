import Columns
import Features
import MemoryStore
import Model
import Session
import Storage
import Testing

/// `.check` finds violated rules and bounds.
@Suite struct RuleDamageTests {
  @Test func rules() throws {
    let store = try CheckedStore()
    var changes = ChangeSet()
    changes.updated = [
      rows("Budget", [3], ["limit": .double(FixedColumn(values: [-1]))]),
      rows("Expense", [1, 2], ["amount": .double(FixedColumn(values: [90, 101]))]),
      rows("Person", [2], ["age": .int(FixedColumn(values: [9]))]),
      rows("Vehicle", [3], ["code": .int(FixedColumn(values: [0]))]),
      rows("Vehicle", [2], ["Car.doors": .int(FixedColumn(values: [.max]))]),
      rows("Vehicle", [1], ["Car.doors": .int(FixedColumn(values: [0]))]),
    ]
    let found = try store.lines(changes: changes)
    #expect(
      found == [
        "Budget#3 breaks `check limit > 0`: limit must be greater than zero",
        "Budget#1 breaks `check spent <= limit`",
        "Budget#3 breaks `check spent <= limit`",
        "Expense#2 breaks `check amount <= budget.limit`",
        "Expense#2 breaks `check payer.age > 17`: children do not pay",
        "Truck#3 breaks `check code > 0`",
        "Car#1 breaks `check doors * year > 0`",
        "`check doors * year > 0` fails for Car#2: `9223372036854775807 * 2021` is out of range",
        "8 problems in 14 records of 8 models",
      ]
    )
    #expect(
      try store.lines("Truck") { _ in } == [
        "Truck#3 breaks `check code > 0`", "1 problem in 1 record of 1 model",
      ]
    )
  }

  @Test func bounds() throws {
    let store = try CheckedStore()
    let added = try store.store.reserveKeys(2, of: "Expense")
    var changes = ChangeSet()
    var new = RecordRows(
      entity: "Expense",
      keys: .range(added),
      columns: [
        AttributePath(["name"]): text(["a", "b"]),
        AttributePath(["amount"]): .double(FixedColumn(values: [1, 1])),
      ]
    )
    new.references = [
      "budget": RecordReferences(targets: [.number(1), .number(1)]),
      "payer": RecordReferences(targets: [.number(1), .number(1)]),
    ]
    changes.inserted = [new]
    let found = try store.lines(changes: changes)
    #expect(
      found == [
        "Budget#1 has 4 records in `expenses`, but 0 to 3 are allowed",
        "1 problem in 16 records of 8 models",
      ]
    )
  }

  /// A rule that is broken a hundred thousand times is reported a few times, with the number.
  @Test func manyProblems() throws {
    let count = 100_000
    let store = InMemoryStore()
    let session = QuerySession(store: store)
    try session.perform("model Point { x: Int, y: Int, check x > 0, check x * y != 1 }")
    var load = ChangeSet()
    load.inserted = [
      RecordRows(
        entity: "Point",
        keys: .range(1..<Int64(count) + 1),
        columns: [
          AttributePath(["x"]): .int(FixedColumn(values: (0..<Int64(count)).map { -$0 })),
          AttributePath(["y"]): .int(FixedColumn(values: Array(repeating: 1, count: count))),
        ]
      )
    ]
    try store.apply(load)
    let verdict = try session.check()
    #expect(verdict.problemCount == count)
    #expect(verdict.lines.count == 11)
    #expect(verdict.lines.first == "Point#1 breaks `check x > 0`")
    #expect(verdict.lines.last == "… 99,990 more of this kind")
    #expect(verdict.summary == "100,000 problems in 100,000 records of 1 model")
  }

  private func rows(
    _ entity: String,
    _ numbers: [Int64],
    _ columns: [String: Column]
  ) -> RecordRows {
    RecordRows(
      entity: entity,
      keys: .list(numbers.map(RecordKey.number)),
      columns: Dictionary(uniqueKeysWithValues: columns.map { (AttributePath([$0]), $1) })
    )
  }

  private func text(_ texts: [String]) -> Column {
    let builder = makeColumnBuilder(continuing: .string(StringColumn()))
    for text in texts { _ = builder.append(.string(text)) }
    return builder.column
  }
}
