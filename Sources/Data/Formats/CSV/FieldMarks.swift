/// Where delimiters, quotes and line ends stand in a stretch of a text.
struct FieldMarks {
  /// How many bytes are looked through at once, unless records are longer.
  static let usualWindow = 1 << 13
  private static let largestWindow = 1 << 18

  /// The offset from which ``places`` count.
  private(set) var start = 0
  /// Where each mark stands, rising; only the first ``count`` mean anything.
  private(set) var places: [UInt32] = []
  private(set) var count = 0
  /// The first mark that was not passed.
  private(set) var next = 0
  /// A stretch that was looked through and is well-formed text.
  private(set) var wellFormed = 0..<0
  /// Behind the stretch with the marks.
  private var end = 0
  private var window: Int

  init(window: Int) { self.window = window }

  /// Goes on to the first mark at `offset` or behind it.
  mutating func pass(to offset: Int) {
    while next < count, start &+ Int(places[next]) < offset { next &+= 1 }
  }

  /// Goes on behind `passed` marks more.
  mutating func pass(_ passed: Int) { next += passed }

  /// Looks through a stretch of `bytes` that begins at `offset`, and is longer than the last one if that
  /// began there too; false if there is no such stretch before `limit`.
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
    // A block may have as many marks as bytes, and a dozen are written at a time.
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

  /// Finds the marks of the stretch; whether it is well-formed text.
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

  /// Writes the place of each bit of `mask`, counted from `block`, and some more that mean nothing: to go by
  /// dozens is faster than to stop exactly.
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
        // Never 0, so that it need not be asked.
        let bit = (mask | 1 << 63).trailingZeroBitCount
        places[index] = block &+ UInt32(truncatingIfNeeded: bit)
        mask &= mask &- 1
      }
      places += 12
    } while mask != 0
  }
}
