import Storage

/// Reads CSV and its relatives.
///
/// The stages in order: delimiter, header, division into stripes, types from a sample, the columns
/// of all stripes side by side; columns with a field that does not fit are read again, wider.
struct CSVReader {
  private let bytes: FileBytes
  private let delimiter: UInt8?
  private let options: ReadingOptions
  private let cancellation: CancellationFlag

  init(
    _ bytes: FileBytes,
    delimiter: UInt8?,
    _ options: ReadingOptions,
    _ cancellation: CancellationFlag
  ) {
    self.bytes = bytes
    self.delimiter = delimiter
    self.options = options
    self.cancellation = cancellation
  }

  /// The delimiter, the columns' names and where the records begin.
  static func head(
    _ bytes: FileBytes,
    delimiter: UInt8?,
    _ options: ReadingOptions
  ) throws(ReadingFailure) -> (delimiter: UInt8, header: CSVHeader) {
    let start = bytes.lengthOfByteOrderMark
    if let delimiter, !isSuitable(delimiter) { throw .fact(.unsuitableDelimiter, at: nil) }
    let delimiter = delimiter ?? DelimiterSniffer(bytes: bytes, start: start).delimiter()
    let header = try CSVHeader(
      bytes,
      start: start,
      delimiter: delimiter,
      hasHeader: options.hasHeader
    )
    return (delimiter, header)
  }

  func read() throws(ReadingFailure) -> ReadTable {
    let (delimiter, header) = try Self.head(bytes, delimiter: delimiter, options)
    let stripes = try CSVSplitter(
      bytes,
      header.bodyStart..<bytes.count,
      delimiter: delimiter,
      count: Stripe.count(for: bytes.count - header.bodyStart, options)
    ).split()
    try cancellation.checkReading()
    let reader = StripedReader(
      bytes,
      names: header.names,
      syntax: .csv,
      stripes,
      options,
      cancellation
    ) {
      CSVTokenizer(bytes, $0, delimiter: delimiter, window: options.bytesPerWindow)
    }
    return try reader.read()
  }

  private static func isSuitable(_ delimiter: UInt8) -> Bool {
    delimiter != 0 && delimiter < 128
      && ![Byte.quote, Byte.lineFeed, Byte.carriageReturn].contains(delimiter)
  }
}
