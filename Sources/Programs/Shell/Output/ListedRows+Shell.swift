import Model
import Rendering
import Storage

/// Small results of the shell's own.
extension ListedRows {
  /// A single value.
  convenience init(_ name: String, _ value: Value, _ type: ValueType) {
    self.init(headers: [ResultHeader(name: name, type: type)], columns: [[value]])
  }

  /// One row for each section of a report.
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
}
