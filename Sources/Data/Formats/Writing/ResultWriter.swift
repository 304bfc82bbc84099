public import Files
public import Storage

/// Writes results in one machine format.
public protocol ResultWriter: Sendable {
  /// The format that is written.
  var format: FileFormat { get }

  /// The same without a line of names, where the format has one.
  var withoutHeadings: any ResultWriter { get }

  /// Writes all `rows`, some thousand at a time.
  ///
  /// Throws what `rows` and `sink` throw, and `Cancellation` between batches.
  func write(
    _ rows: any ResultRows,
    cancellation: CancellationFlag,
    to sink: ByteSink
  ) throws
}

extension ResultWriter {
  /// Formats in which each value has its name stay as they are.
  public var withoutHeadings: any ResultWriter { self }
}

extension FileFormat {
  /// All writers, one a format.
  public static let writers: [any ResultWriter] = [
    DelimitedWriter.csv, DelimitedWriter.tsv, JSONWriter(), JSONLinesWriter(),
  ]

  /// The writer of this format; nil only for a format that is read but not written.
  public var writer: (any ResultWriter)? {
    Self.writers.first { $0.format == self }
  }
}
