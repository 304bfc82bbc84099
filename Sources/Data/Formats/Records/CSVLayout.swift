import Storage

/// The layout of a CSV file, known before its records are read.
struct CSVLayout {
  let delimiter: UInt8
  let names: [String]
  let bodyStart: Int
  /// Whether the first column holds row names, for which the header has no name.
  let hasRowNames: Bool

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
    (names, bodyStart, hasRowNames) = (header.names, header.bodyStart, header.hasRowNames)
  }

  private static func isSuitable(_ delimiter: UInt8) -> Bool {
    delimiter != 0 && delimiter < 128
      && ![Byte.quote, Byte.lineFeed, Byte.carriageReturn].contains(delimiter)
  }

  /// Reads the records of a range: divides it into stripes, infers types from a sample, then reads
  /// the columns of all stripes in parallel. Columns with values that do not fit are read again as
  /// wider types.
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
      CSVTokenizer(
        bytes,
        $0,
        delimiter: delimiter,
        window: options.bytesPerWindow,
        keepsEmptyStrings: options.emptyStrings.contains(names[0])
      )
    }
    return try reader.read()
  }
}
