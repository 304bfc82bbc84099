public import Storage

/// Writes CSV by RFC 4180 and its sister with tabs, as `FileReader` reads them.
///
/// A header comes first, lines end with LF, and quotes stand only where they are needed. nil is an
/// empty field and the empty string `""`; a Double keeps its point (`5.0`), so that its type
/// survives.
public struct DelimitedWriter: ResultWriter {
  /// The format that is written.
  public let format: FileFormat
  private let delimiter: UInt8

  /// Commas between the fields.
  public static let csv = DelimitedWriter(format: .csv, delimiter: Byte.comma)
  /// Tabs between the fields.
  public static let tsv = DelimitedWriter(format: .tsv, delimiter: Byte.tab)

  /// Writes all `rows` below their headings.
  public func write(
    _ rows: any ResultRows,
    cancellation: CancellationFlag,
    to sink: ByteSink
  ) throws {
    let writer = RowWriter(style: .delimited(by: delimiter), layout: layout(rows.headers.count))
    var output = OutputBuffer()
    for (index, header) in rows.headers.enumerated() {
      if index > 0 { output.append(delimiter) }
      output.appendDelimited(header.name, by: delimiter)
    }
    output.append(Byte.lineFeed)
    try writer.write(rows, &output, cancellation, to: sink)
    try output.flush(to: sink)
  }

  private func layout(_ columnCount: Int) -> RowLayout {
    RowLayout(
      beforeCells: (0..<columnCount).map { $0 == 0 ? [] : [delimiter] },
      afterRow: [Byte.lineFeed],
      betweenRows: []
    )
  }
}
