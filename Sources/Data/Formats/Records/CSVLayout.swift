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
    let usual = format == .tsv ? Byte.tab : nil
    let head = try CSVReader.head(bytes, delimiter: options.delimiter ?? usual, options)
    (delimiter, names, bodyStart) = (head.delimiter, head.header.names, head.header.bodyStart)
  }

  /// Reads the records of a range.
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
    ) { CSVTokenizer(bytes, $0, delimiter: delimiter) }
    return try reader.read()
  }
}
