import Columns
import Foundation
import Model
import Storage
import TestSupport
import Testing

@testable import Formats

/// Random tables are written and read again.
struct RoundTripTests {
  /// Makes values of one type; a table has a column of each.
  private typealias Maker = @Sendable (inout SeededRandom) -> Value

  private static let texts = [
    "", "plain", "a,b;c\td|e", "\"", "two\nlines", "\r\n", "\\", "é😀", " x ", "\u{1}\u{1F}",
    "a text that is longer than a word", "nul\u{7F}", "null", "]},{[", "x\"\"y",
  ]

  private static let makers: [(name: String, type: ValueType, make: Maker)] = [
    ("int", .int, { .int(Int64(truncatingIfNeeded: $0.next())) }),
    ("double", .double, { .double(Double(Int32(truncatingIfNeeded: $0.next())) / 8) }),
    ("bool", .bool, { .bool(Bool.random(using: &$0)) }),
    (
      "day", .date,
      {
        .date(
          Timestamp(microseconds: Int64.random(in: -30_000...30_000, using: &$0) * 86_400_000_000)
        )
      }
    ),
    (
      "moment", .date,
      { .date(Timestamp(microseconds: Int64.random(in: -1 << 55...1 << 55, using: &$0))) }
    ),
    ("uuid", .uuid, { .uuid(UUID(UInt128($0.next()) << 64 | UInt128($0.next()))) }),
    ("string", .string, { .string(texts.randomElement(using: &$0) ?? "") }),
  ]

  private static func table(_ generator: inout SeededRandom) -> ColumnRows {
    // The last row has no nils, so that every column's type shows.
    let rowCount = Int.random(in: 1...40, using: &generator)
    let columns = makers.map { maker in
      let values = (1...rowCount).map { row in
        row < rowCount && Int.random(in: 0..<5, using: &generator) == 0
          ? Value.null : maker.make(&generator)
      }
      return (maker.name, maker.type, ResultBatch.Cells.values(values))
    }
    return ColumnRows(columns, rowCount: rowCount)
  }

  @Test(arguments: FileFormat.allCases, 0..<fuzzCount(8))
  func tablesSurvive(format: FileFormat, seed: Int) throws {
    var generator = SeededRandom(seed: UInt64(seed))
    for _ in 0..<10 {
      let rows = Self.table(&generator)
      let text = try write(rows, as: format)
      let table = try read(text, as: format)
      #expect(table.count == rows.rowCount)
      let batch = rows.rows(0..<rows.rowCount)
      for (column, header) in rows.headers.enumerated() {
        let expected = (0..<rows.rowCount).map { batch.value(row: $0, column: column) }
        #expect(table.values(header.name) == expected)
        // A text column of texts that all look like numbers would come back as numbers; these do not.
        #expect(table.attributes[column].type == header.type || Self.isAllEmpty(expected))
      }
      // Typed columns are written as the values were.
      if !rows.headers.isEmpty { #expect(try write(ColumnRows(table), as: format) == text) }
    }
  }

  private static func isAllEmpty(_ values: [Value]) -> Bool {
    values.allSatisfy(\.isNull)
  }

  /// JSON against Foundation's parser, which on Linux does not read sixteen digits exactly; numbers
  /// have fewer.
  @Test(arguments: 0..<fuzzCount(8))
  func foundationReadsTheJSON(seed: Int) throws {
    var generator = SeededRandom(seed: 100 + UInt64(seed))
    let rows = Self.table(&generator)
    let text = try write(rows, as: .json)
    let parsed = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]]
    let objects = try #require(parsed)
    #expect(objects.count == rows.rowCount)
    let batch = rows.rows(0..<rows.rowCount)
    for (row, object) in objects.enumerated() {
      #expect(Set(object.keys) == Set(rows.headers.map(\.name)))
      for (column, header) in rows.headers.enumerated() {
        let found = object[header.name]
        switch batch.value(row: row, column: column) {
        case .null: #expect(found is NSNull)
        case .string(let text): #expect(found as? String == text)
        case .int(let number): #expect((found as? NSNumber)?.int64Value == number)
        case .double(let number): #expect((found as? NSNumber)?.doubleValue == number)
        case .bool(let value): #expect((found as? NSNumber)?.boolValue == value)
        case .uuid(let uuid): #expect(found as? String == uuid.uuidString)
        default: #expect(found is String)
        }
      }
    }
  }

  @Test func trailingNilsSurviveInCSV() throws {
    let rows = ColumnRows("a", [.null, .int(1), .null, .null])
    #expect(try read(try write(rows, as: .csv)).values("a") == [.null, .int(1), .null, .null])
  }

  @Test func aSingleColumnHasNoEmptyLines() throws {
    let ints = ColumnRows("a", [.null, .int(1), .null])
    #expect(try write(ints, as: .csv) == "a\n\"\"\n1\n\"\"\n")
    let texts = ColumnRows("a", [.string("x"), .null])
    #expect(try write(texts, as: .tsv) == "a\nx\n\"\"\n")
    #expect(try read(try write(texts, as: .tsv), as: .tsv).values("a") == [.string("x"), .null])
    let two = try read("a,b\n\"\",1\n,2\n")
    #expect(two.values("a") == [.string(""), .null])
  }

  @Test(arguments: [FileFormat.csv, .jsonLines])
  func dateColumnHasOneFormat(format: FileFormat) throws {
    let day = Value.date(Timestamp(microseconds: 86_400_000_000))
    let noon = Value.date(Timestamp(microseconds: 43_200_000_000))
    let days = ["1970-01-02", "1970-01-02"]
    let moments = ["1970-01-02T00:00:00Z", "1970-01-01T12:00:00Z"]
    for values in [[day, day], [day, noon]] {
      let expected = values == [day, day] ? days : moments
      let rows = ColumnRows([("d", .date, .values(values))], rowCount: 2)
      let text = try write(rows, as: format)
      #expect(expected.allSatisfy(text.contains), "\(text)")
      let column = Column.date(
        FixedColumn(
          values: values.map { value in
            if case .date(let moment) = value { moment.microseconds } else { 0 }
          }
        )
      )
      let typed = ColumnRows([("d", .date, .column(column, start: 0))], rowCount: 2)
      #expect(try write(typed, as: format) == text)
    }
  }
}
