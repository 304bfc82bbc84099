import Columns

/// Divides records into stripes of similar size and counts their lines. Columns can then be
/// allocated exactly, and each stripe knows its first row.
///
/// Without quotes every line end ends a record, so stripes are counted in parallel. If there is a
/// quote, the whole text takes one exact pass instead.
struct CSVSplitter {
  private let bytes: FileBytes
  private let body: Range<Int>
  private let delimiter: UInt8
  private let targets: [Int]

  /// Divides `body`, which starts at a record, into at most `count` stripes.
  init(_ bytes: FileBytes, _ body: Range<Int>, delimiter: UInt8, count: Int) {
    self.bytes = bytes
    self.body = body
    self.delimiter = delimiter
    targets = (1..<max(1, count)).map { body.lowerBound + body.count / max(1, count) * $0 }
  }

  /// The stripes, without empty ones.
  func split() throws(ReadingFailure) -> [Stripe] {
    if let stripes = splitWithoutQuotes() { return stripes }
    return try splitWithQuotes()
  }

  private func splitWithoutQuotes() -> [Stripe]? {
    var bounds = [body.lowerBound]
    for target in targets {
      let bound = nextLineStart(max(target, bounds[bounds.count - 1]), body.upperBound)
      if bound > bounds[bounds.count - 1] { bounds.append(bound) }
    }
    if body.upperBound > bounds[bounds.count - 1] { bounds.append(body.upperBound) }
    let ranges = zip(bounds, bounds.dropFirst()).map { $0..<$1 }
    let counts = inParallel(ranges.count) { lineCountWithoutQuotes(ranges[$0]) }
    guard !counts.contains(nil) else { return nil }
    return zip(ranges, counts).map { Stripe(range: $0, rowLimit: $1 ?? 0) }
  }

  /// The number of lines in `range`, which ends after a line or at the end of the file; nil if
  /// there is a quote.
  private func lineCountWithoutQuotes(_ range: Range<Int>) -> Int? {
    var count = 0
    var start = range.lowerBound
    while start < range.upperBound {
      let end = min(range.upperBound, start + FileBytes.releaseStep)
      guard let lines = LineCounter(bytes: bytes.start).count(start..<end) else { return nil }
      count += lines
      bytes.releaseIfLarge(start..<end)
      start = end
    }
    return endsWithLine(range) ? count : count + 1
  }

  private func splitWithQuotes() throws(ReadingFailure) -> [Stripe] {
    var pass = ExactPass(start: body.lowerBound)
    var remaining = targets[...]
    var position = body.lowerBound
    var released = position
    while position < body.upperBound {
      let quote = nextQuote(position)
      advance(&pass, &remaining, over: position..<quote)
      guard quote < body.upperBound else { break }
      position = quote + 1
      if opensField(quote) {
        guard let close = closingQuote(position) else { throw .fact(.unclosedQuote, at: quote) }
        position = close + 1
      }
      if position - released >= FileBytes.releaseStep {
        bytes.releaseIfLarge(released..<position)
        released = position
      }
    }
    pass.finish(at: body.upperBound, endsWithLine: endsWithLine(pass.start..<body.upperBound))
    return pass.stripes
  }

  /// The state of the exact pass.
  private struct ExactPass {
    var stripes: [Stripe] = []
    var start: Int
    var lineCount = 0

    mutating func cut(at offset: Int) {
      guard offset > start else { return }
      stripes.append(Stripe(range: start..<offset, rowLimit: lineCount))
      start = offset
      lineCount = 0
    }

    mutating func finish(at offset: Int, endsWithLine: Bool) {
      if !endsWithLine { lineCount += 1 }
      cut(at: offset)
    }
  }

  /// Counts the lines of `range`, which has no quotes, and cuts after the first line end at or
  /// after each target.
  private func advance(
    _ pass: inout ExactPass,
    _ targets: inout ArraySlice<Int>,
    over range: Range<Int>
  ) {
    var position = range.lowerBound
    while let target = targets.first, target < range.upperBound {
      let cut = nextLineStart(max(position, target), range.upperBound)
      guard endsWithLine(position..<cut) else { break }
      pass.lineCount += lineCount(position..<cut)
      pass.cut(at: cut)
      position = cut
      targets = targets.drop { $0 < cut }
    }
    pass.lineCount += lineCount(position..<range.upperBound)
  }

  /// The number of line ends in `range`, which has no quotes.
  private func lineCount(_ range: Range<Int>) -> Int {
    LineCounter(bytes: bytes.start).count(range) ?? 0
  }

  /// Whether the quote at `offset` opens a field. The quote is not inside another field.
  private func opensField(_ offset: Int) -> Bool {
    guard offset > body.lowerBound else { return true }
    let before = bytes.start[offset - 1]
    return before == delimiter || before == Byte.lineFeed || before == Byte.carriageReturn
  }

  /// The quote that closes the field starting at `start`.
  private func closingQuote(_ start: Int) -> Int? {
    var quote = nextQuote(start)
    while quote + 1 < body.upperBound, bytes.start[quote + 1] == Byte.quote {
      quote = nextQuote(quote + 2)
    }
    return quote < body.upperBound ? quote : nil
  }

  private func nextQuote(_ start: Int) -> Int {
    ByteWord.offset(of: Byte.quote, in: bytes.start, from: start, to: body.upperBound)
  }

  /// The offset after the first line end at or after `start`; `end` if there is none.
  private func nextLineStart(_ start: Int, _ end: Int) -> Int {
    var position = start
    while position < end {
      let byte = bytes.start[position]
      position += 1
      if byte == Byte.lineFeed { return position }
      if byte == Byte.carriageReturn {
        return position < end && bytes.start[position] == Byte.lineFeed ? position + 1 : position
      }
    }
    return end
  }

  private func endsWithLine(_ range: Range<Int>) -> Bool {
    guard !range.isEmpty else { return false }
    let last = bytes.start[range.upperBound - 1]
    return last == Byte.lineFeed || last == Byte.carriageReturn
  }
}
