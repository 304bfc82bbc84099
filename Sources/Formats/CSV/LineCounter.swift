/// Counts line ends: LF, CR LF as one, and lone CR.
struct LineCounter {
  private static let quotes = ByteWord.repeating(Byte.quote)
  private static let feeds = ByteWord.repeating(Byte.lineFeed)
  private static let returns = ByteWord.repeating(Byte.carriageReturn)

  private let bytes: UnsafePointer<UInt8>

  /// Counts in the text that begins at `bytes`.
  init(_ bytes: UnsafePointer<UInt8>) {
    self.bytes = bytes
  }

  /// Counts in `range`, eight bytes at a time; nil if there is a quote.
  ///
  /// An LF belongs to a CR before it even where that lies before `range`.
  func count(_ range: Range<Int>) -> Int? {
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
