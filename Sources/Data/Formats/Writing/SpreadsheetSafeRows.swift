import Model
public import Storage

/// A result that spreadsheets do not mistake for formulas: strings that start with `=`, `+`, `-`,
/// `@`, a tab or a carriage return get an apostrophe. Numbers do not change.
public final class SpreadsheetSafeRows: ResultRows {
  /// The columns, with safe names.
  public let headers: [ResultHeader]
  /// The number of rows.
  public var rowCount: Int { rows.rowCount }
  private let rows: any ResultRows

  private static let signs: Set<UInt8> = Set("=+-@\t\r".utf8)

  /// Creates a safe version of `rows`.
  public init(_ rows: any ResultRows) {
    self.rows = rows
    headers = rows.headers.map { ResultHeader(name: Self.safe($0.name), type: $0.type) }
  }

  /// The rows of `range`.
  public func rows(_ range: Range<Int>) throws -> ResultBatch {
    let batch = try rows.rows(range)
    let cells = headers.indices.map { column -> ResultBatch.Cells in
      switch headers[column].type {
      case .int, .double, .decimal, .bool, .date, .uuid: return batch.cells[column]
      default:
        return .values((0..<batch.count).map { Self.safe(batch.value(row: $0, column: column)) })
      }
    }
    return ResultBatch(count: batch.count, cells: cells)
  }

  /// The result with only some of its columns, by their places.
  public func selecting(_ columns: [Int]) -> any ResultRows {
    SpreadsheetSafeRows(rows.selecting(columns))
  }

  private static func safe(_ value: Value) -> Value {
    if case .string(let text) = value { .string(safe(text)) } else { value }
  }

  private static func safe(_ text: String) -> String {
    guard let first = text.utf8.first, signs.contains(first) else { return text }
    return "'" + text
  }
}
