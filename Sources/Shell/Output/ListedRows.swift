import Model
import Rendering
import Storage

/// A small result that the shell itself made, printed like any other.
final class ListedRows: ResultRows {
  let headers: [ResultHeader]
  let rowCount: Int
  private let columns: [[Value]]

  /// Rows out of columns of the same length.
  init(headers: [ResultHeader], columns: [[Value]]) {
    self.headers = headers
    self.columns = columns
    rowCount = columns.first?.count ?? 0
  }

  /// One value in one column.
  convenience init(_ name: String, _ value: Value, _ type: ValueType) {
    self.init(headers: [ResultHeader(name: name, type: type)], columns: [[value]])
  }

  /// A row for each section of a report.
  convenience init(_ report: Report, _ context: RenderingContext) {
    self.init(
      headers: [
        ResultHeader(name: "section", type: .string), ResultHeader(name: "text", type: .string),
      ],
      columns: [
        report.sections.map { .string($0.title) },
        report.sections.map { .string(Report.text(of: $0, in: context)) },
      ]
    )
  }

  func rows(_ range: Range<Int>) -> ResultBatch {
    ResultBatch(count: range.count, cells: columns.map { .values(Array($0[range])) })
  }
}
