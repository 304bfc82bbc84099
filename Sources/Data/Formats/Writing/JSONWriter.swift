public import Files
public import Storage

/// Writes JSON, one object per line: an array of objects, or in JSON Lines only the objects.
///
/// The keys are the headings; duplicate headings become `name_2`. Infinities are null; a Double
/// keeps its point (`5.0`).
public struct JSONWriter: ResultWriter {
  /// The format that is written.
  public let format: FileFormat

  /// An array of objects; `[]` without rows.
  public static let json = JSONWriter(format: .json)
  /// Objects without an array.
  public static let jsonLines = JSONWriter(format: .jsonLines)

  /// Writes all `rows`.
  public func write(
    _ rows: any ResultRows,
    cancellation: CancellationFlag,
    to sink: ByteSink
  ) throws {
    let isArray = format == .json
    var output = OutputBuffer()
    if isArray { output.append(rows.rowCount > 0 ? "[\n" : "[") }
    if rows.rowCount > 0 {
      let layout = RowLayout(
        objectsOf: rows.headers,
        afterRow: isArray ? "}" : "}\n",
        betweenRows: isArray ? ",\n" : ""
      )
      try RowWriter(style: .json, layout: layout).write(rows, &output, cancellation, to: sink)
    }
    if isArray { output.append(rows.rowCount > 0 ? "\n]\n" : "]\n") }
    try output.flush(to: sink)
  }
}

extension RowLayout {
  /// `{"name":…,"limit":…` with the headings as keys.
  fileprivate init(objectsOf headers: [ResultHeader], afterRow: String, betweenRows: String) {
    let beforeCells = ColumnNames.completed(headers.map(\.name)).enumerated().map { index, name in
      var key = OutputBuffer()
      key.append(index == 0 ? "{" : ",")
      key.appendJSON(name)
      key.append(Byte.colon)
      return key.bytes
    }
    self.init(
      beforeCells: beforeCells,
      afterRow: Array((headers.isEmpty ? "{" + afterRow : afterRow).utf8),
      betweenRows: Array(betweenRows.utf8)
    )
  }
}
