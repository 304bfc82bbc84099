import Columns
import Model
import Testing

@Suite("ColumnBuilder")
struct ColumnBuilderTests {
  @Test("holds what was appended, nils and all", arguments: ColumnSamples.types)
  func appending(_ type: ValueType) throws {
    var expected = ColumnSamples.values(of: type, count: 70)
    let builder = try ColumnSamples.builder(of: type, expected)
    #expect(ColumnSamples.values(in: builder.column) == expected)
    let more = ColumnSamples.values(of: type, count: 70, nilEvery: 3)
    for value in more { #expect(builder.append(value)) }
    builder.append(nulls: 65)
    expected += more + Array(repeating: .null, count: 65)
    #expect(ColumnSamples.values(in: builder.column) == expected)
    #expect(builder.column.validCount == expected.count { !$0.isNull })
  }

  @Test("refuses values of other types and stays as it was", arguments: ColumnSamples.types)
  func refusing(_ type: ValueType) throws {
    let values = ColumnSamples.values(of: type, count: 3)
    let builder = try ColumnSamples.builder(of: type, values)
    for other in ColumnSamples.types where other != type {
      let wrong = ColumnSamples.value(1, of: other)
      #expect(!builder.append(wrong))
      #expect(!builder.set(1, to: wrong))
      #expect(!builder.append(contentsOf: try ColumnSamples.builder(of: other, [wrong]).column))
    }
    #expect(ColumnSamples.values(in: builder.column) == values)
  }

  @Test("appends whole columns with and without nils", arguments: ColumnSamples.types)
  func appendingColumns(_ type: ValueType) throws {
    let builder = try ColumnSamples.builder(of: type, [])
    var expected: [Value] = []
    for nilEvery in [nil, 2, nil, 5, 1] as [Int?] {
      let values = ColumnSamples.values(of: type, count: 67, nilEvery: nilEvery)
      #expect(builder.append(contentsOf: try ColumnSamples.builder(of: type, values).column))
      expected += values
      #expect(ColumnSamples.values(in: builder.column) == expected)
    }
  }

  @Test("overwrites many rows by those of a column", arguments: ColumnSamples.types)
  func overwritingRows(_ type: ValueType) throws {
    var expected = ColumnSamples.values(of: type, count: 90)
    let builder = try ColumnSamples.builder(of: type, expected)
    let lent = builder.column
    let before = expected
    for (rows, nilEvery) in [
      ([3, 89, 0, 64], nil), (Array(0..<90), nil), ([5, 4, 63, 7], 2), ([70], nil), ([], nil),
      (Array((0..<90).reversed()), 3),
    ] as [([Int64], Int?)] {
      let values = rows.indices.map { row in
        row % (nilEvery ?? .max) == 1 ? Value.null : ColumnSamples.value(Int64(row) + 200, of: type)
      }
      // Most of the texts of its dictionary are not in the column.
      let more = try ColumnSamples.builder(of: type, ColumnSamples.values(of: type, count: 30))
      for value in values { #expect(more.append(value)) }
      let column = more.column.gathered(at: values.indices.map { Int64($0) + 30 })
      #expect(builder.set(rows, to: column))
      for (row, value) in zip(rows, values) { expected[Int(row)] = value }
      #expect(ColumnSamples.values(in: builder.column) == expected)
    }
    #expect(ColumnSamples.values(in: lent) == before)
    for other in ColumnSamples.types where other != type {
      let wrong = try ColumnSamples.builder(of: other, [ColumnSamples.value(1, of: other)])
      #expect(!builder.set([0], to: wrong.column))
    }
    #expect(ColumnSamples.values(in: builder.column) == expected)
  }

  @Test("what was lent stays as it was", arguments: ColumnSamples.types)
  func lending(_ type: ValueType) throws {
    var expected = ColumnSamples.values(of: type, count: 9)
    let builder = try ColumnSamples.builder(of: type, expected)
    let lent = builder.column
    let before = expected
    #expect(builder.set(2, to: .null))
    #expect(builder.set(5, to: ColumnSamples.value(100, of: type)))
    #expect(builder.append(ColumnSamples.value(101, of: type)))
    expected[2] = .null
    expected[5] = ColumnSamples.value(100, of: type)
    expected.append(ColumnSamples.value(101, of: type))
    #expect(ColumnSamples.values(in: builder.column) == expected)
    #expect(ColumnSamples.values(in: lent) == before)
  }

  @Test("what is no longer lent is changed in place")
  func changingInPlace() throws {
    let builder = try ColumnSamples.builder(of: .int, ColumnSamples.values(of: .int, count: 1000))
    func address() -> UnsafeRawPointer? {
      guard case .int(let column) = builder.column else { return nil }
      return column.values.withUnsafeBytes(\.baseAddress)
    }
    let before = address()
    for row in 0..<1000 { #expect(builder.set(row, to: .int(0))) }
    #expect(address() == before)
  }

  @Test("references are appended, overwritten and read back")
  func references() {
    let builder = ReferenceColumnBuilder(FixedColumn(values: [4]))
    builder.append(7)
    builder.append(nulls: 2)
    builder.set(2, to: 9)
    #expect(builder.append(.null) && builder.set(0, to: .null))
    #expect(!builder.append(.int(1)) && !builder.set(1, to: .int(1)))
    let none = Column.nullReference
    #expect(builder.references == [none, 7, 9, none, none])
    #expect(builder.reference(at: 2) == 9)
    #expect(builder.column.validCount == 2)
  }

  @Test("texts made distinct again are distinct and read the same")
  func distinctStrings() {
    var column = StringColumn()
    column.dictionary.stopDeduplicating()
    for text in ["a", nil, "b", "a", "", nil, "a"] {
      column.codes.append(text.map { column.dictionary.code(for: $0) }, filler: 0)
    }
    var distinct = StringColumn()
    distinct.append(contentsOf: column)
    #expect((0..<7).map { distinct.string(at: $0) } == (0..<7).map { column.string(at: $0) })
    #expect(distinct.dictionary.isDistinct)
    #expect(distinct.dictionary.count == 3)
  }
}
