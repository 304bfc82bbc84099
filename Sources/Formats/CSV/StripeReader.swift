import Storage

/// Reads columns of one stripe: finds the fields of a block, checks its text, parses its columns.
final class StripeReader {
  /// The columns that are read.
  let parts: [ColumnPart]
  /// How many records were found.
  private(set) var rowCount = 0
  private(set) var facts = FactList()

  private let bytes: FileBytes
  private let stripe: CSVStripe
  private let cancellation: CancellationFlag
  private var tokenizer: CSVTokenizer
  private var block: FieldBlock

  init(
    _ file: CSVFile,
    _ stripe: CSVStripe,
    parts: [ColumnPart]
  ) {
    self.parts = parts
    self.stripe = stripe
    bytes = file.bytes
    cancellation = file.cancellation
    tokenizer = CSVTokenizer(file.bytes, stripe.range, delimiter: file.delimiter)
    block = FieldBlock(columnCount: file.names.count, fieldsPerBlock: file.options.fieldsPerBlock)
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
    if let fault = TextValidator.firstFault(in: bytes.start, range) {
      facts.add(fault.fact, at: fault.offset)
    }
    precondition(rowCount + block.rowCount <= stripe.rowLimit, "more records than lines")
    if facts.isEmpty {
      for part in parts where part.widened == nil { part.parse(block, bytes, row: rowCount) }
    }
    rowCount += block.rowCount
  }
}
