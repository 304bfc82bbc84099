/// Counts line ends: LF, CR LF as one, and lone CR.
struct LineCounter {
  private static let quotes = ByteWord.repeating(Byte.quote)
  private static let feeds = ByteWord.repeating(Byte.lineFeed)
  private static let returns = ByteWord.repeating(Byte.carriageReturn)
  /// The bytes counted as blocks before their marks are added up.
  private static let stretch = 255 * ByteBlock.size

  let bytes: UnsafePointer<UInt8>

  /// Counts in `range`; nil if there is a quote.
  ///
  /// An LF after a CR is part of the same line end, even if the CR is before `range`.
  func count(_ range: Range<Int>) -> Int? {
    var count = 0
    var start = range.lowerBound
    while start < range.upperBound {
      let end = min(range.upperBound, start + Self.stretch)
      guard let lines = countPlain(start..<end) ?? countWords(start..<end) else { return nil }
      count += lines
      start = end
    }
    return count
  }

  /// The number of LFs in `range`.
  func feedCount(_ range: Range<Int>) -> Int {
    var count = 0
    var offset = range.lowerBound
    while range.upperBound - offset >= ByteBlock.size {
      var feeds = ByteMarks.Counter()
      let stop = min(range.upperBound - ByteBlock.size, offset + Self.stretch - ByteBlock.size)
      while offset <= stop {
        feeds.add(ByteBlock(bytes + offset).marks(of: Byte.lineFeed))
        offset += ByteBlock.size
      }
      count += feeds.total
    }
    while offset < range.upperBound {
      if bytes[offset] == Byte.lineFeed { count += 1 }
      offset += 1
    }
    return count
  }

  /// Counts the LFs of a range block by block; nil if it has a quote or a CR, follows a CR, or does
  /// not consist of whole blocks.
  private func countPlain(_ range: Range<Int>) -> Int? {
    guard range.count == Self.stretch else { return nil }
    if range.lowerBound > 0, bytes[range.lowerBound - 1] == Byte.carriageReturn { return nil }
    var feeds = ByteMarks.Counter()
    var others = ByteMarks()
    var offset = range.lowerBound
    while offset < range.upperBound {
      let block = ByteBlock(bytes + offset)
      feeds.add(block.marks(of: Byte.lineFeed))
      others.formUnion(block.marks(of: Byte.quote))
      others.formUnion(block.marks(of: Byte.carriageReturn))
      offset += ByteBlock.size
    }
    return others.isEmpty ? feeds.total : nil
  }

  /// Counts eight bytes at a time; nil if there is a quote.
  private func countWords(_ range: Range<Int>) -> Int? {
    var count = 0
    var quoteMask: UInt64 = 0
    var offset = range.lowerBound
    var isAfterReturn = offset > 0 && bytes[offset - 1] == Byte.carriageReturn
    let quotes = Self.quotes
    let feeds = Self.feeds
    let returns = Self.returns
    while offset + 8 <= range.upperBound {
      let word = ByteWord.load(bytes + offset)
      quoteMask |= ByteWord.zeros(in: word ^ quotes)
      let feedMask = ByteWord.exactZeros(in: word ^ feeds)
      if isAfterReturn || ByteWord.zeros(in: word ^ returns) != 0 {
        let returnMask = ByteWord.exactZeros(in: word ^ returns)
        let afterReturn = returnMask << 8 | (isAfterReturn ? 0x80 : 0)
        count += ByteWord.count(returnMask | feedMask & ~afterReturn)
        isAfterReturn = returnMask >> 63 == 1
      } else {
        count += ByteWord.count(feedMask)
      }
      offset += 8
    }
    guard quoteMask == 0 else { return nil }
    return countBytes(offset..<range.upperBound, isAfterReturn).map { count + $0 }
  }

  private func countBytes(_ range: Range<Int>, _ isAfterReturn: Bool) -> Int? {
    var count = 0
    var isAfterReturn = isAfterReturn
    for offset in range {
      let byte = bytes[offset]
      if byte == Byte.quote { return nil }
      if byte == Byte.carriageReturn || byte == Byte.lineFeed && !isAfterReturn { count += 1 }
      isAfterReturn = byte == Byte.carriageReturn
    }
    return count
  }
}
