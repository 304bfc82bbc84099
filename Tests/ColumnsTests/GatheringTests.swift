import Columns
import Model
import TestSupport
import Testing

@Suite("Gather")
struct GatheringTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    let type: ValueType
    let nilEvery: Int?
    let hasNullRows: Bool
    var testDescription: String { "\(type), nil every \(nilEvery ?? 0), null rows \(hasNullRows)" }
  }

  static let samples = ColumnSamples.types.flatMap { type in
    [nil, 3, 1].flatMap { nilEvery in
      [false, true].map { Sample(type: type, nilEvery: nilEvery, hasNullRows: $0) }
    }
  }

  @Test("agrees with picking out of an array", arguments: samples)
  func agreesWithArray(_ sample: Sample) throws {
    var random = SeededRandom(seed: 3)
    let values = ColumnSamples.values(of: sample.type, count: 130, nilEvery: sample.nilEvery)
    let column = try ColumnSamples.builder(of: sample.type, values).column
    for count in [0, 1, 64, 300] {
      let rows = (0..<count).map { _ -> Int64 in
        let isNull = sample.hasNullRows && Int.random(in: 0..<4, using: &random) == 0
        return isNull ? Column.nullReference : Int64.random(in: 0..<130, using: &random)
      }
      let gathered = column.gathered(at: rows)
      let expected = rows.map { $0 == Column.nullReference ? .null : values[Int($0)] }
      #expect(ColumnSamples.values(in: gathered) == expected)
      #expect(gathered.validCount == expected.count { !$0.isNull })
    }
  }

  @Test(
    "consecutive rows are those of the column",
    arguments: samples.filter { !$0.hasNullRows }
  )
  func runs(_ sample: Sample) throws {
    let values = ColumnSamples.values(of: sample.type, count: 130, nilEvery: sample.nilEvery)
    let column = try ColumnSamples.builder(of: sample.type, values).column
    for range in [0..<130, 7..<8, 60..<129] {
      let gathered = column.gathered(at: range.map { Int64($0) })
      #expect(ColumnSamples.values(in: gathered) == Array(values[range]))
    }
    // The ends alone are not a run.
    let gathered = column.gathered(at: [3, 3, 5, 6])
    #expect(ColumnSamples.values(in: gathered) == [3, 3, 5, 6].map { values[$0] })
  }

  @Test("references are gathered as they are, null ones where the row is null")
  func references() {
    let none = Column.nullReference
    let column = Column.reference(FixedColumn(values: [5, none, 7]))
    guard case .reference(let gathered) = column.gathered(at: [2, none, 1, 0, 2]) else {
      Issue.record("a column of references stays one")
      return
    }
    #expect(gathered.values == [7, none, none, 5, 7])
    #expect(gathered.validity == nil)
  }

  @Test("only null rows can be gathered from a column without rows", arguments: ColumnSamples.types)
  func emptyColumn(_ type: ValueType) throws {
    let column = try #require(Column.empty(of: type))
    let gathered = column.gathered(at: [Column.nullReference, Column.nullReference])
    #expect(ColumnSamples.values(in: gathered) == [.null, .null])
  }

  @Test("strings share the dictionary")
  func sharedDictionary() throws {
    let values = ColumnSamples.values(of: .string, count: 50)
    guard case .string(let column) = try ColumnSamples.builder(of: .string, values).column,
      case .string(let gathered) = Column.string(column).gathered(at: [3, 2])
    else {
      Issue.record("a column of strings stays one")
      return
    }
    #expect(
      gathered.dictionary.bytes.withUnsafeBytes(\.baseAddress)
        == column.dictionary.bytes.withUnsafeBytes(\.baseAddress)
    )
  }
}
