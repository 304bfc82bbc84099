import Storage

/// Reads columns of one stripe: finds the fields of a block, checks its text, parses its columns.
final class StripeReader<Tokenizer: RecordTokenizer> {
  /// The columns that are read.
  let parts: [ColumnPart]
  /// How many records were found.
  private(set) var rowCount = 0
  private(set) var facts = FactList()

  private let bytes: FileBytes
  private let stripe: Stripe
  private let cancellation: CancellationFlag
  private var tokenizer: Tokenizer
  private var block: FieldBlock

  /// Columns of `columnCount`, found by `tokenizer`, which is at the beginning of `stripe`.
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

  /// Reads the whole stripe, or up to where the cancellation flag is seen.
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
    // A line of JSON may have several records.
    if rowCount + block.rowCount > stripe.rowLimit {
      facts.add(.misfit("more records than lines"), at: block.base)
    }
    if facts.isEmpty {
      for part in parts where part.isReadable { part.parse(block, bytes, row: rowCount) }
    }
    rowCount += block.rowCount
  }
}
