import Model
import Rendering
import Storage
import Testing

/// A result held in memory as rows of values.
final class TestRows: ResultRows {
  let headers: [ResultHeader]
  private let all: [[Value]]

  init(_ headers: [(String, ValueType)], _ all: [[Value]]) {
    self.headers = headers.map { ResultHeader(name: $0.0, type: $0.1) }
    self.all = all
  }

  var rowCount: Int { all.count }

  func rows(_ range: Range<Int>) throws -> ResultBatch {
    ResultBatch(
      count: range.count,
      cells: headers.indices.map { column in .values(all[range].map { $0[column] }) }
    )
  }
}

/// The text that the mode called `mode` prints.
func printed(
  _ rows: any ResultRows,
  mode: String = "table",
  in context: RenderingContext = RenderingContext()
) throws -> String {
  let modes = humanOutputModes + textOutputModes
  let renderer = try #require(modes.first { $0.name == mode })
  var text = ""
  try renderer.render(rows, in: context) { text += String(decoding: $0, as: UTF8.self) }
  return text
}

/// Rows that are difficult to align.
let awkwardRows = TestRows(
  [("name", .string), ("limit", .double), ("note", .string), ("created", .date)],
  [
    [.string("Vacation"), .double(500), .null, .date(Timestamp(microseconds: 0))],
    [
      .string("東京 trip"), .double(1250.5), .string("two\nlines\tand a tab"),
      .date(Timestamp(microseconds: 1_719_837_000_500_000)),
    ],
    [.string("👩‍👩‍👧 family 🇳🇴"), .null, .string(""), .null],
    [.string("1️⃣ e\u{301}te\u{301}"), .double(0), .string("\u{1B}[31mred\u{7}"), .null],
    [.string("nil"), .double(-3.25), .string("nil"), .null],
  ]
)
