import Storage

/// What is known of a CSV file before its records are read.
struct CSVLayout {
  let delimiter: UInt8
  let names: [String]
  let bodyStart: Int

  init(
    _ bytes: FileBytes,
    _ format: FileFormat,
    _ options: ReadingOptions
  ) throws(ReadingFailure) {
    let start = bytes.lengthOfByteOrderMark
    let known = options.delimiter ?? (format == .tsv ? Byte.tab : nil)
    if let known, !Self.isSuitable(known) { throw .fact(.unsuitableDelimiter, at: nil) }
    delimiter = known ?? DelimiterSniffer(bytes: bytes, start: start).delimiter()
    let header = try CSVHeader(
      bytes,
      start: start,
      delimiter: delimiter,
      hasHeader: options.hasHeader
    )
    (names, bodyStart) = (header.names, header.bodyStart)
  }

  private static func isSuitable(_ delimiter: UInt8) -> Bool {
    delimiter != 0 && delimiter < 128
      && ![Byte.quote, Byte.lineFeed, Byte.carriageReturn].contains(delimiter)
  }

  /// Reads the records of a range.
  ///
  /// The stages in order: division into stripes, types from a sample, the columns of all stripes side by
  /// side. Columns with a field that does not fit are read again, wider.
  func read(
    _ bytes: FileBytes,
    _ range: Range<Int>,
    _ options: ReadingOptions,
    _ cancellation: CancellationFlag
  ) throws(ReadingFailure) -> ReadTable {
    let count = Stripe.count(for: range.count, options)
    let stripes = try CSVSplitter(bytes, range, delimiter: delimiter, count: count).split()
    try cancellation.checkReading()
    let reader = StripedReader(
      bytes,
      names: names,
      syntax: .csv,
      stripes,
      options,
      cancellation
    ) {
      CSVTokenizer(bytes, $0, delimiter: delimiter, window: options.bytesPerWindow)
    }
    return try reader.read()
  }
}
