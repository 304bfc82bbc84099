import Storage

/// Reads the columns of one stripe: finds the fields of a block, validates its text, and parses its
/// columns.
final class StripeReader<Tokenizer: RecordTokenizer> {
  /// The columns that are read.
  let parts: [ColumnPart]
  /// The number of records found.
  private(set) var rowCount = 0
  private(set) var facts = FactList()

  private let bytes: FileBytes
  private let stripe: Stripe
  private let cancellation: CancellationFlag
  private var tokenizer: Tokenizer
  private var block: FieldBlock

  /// Reads columns of `columnCount` with `tokenizer`, which is at the start of `stripe`.
  init(
    _ bytes: FileBytes,
    _ stripe: Stripe,
    _ tokenizer: Tokenizer,
    parts: [ColumnPart],
    columnCount: Int,
    _ options: ReadingOptions,
    _ cancellation: CancellationFlag
  ) {
    self.bytes = bytes
    self.stripe = stripe
    self.tokenizer = tokenizer
    self.parts = parts
    self.cancellation = cancellation
    facts.limit = options.factLimit
    block = FieldBlock(columnCount: columnCount, fieldsPerBlock: options.fieldsPerBlock)
  }

  /// Reads the whole stripe, unless cancelled.
  func read() {
    var released = stripe.range.lowerBound
    while !tokenizer.isAtEnd, !cancellation.isCancelled {
      let start = tokenizer.offset
      readBlock()
      cancellation.progress.advance(.reading, by: tokenizer.offset - start)
      if tokenizer.offset - released >= FileBytes.releaseStep {
        bytes.release(released..<tokenizer.offset)
        released = tokenizer.offset
      }
    }
  }

  private func readBlock() {
    tokenizer.fill(&block)
    facts.add(tokenizer.takeFacts())
    let range = block.base..<tokenizer.offset
    let wellFormed = tokenizer.wellFormed
    let isKnown =
      wellFormed.lowerBound <= range.lowerBound && range.upperBound <= wellFormed.upperBound
    if !isKnown, let fault = TextValidator.firstFault(in: bytes.start, range) {
      facts.add(fault.fact, at: fault.offset)
    }
    // A line of JSON may hold several records.
    if rowCount + block.rowCount > stripe.rowLimit {
      facts.add(.invalid("more records than lines"), at: block.base)
    }
    if facts.isEmpty {
      for part in parts where part.isReadable { part.parse(block, bytes, row: rowCount) }
    }
    rowCount += block.rowCount
  }
}
