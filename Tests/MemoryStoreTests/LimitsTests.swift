import Columns
import Model
import Storage
import Testing

@testable import MemoryStore
@testable import StoreContractSuite

@Suite("Limits of InMemoryStore")
struct LimitsTests {
  @Test("more rows than a table takes are refused")
  func rows() throws {
    let store = InMemoryStore(limits: StoreLimits(rows: 3, texts: 100))
    try StoreContract.addModels(to: store)
    let amounts = ["amount": Column.int(FixedColumn(values: [1, 2]))]
    var rows = try StoreContract.rows("Entry", count: 2, amounts, in: store)
    try store.apply(ChangeSet(inserted: [rows]))
    let full = StoreError.full(entity: "Entry")
    rows = try StoreContract.rows("Entry", count: 2, amounts, in: store)
    try StoreContract.expectRejection(full, by: store, ChangeSet(inserted: [rows]))
    try StoreContract.insert("Entry", ["amount": .int(3)], into: store)
    let one = NewRecord("Entry", ["amount": .int(4)])
    try StoreContract.expectRejection(full, by: store, of: one)
  }

  @Test("more distinct texts than a column takes are refused")
  func texts() throws {
    let store = InMemoryStore(limits: StoreLimits(rows: 100, texts: 2))
    try StoreContract.addModels(to: store)
    for _ in 0..<3 { try StoreContract.insert("Tag", ["name": .string("a")], into: store) }
    try StoreContract.insert("Tag", ["name": .string("b")], into: store)
    let one = NewRecord("Tag", ["name": .string("c")])
    try StoreContract.expectRejection(.full(entity: "Tag"), by: store, of: one)
  }
}

@Suite("RecordNumbers")
struct RecordNumbersTests {
  @Test(
    "numbers rise from the first one and lead back to their rows",
    arguments: [1, 7] as [Int64]
  )
  func dense(first: Int64) {
    var numbers = RecordNumbers(first: first)
    for number in first..<first + 5 { numbers.append(number: number) }
    #expect((0..<5).map { numbers.number(of: $0) } == (0..<5).map { first + $0 })
    #expect((0..<5).map { numbers.row(of: first + $0) } == [0, 1, 2, 3, 4])
    #expect([Int64.min, first - 1, first + 5, .max].allSatisfy { numbers.row(of: $0) == nil })
    #expect(numbers.next == first + 5)
  }

  @Test("numbers run out without overflow")
  func exhaustion() {
    let numbers = RecordNumbers(first: .max - 2)
    #expect(numbers.canAppend(2))
    #expect(!numbers.canAppend(3))
  }
}
