import Columns
import Foundation
import Model
import TestSupport
import Testing

@testable import MemoryStore

@Suite("RowIndex")
struct RowIndexTests {
  static let types: [ValueType] = [
    .int, .double, .decimal, .string, .date, .uuid, .data, .bool,
  ]

  @Test("agrees with a dictionary on columns of every type", arguments: types)
  func agreesWithDictionary(_ type: ValueType) throws {
    var random = SeededRandom(seed: 5)
    let builder = makeColumnBuilder(continuing: try #require(Column.empty(of: type)))
    var rows: [Value: Int] = [:]
    for number in 0..<300 {
      let candidate = RandomChanges.value(Int64.random(in: 0..<400, using: &random), of: type)
      let value = rows[candidate] == nil ? candidate : .null
      if !value.isNull { rows[value] = number }
      #expect(builder.append(value))
    }
    var index = RowIndex()
    #expect(index.add(0..<120, of: builder.column) == nil)
    #expect(index.add(120..<300, of: builder.column) == nil)
    for number in Int64(0)..<400 {
      let value = RandomChanges.value(number, of: type)
      let wanted = makeColumnBuilder(continuing: try #require(Column.empty(of: type)))
      #expect(wanted.append(.null) && wanted.append(value))
      let collision = index.firstCollision(of: wanted.column, with: builder.column)
      #expect(collision?.earlier == rows[value])
      #expect(collision == nil || collision?.later == 1)
    }
  }

  @Test("adding stops at the first value that is taken")
  func collision() {
    var index = RowIndex()
    let column = Column.double(FixedColumn(values: [0, 1, -0.0, 1]))
    let collision = index.add(0..<4, of: column)
    #expect(collision?.earlier == 0)
    #expect(collision?.later == 2)
  }
}
