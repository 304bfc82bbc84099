import Columns
import Foundation
import Model
import TestSupport
import Testing

@testable import MemoryStore
@testable import StoreContractSuite

@Suite("RowIndex")
struct RowIndexTests {
  static let types: [ValueType] = [
    .int, .double, .decimal, .string, .date, .uuid, .data, .bool,
  ]

  @Test("finds the rows of keys of every type", arguments: types)
  func findsKeys(_ type: ValueType) throws {
    var random = SeededRandom(seed: 5)
    var rows: [Value: Int] = [:]
    let values = (0..<300).map { row in
      let candidate = ContractValues.value(Int64.random(in: 0..<400, using: &random), of: type)
      let value = rows[candidate] == nil ? candidate : .null
      if !value.isNull { rows[value] = row }
      return value
    }
    let keys = KeyColumns(columns: [try Self.column(type, values)])
    var index = RowIndex()
    for (row, hash) in keys.hashes().enumerated() {
      #expect((hash == 0) == values[row].isNull)
      if hash != 0 { index.insert(row, hash) }
    }
    let wanted = (0..<400).map { ContractValues.value($0, of: type) }
    let other = KeyColumns(columns: [try Self.column(type, wanted)])
    for (place, hash) in other.hashes().enumerated() {
      let found = index.row(hash) { keys.isEqual($0, other, place) }
      #expect(found == rows[wanted[place]])
    }
  }

  @Test("keys of several columns are equal if all values are, and not nil")
  func compoundKeys() throws {
    let left: [Value] = [.string("a"), .string("ab"), .string("a"), .null, .string("b")]
    let right: [Value] = [.int(1), .int(1), .int(2), .int(1), .null]
    let keys = KeyColumns(columns: [try Self.column(.string, left), try Self.column(.int, right)])
    let hashes = keys.hashes()
    #expect(hashes.map { $0 == 0 } == [false, false, false, true, true])
    #expect(Set(hashes).count == 4)
    for row in 0..<3 {
      for other in 0..<3 { #expect(keys.isEqual(row, keys, other) == (row == other)) }
    }
    #expect(keys.value(at: 2) == .list([.string("a"), .int(2)]))
  }

  @Test("zeros of both signs are one key")
  func zeros() throws {
    let keys = KeyColumns(columns: [try Self.column(.double, [.double(0), .double(-0.0)])])
    #expect(keys.hashes()[0] == keys.hashes()[1])
    #expect(keys.isEqual(0, keys, 1))
  }

  @Test("agrees with a dictionary while rows come and go", arguments: 0..<UInt64(fuzzCount(6)))
  func insertsAndDeletes(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var index = RowIndex()
    // Few hashes, so that there are many collisions.
    let hashes = (0..<500).map { _ in
      UInt32.random(in: 1...(seed % 2 == 0 ? 40 : .max), using: &random)
    }
    var rows: Set<Int> = []
    for _ in 0..<3000 {
      let row = Int.random(in: 0..<500, using: &random)
      if rows.insert(row).inserted {
        index.insert(row, hashes[row])
      } else if random.chance(50) {
        rows.remove(row)
        index.remove(row, hashes[row])
      }
      if Int.random(in: 0..<300, using: &random) == 0 {
        let gone = Int.random(in: 0..<500, using: &random)
        rows.remove(gone)
        index.rebuild { $0 == gone ? nil : $0 }
      }
      #expect(index.count == rows.count)
      let asked = Int.random(in: 0..<500, using: &random)
      let found = index.row(hashes[asked]) { $0 == asked }
      #expect(found == (rows.contains(asked) ? asked : nil))
    }
    index.rebuild { $0 + 1000 }
    for row in rows { #expect(index.row(hashes[row]) { $0 == row + 1000 } == row + 1000) }
  }

  private static func column(_ type: ValueType, _ values: [Value]) throws -> Column {
    try #require(Column(values, of: type))
  }
}
