/// The places of delimiters, quotes and line ends in part of a text.
struct FieldMarks {
  /// The number of bytes scanned at once, unless records are longer.
  static let defaultWindow = 1 << 13
  private static let largestWindow = 1 << 18

  /// The offset that ``places`` are relative to.
  private(set) var start = 0
  /// The marks in ascending order; only the first ``count`` are valid.
  private(set) var places: [UInt32] = []
  private(set) var count = 0
  /// The first mark that is not used yet.
  private(set) var next = 0
  /// A range that was scanned and is well-formed UTF-8.
  private(set) var wellFormed = 0..<0
  /// The end of the scanned range.
  private var end = 0
  private var window: Int

  init(window: Int) { self.window = window }

  /// Moves to the first mark at or after `offset`.
  mutating func pass(to offset: Int) {
    while next < count, start &+ Int(places[next]) < offset { next &+= 1 }
  }

  /// Skips `passed` marks.
  mutating func pass(_ passed: Int) { next += passed }

  /// Scans a range of `bytes` at `offset`. The range is longer than the last one if that started
  /// there too. Returns false if there is nothing more to scan before `limit`.
  mutating func find(
    in bytes: UnsafePointer<UInt8>,
    from offset: Int,
    limit: Int,
    delimiter: UInt8
  ) -> Bool {
    if start == offset, end > offset {
      guard end < limit, window < Self.largestWindow else { return false }
      window *= 2
    }
    start = offset
    end = min(limit, offset + window)
    next = 0
    // A block has at most as many marks as bytes; marks are written 12 at a time.
    let room = window + 2 * ByteBlock.size
    if places.count < room { places = Array(repeating: 0, count: room) }
    let isWellFormed = mark(bytes, limit: limit, delimiter)
    noteText(isWellFormed)
    return true
  }

  private mutating func noteText(_ isWellFormed: Bool) {
    if !isWellFormed {
      wellFormed = end..<end
    } else if wellFormed.lowerBound <= start, start <= wellFormed.upperBound {
      wellFormed = wellFormed.lowerBound..<max(end, wellFormed.upperBound)
    } else {
      wellFormed = start..<end
    }
  }

  /// Finds the marks of the range. Returns whether it is well-formed UTF-8.
  private mutating func mark(
    _ bytes: UnsafePointer<UInt8>,
    limit: Int,
    _ delimiter: UInt8
  ) -> Bool {
    let (start, end) = (start, end)
    var found = 0
    var checked = start
    var isWellFormed = true
    places.withUnsafeMutableBufferPointer { places in
      guard let first = places.baseAddress else { return }
      var offset = start
      while offset < end {
        let left = end &- offset
        let block =
          left >= ByteBlock.size
          ? ByteBlock(bytes + offset) : ByteBlock(bytes + offset, count: left)
        let mask = block.mask(of: delimiter, Byte.lineFeed, Byte.carriageReturn, Byte.quote)
        Self.append(mask, UInt32(truncatingIfNeeded: offset &- start), first + found)
        found &+= mask.nonzeroBitCount
        var unusual = block.unusual
        if left < ByteBlock.size { unusual &= 1 << UInt64(left) &- 1 }
        if unusual != 0, isWellFormed {
          let fault = TextValidator.firstFault(in: bytes, offset, unusual, &checked, limit)
          isWellFormed = fault == nil
        }
        offset &+= ByteBlock.size
      }
    }
    count = found
    return isWellFormed
  }

  /// Writes the place of each bit of `mask`, relative to `block`, and up to 11 unused values:
  /// writing 12 at a time is faster than stopping exactly.
  @inline(__always)
  private static func append(
    _ mask: UInt64,
    _ block: UInt32,
    _ places: UnsafeMutablePointer<UInt32>
  ) {
    var mask = mask
    var places = places
    repeat {
      for index in 0..<12 {
        // Never 0, so no check is needed.
        let bit = (mask | 1 << 63).trailingZeroBitCount
        places[index] = block &+ UInt32(truncatingIfNeeded: bit)
        mask &= mask &- 1
      }
      places += 12
    } while mask != 0
  }
}
