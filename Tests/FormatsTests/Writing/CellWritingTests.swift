import Columns
import Foundation
import Model
import Storage
import TestSupport
import Testing

@testable import Formats

/// Single values in CSV and JSON, written from values and from columns.
struct CellWritingTests {
  struct Cell: CustomTestStringConvertible, Sendable {
    let value: Value
    let csv: String
    let json: String
    var testDescription: String { "\(value)" }

    init(_ value: Value, csv: String, json: String) {
      self.value = value
      self.csv = csv
      self.json = json
    }
  }

  private static let uuid = UUID(0x3F25_04E0_4F89_41D3_9A0C_0305_E82C_3301)

  static let cells: [Cell] = [
    Cell(.null, csv: "", json: "null"),
    Cell(.bool(true), csv: "true", json: "true"),
    Cell(.bool(false), csv: "false", json: "false"),
    Cell(.int(0), csv: "0", json: "0"),
    Cell(.int(-1234), csv: "-1234", json: "-1234"),
    Cell(.int(.min), csv: "-9223372036854775808", json: "-9223372036854775808"),
    Cell(.int(.max), csv: "9223372036854775807", json: "9223372036854775807"),
    Cell(.double(5), csv: "5.0", json: "5.0"),
    Cell(.double(0), csv: "0.0", json: "0.0"),
    Cell(.double(-0.0), csv: "-0.0", json: "-0.0"),
    Cell(.double(0.0001), csv: "0.0001", json: "0.0001"),
    Cell(.double(0.00001), csv: "1e-05", json: "1e-05"),
    Cell(.double(-0.05), csv: "-0.05", json: "-0.05"),
    Cell(.double(1e300), csv: "1e+300", json: "1e+300"),
    Cell(.double(.infinity), csv: "inf", json: "null"),
    Cell(.double(-.infinity), csv: "-inf", json: "null"),
    Cell(.decimal(Decimal(string: "12.50") ?? 0), csv: "12.5", json: "12.5"),
    Cell(.string(""), csv: "\"\"", json: "\"\""),
    Cell(.string("plain text"), csv: "plain text", json: "\"plain text\""),
    Cell(.string(" é "), csv: " é ", json: "\" é \""),
    Cell(.string("a,b"), csv: "\"a,b\"", json: "\"a,b\""),
    Cell(.string("say \"hi\""), csv: "\"say \"\"hi\"\"\"", json: #""say \"hi\"""#),
    Cell(.string("two\nlines"), csv: "\"two\nlines\"", json: #""two\nlines""#),
    Cell(.string("a\rb"), csv: "\"a\rb\"", json: #""a\rb""#),
    Cell(.string("\\\u{1B}\u{1F}\t"), csv: "\\\u{1B}\u{1F}\t", json: #""\\\u001b\u001f\t""#),
    Cell(.date(Timestamp(microseconds: 0)), csv: "1970-01-01", json: "\"1970-01-01\""),
    Cell(
      .date(Timestamp(microseconds: -1)),
      csv: "1969-12-31T23:59:59.999999Z",
      json: "\"1969-12-31T23:59:59.999999Z\""
    ),
    Cell(
      .date(Timestamp(microseconds: 1_709_209_800_250_000)),
      csv: "2024-02-29T12:30:00.25Z",
      json: "\"2024-02-29T12:30:00.25Z\""
    ),
    Cell(
      .uuid(uuid),
      csv: "3F2504E0-4F89-41D3-9A0C-0305E82C3301",
      json: "\"3F2504E0-4F89-41D3-9A0C-0305E82C3301\""
    ),
    Cell(.data(Data([1, 2, 255])), csv: "AQL/", json: "\"AQL/\""),
  ]

  @Test(arguments: cells)
  func valuesAreWritten(_ cell: Cell) throws {
    try check(ColumnRows("a", [cell.value, .null]), cell)
  }

  @Test(arguments: cells.filter { !$0.value.isNull })
  func columnsAreWrittenTheSame(_ cell: Cell) throws {
    let type = try #require(Self.type(of: cell.value))
    let column = try #require(Column([.null, cell.value, .null], of: type))
    try check(ColumnRows([("a", type, .column(column, start: 1))], rowCount: 2), cell)
  }

  @Test(arguments: [
    (Value.duration(TimeSpan()), "PT0S"),
    (.duration(TimeSpan(microseconds: 7 * 86_400_000_000)), "P7D"),
    (.duration(TimeSpan(months: 3)), "P3M"),
    (.duration(TimeSpan(microseconds: 95_400_500_000)), "P1DT2H30M0.5S"),
    (.duration(TimeSpan(months: -1, microseconds: -500_000)), "P-1MT-0.5S"),
    (.duration(TimeSpan(microseconds: -90_000_000)), "PT-1M-30S"),
    (.record(RecordID(entity: "Budget", key: .number(3))), "Budget#3"),
  ])
  func durationsAndRecordsAreStrings(value: Value, text: String) throws {
    try check(ColumnRows("a", [value, .null]), Cell(value, csv: text, json: "\"\(text)\""))
  }

  @Test func listsAndObjectsAreNestedInJSONAndJSONTextInCSV() throws {
    let value = Value.object([
      ObjectField("x", .list([.int(1), .null, .string("a\"b")])),
      ObjectField("y", .double(.infinity)),
    ])
    let json = #"{"x":[1,null,"a\"b"],"y":null}"#
    let csv = "\"" + json.replacing("\"", with: "\"\"") + "\""
    try check(ColumnRows("a", [value, .null]), Cell(value, csv: csv, json: json))
  }

  private func check(_ rows: ColumnRows, _ cell: Cell) throws {
    // In a single column nil is quoted.
    let csv = cell.csv.isEmpty ? "\"\"" : cell.csv
    #expect(try write(rows, as: .csv) == "a\n\(csv)\n\"\"\n")
    #expect(try write(rows, as: .json) == "[\n{\"a\":\(cell.json)},\n{\"a\":null}\n]\n")
    #expect(try write(rows, as: .jsonLines) == "{\"a\":\(cell.json)}\n{\"a\":null}\n")
  }

  private static func type(of value: Value) -> ValueType? {
    switch value {
    case .bool: .bool
    case .int: .int
    case .double: .double
    case .decimal: .decimal
    case .string: .string
    case .date: .date
    case .uuid: .uuid
    case .data: .data
    default: nil
    }
  }

  /// Ints of every length, at its ends and in between.
  @Test func intsHaveAllTheirDigits() throws {
    var generator = SeededRandom(seed: 8)
    var numbers: [Int64] = [0, .min, .max]
    var bound: Int64 = 1
    for _ in 0..<18 {
      numbers += [bound, 10 * bound - 1, -bound]
      numbers += (0..<20).map { _ in Int64.random(in: -10 * bound...10 * bound, using: &generator) }
      bound *= 10
    }
    let column = Column.int(FixedColumn(values: numbers))
    let rows = ColumnRows([("a", .int, .column(column, start: 0))], rowCount: numbers.count)
    #expect(try write(rows, as: .csv) == "a\n" + numbers.map { "\($0)\n" }.joined())
  }

  /// Doubles against the standard library's shortest description.
  @Test(arguments: 0..<fuzzCount(10))
  func doublesHaveTheShortestForm(seed: Int) throws {
    var generator = SeededRandom(seed: UInt64(seed))
    let numbers = (0..<400).map { index in
      switch index % 6 {
      case 4: Double(Int.random(in: -99_999...99_999, using: &generator)) / 1_000_000
      case 5: Double(Int.random(in: -9_999...9_999, using: &generator)) / 10_000_000
      case 0: Double(bitPattern: generator.next())
      case 1: Double(Int.random(in: -99_999...99_999, using: &generator)) / 100
      case 2: Double(Int.random(in: -9_999_999...9_999_999, using: &generator)) / 1_000
      default: Double(Int.random(in: -(1 << 60)...(1 << 60), using: &generator)) / 8
      }
    }.filter { $0.isFinite }
    let text = try write(ColumnRows("a", numbers.map(Value.double)), as: .csv)
    #expect(text == "a\n" + numbers.map { "\($0)\n" }.joined())
  }
}
