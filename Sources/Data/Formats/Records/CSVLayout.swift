import Storage

/// The layout of a CSV file, known before its records are read.
struct CSVLayout {
  let delimiter: UInt8
  let names: [String]
  /// The offset of the first record.
  let bodyStart: Int
  /// Whether the first column holds row names, for which the header has no name.
  let hasRowNames: Bool

  /// How many records are checked for row names.
  private static let sampleRecords = 1_000

  /// Reads the header. Without a header, only counts the fields of the first record.
  init(
    _ bytes: FileBytes,
    _ format: FileFormat,
    _ options: ReadingOptions
  ) throws(ReadingFailure) {
    let start = bytes.lengthOfByteOrderMark
    let known = options.delimiter ?? (format == .tsv ? Byte.tab : nil)
    if let known, !Self.isSuitable(known) { throw .fact(.unsuitableDelimiter, at: nil) }
    delimiter = known ?? DelimiterSniffer(bytes: bytes, start: start).delimiter()
    var tokenizer = CSVTokenizer(bytes, start..<bytes.count, delimiter: delimiter)
    tokenizer.skipBlankLines()
    let recordStart = tokenizer.offset
    guard let fields = tokenizer.nextRecord() else { throw .fact(.empty, at: nil) }
    guard options.hasHeader else {
      names = ColumnNames.completed(fields.map { _ in "" })
      (bodyStart, hasRowNames) = (start, false)
      return
    }
    if !tokenizer.facts.isEmpty { throw .facts(tokenizer.facts) }
    if let fault = TextValidator.firstFault(in: bytes.start, recordStart..<tokenizer.offset) {
      throw .fact(fault.fact, at: fault.offset)
    }
    let header = fields.map { $0.string(bytes.start + recordStart) }
    bodyStart = tokenizer.offset
    hasRowNames = Self.hasRowNames(tokenizer, header.count)
    if hasRowNames {
      let completed = ColumnNames.completed(header + ["rowName"])
      names = completed.suffix(1) + completed.dropLast()
    } else {
      names = ColumnNames.completed(header)
    }
  }

  /// Whether every record has exactly one field more than the header, as R writes tables.
  private static func hasRowNames(_ tokenizer: CSVTokenizer, _ nameCount: Int) -> Bool {
    var tokenizer = tokenizer
    var count = 0
    while count < sampleRecords, let record = tokenizer.nextRecord() {
      guard record.count == nameCount + 1 else { return false }
      count += 1
    }
    return count > 0 && tokenizer.facts.isEmpty
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
