public import Files
public import Storage

/// Writes one array of objects, one JSON object per line.
///
/// The keys are the headings; duplicate headings become `name_2`. Infinities are null; a Double
/// keeps its point (`5.0`).
public struct JSONWriter: ResultWriter {
  /// The format that is written.
  public var format: FileFormat { .json }

  /// Creates a writer.
  public init() {}

  /// Writes all `rows` as an array; `[]` if there are none.
  public func write(
    _ rows: any ResultRows,
    cancellation: CancellationFlag,
    to sink: ByteSink
  ) throws {
    var output = OutputBuffer()
    output.append("[")
    if rows.rowCount > 0 {
      output.append("\n")
      let layout = RowLayout(objectsOf: rows.headers, afterRow: "}", betweenRows: ",\n")
      try RowWriter(style: .json, layout: layout).write(rows, &output, cancellation, to: sink)
      output.append("\n")
    }
    output.append("]\n")
    try output.flush(to: sink)
  }
}

/// Writes one JSON object per line, without an array around them.
public struct JSONLinesWriter: ResultWriter {
  /// The format that is written.
  public var format: FileFormat { .jsonLines }

  /// Creates a writer.
  public init() {}

  /// Writes all `rows`, one per line.
  public func write(
    _ rows: any ResultRows,
    cancellation: CancellationFlag,
    to sink: ByteSink
  ) throws {
    var output = OutputBuffer()
    let layout = RowLayout(objectsOf: rows.headers, afterRow: "}\n", betweenRows: "")
    try RowWriter(style: .json, layout: layout).write(rows, &output, cancellation, to: sink)
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
