public import Files
public import Storage

/// Writes results in a machine format.
public protocol ResultWriter: Sendable {
  /// The format that is written.
  var format: FileFormat { get }

  /// The same writer without a header, if the format has one.
  var withoutHeadings: any ResultWriter { get }

  /// Writes all `rows` in batches.
  ///
  /// Throws errors of `rows` and `sink`, and `Cancellation` between batches.
  func write(
    _ rows: any ResultRows,
    cancellation: CancellationFlag,
    to sink: ByteSink
  ) throws
}

extension ResultWriter {
  /// Formats without a header do not change.
  public var withoutHeadings: any ResultWriter { self }
}

extension FileFormat {
  /// The writers of all formats.
  public static let writers: [any ResultWriter] = [
    DelimitedWriter.csv, DelimitedWriter.tsv, JSONWriter.json, JSONWriter.jsonLines,
  ]

  /// The format's writer; nil if it can only be read.
  public var writer: (any ResultWriter)? {
    Self.writers.first { $0.format == self }
  }
}
