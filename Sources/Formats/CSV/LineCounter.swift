/// Counts line ends: LF, CR LF as one, and lone CR.
struct LineCounter {
  private typealias Vector = SIMD16<UInt8>

  private let bytes: UnsafePointer<UInt8>

  /// Counts in the text that begins at `bytes`.
  init(_ bytes: UnsafePointer<UInt8>) {
    self.bytes = bytes
  }

  /// The number of line ends in `range`, whose first byte does not belong to a line end before it.
  func count(_ range: Range<Int>) -> Int {
    var count = 0
    var isAfterReturn = false
    for offset in range {
      let byte = bytes[offset]
      if byte == Byte.carriageReturn || byte == Byte.lineFeed && !isAfterReturn { count += 1 }
      isAfterReturn = byte == Byte.carriageReturn
    }
    return count
  }

  /// The number of line ends in `range`, sixteen bytes at a time; nil if there is a quote.
  ///
  /// An LF belongs to a CR before it even where that lies before `range`.
  func countWithoutQuotes(_ range: Range<Int>) -> Int? {
    var count = 0
    var offset = range.lowerBound
    if offset == 0, !range.isEmpty {
      guard let first = countByBytes(0..<1) else { return nil }
      count += first
      offset = 1
    }
    let width = Vector.scalarCount
    while offset + width <= range.upperBound {
      let end = min(offset + 255 * width, range.upperBound / width * width)
      let steps = max(1, (end - offset) / width)
      guard let found = countVectors(offset, steps) else { return nil }
      count += found
      offset += steps * width
    }
    return countByBytes(offset..<range.upperBound).map { count + $0 }
  }

  /// Counts in at most 255 vectors, so that each lane of the sum stays within a byte; there is a
  /// byte before `offset`.
  @inline(__always)
  private func countVectors(_ offset: Int, _ steps: Int) -> Int? {
    var ends = Vector.zero
    var quotes = Vector.zero
    for step in 0..<steps {
      let place = UnsafeRawPointer(bytes) + offset + step * Vector.scalarCount
      let here = place.loadUnaligned(as: Vector.self)
      let before = (place - 1).loadUnaligned(as: Vector.self)
      let returns = here .== Byte.carriageReturn
      let feeds = (here .== Byte.lineFeed) .& (before .!= Byte.carriageReturn)
      ends.replace(with: ends &+ 1, where: returns .| feeds)
      quotes.replace(with: 1, where: here .== Byte.quote)
    }
    guard quotes == .zero else { return nil }
    return Int(SIMD16<UInt16>(truncatingIfNeeded: ends).wrappedSum())
  }

  private func countByBytes(_ range: Range<Int>) -> Int? {
    var count = 0
    for offset in range {
      let byte = bytes[offset]
      if byte == Byte.quote { return nil }
      let isAfterReturn = offset > 0 && bytes[offset - 1] == Byte.carriageReturn
      if byte == Byte.carriageReturn || byte == Byte.lineFeed && !isAfterReturn { count += 1 }
    }
    return count
  }
}
