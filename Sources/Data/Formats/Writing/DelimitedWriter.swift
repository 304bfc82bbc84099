public import Files
public import Storage

/// Writes CSV (RFC 4180) or tab-separated values, as ``RecordFile`` reads them.
///
/// The header comes first, lines end with LF, and fields are quoted only if necessary. nil is an
/// empty field and the empty string `""`; in a single column both are `""`. A Double keeps its
/// point (`5.0`), so that its type survives.
public struct DelimitedWriter: ResultWriter {
  /// The format that is written.
  public let format: FileFormat
  private let delimiter: UInt8
  private var hasHeadings = true

  /// Comma-separated values.
  public static let csv = DelimitedWriter(.csv, delimiter: Byte.comma)
  /// Tab-separated values.
  public static let tsv = DelimitedWriter(.tsv, delimiter: Byte.tab)

  private init(_ format: FileFormat, delimiter: UInt8) {
    self.format = format
    self.delimiter = delimiter
  }

  /// The same writer without a header.
  public var withoutHeadings: any ResultWriter {
    var writer = self
    writer.hasHeadings = false
    return writer
  }

  /// Writes a header and all `rows`.
  public func write(
    _ rows: any ResultRows,
    cancellation: CancellationFlag,
    to sink: ByteSink
  ) throws {
    let style = CellStyle.delimited(by: delimiter, isOnly: rows.headers.count == 1)
    let writer = RowWriter(style: style, layout: layout(rows.headers.count))
    var output = OutputBuffer()
    if hasHeadings { appendHeadings(rows.headers, to: &output) }
    try writer.write(rows, &output, cancellation, to: sink)
    try output.flush(to: sink)
  }

  private func appendHeadings(_ headers: [ResultHeader], to output: inout OutputBuffer) {
    for (index, header) in headers.enumerated() {
      if index > 0 { output.append(delimiter) }
      output.appendDelimited(header.name, by: delimiter)
    }
    output.append(Byte.lineFeed)
  }

  private func layout(_ columnCount: Int) -> RowLayout {
    RowLayout(
      beforeCells: (0..<columnCount).map { $0 == 0 ? [] : [delimiter] },
      afterRow: [Byte.lineFeed],
      betweenRows: []
    )
  }
}
