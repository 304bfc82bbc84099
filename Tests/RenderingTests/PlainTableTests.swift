import Columns
import Model
import Rendering
import Storage
import Testing

/// Compares tables without colors, built from columns, with the same tables with colors.
struct PlainTableTests {
  /// Columns of every kind, with nils, in enough rows for several threads.
  private final class ColumnRows: ResultRows {
    let headers: [ResultHeader]
    let rowCount = 20_000
    private let columns: [Column]

    init() {
      var texts = StringColumn()
      let pieces = [
        "Oslo", "東京", "", "nil", "e\u{301}te\u{301}", "a\u{1B}[1m\n", "  ", "\"x\"", "👩‍👩‍👧",
      ]
      for row in 0..<rowCount {
        let text = pieces[row % 9] + (row % 4 == 0 ? "\(row % 500)" : "")
        texts.codes.append(row % 7 == 0 ? nil : texts.dictionary.code(for: text), filler: 0)
      }
      var numbers = FixedColumn<Int64>(values: [])
      for row in 0..<rowCount {
        numbers.append(row % 13 == 0 ? nil : Int64(row * row * row - 1_000_000), filler: 0)
      }
      columns = [
        .string(texts), .int(numbers), .date(numbers),
        .double(FixedColumn(values: (0..<rowCount).map { Double($0) / 7 })),
        .bool(FixedColumn(values: (0..<rowCount).map { UInt8($0 % 2) })),
        .uuid(FixedColumn(values: (0..<rowCount).map { UInt128($0) << 64 })),
      ]
      let types: [ValueType] = [.string, .int, .date, .double, .bool, .uuid]
      headers = types.map { ResultHeader(name: "\($0)", type: $0) }
    }

    func rows(_ range: Range<Int>) -> ResultBatch {
      ResultBatch(
        count: range.count,
        cells: columns.map { .column($0, start: range.lowerBound) }
      )
    }
  }

  @Test(arguments: ["table", "box"], [nil, 5])
  func colorsChangeNothingElse(mode: String, limit: Int?) throws {
    var context = RenderingContext()
    context.columnLimits = limit.map { ["string": $0, "date": $0] } ?? [:]
    let rows = ColumnRows()
    let plain = try printed(rows, mode: mode, in: context)
    context.usesColor = true
    let colored = try printed(rows, mode: mode, in: context)
    #expect(Self.withoutColors(colored) == plain)
  }

  private static func withoutColors(_ text: String) -> String {
    var result = ""
    var isWithin = false
    for scalar in text.unicodeScalars {
      if scalar == "\u{1B}" { isWithin = true }
      if !isWithin { result.unicodeScalars.append(scalar) }
      if scalar == "m" { isWithin = false }
    }
    return result
  }
}
