import Platform

/// Stable sorting of row numbers by 64-bit words.
public enum RadixSort {
  /// The maximum bits per pass, so that the buckets fit in the L1 cache.
  private static let digitWidth = 11

  /// `rows` sorted by the lowest `bitCount` bits of their words; ties keep their order.
  ///
  /// The sort is least significant digit first and skips digits that are equal in all words. A word
  /// and its row number share a word if they fit, so that passes read sequentially.
  ///
  /// `check` is called before each pass; an error ends the sort.
  public static func sorted(
    _ rows: [UInt32],
    by words: [UInt64],
    bitCount: Int,
    _ check: () throws -> Void
  ) rethrows -> [UInt32] {
    guard rows.count > 1, bitCount > 0 else { return rows }
    let rowWidth = Int.bitWidth - (words.count - 1).leadingZeroBitCount
    if bitCount + rowWidth > UInt64.bitWidth {
      // Sort by the lower half, then the upper one; each fits with a 32-bit row number.
      let lower = try sorted(rows, by: words.map { $0 & 0xffff_ffff }, bitCount: 32, check)
      return try sorted(lower, by: words.map { $0 >> 32 }, bitCount: bitCount - 32, check)
    }
    let rowMask: UInt64 = 1 << UInt64(rowWidth) - 1
    // Passes write to many places: with small pages, most time would be spent on addresses.
    var pairs: [UInt64] = LargePages.array(of: rows.count) { pairs in
      for place in rows.indices {
        let row = rows[place]
        pairs.initializeElement(
          at: place,
          to: words[Int(row)] << UInt64(rowWidth) | UInt64(row)
        )
      }
    }
    try sort(&pairs, from: rowWidth, bitCount, check)
    return pairs.map { UInt32($0 & rowMask) }
  }

  /// Sorts numbers by `bitCount` bits from bit `start`.
  private static func sort(
    _ numbers: inout [UInt64],
    from start: Int,
    _ bitCount: Int,
    _ check: () throws -> Void
  ) rethrows {
    let passes = (bitCount + digitWidth - 1) / digitWidth
    let width = (bitCount + passes - 1) / passes
    var target: [UInt64] = LargePages.array(of: numbers.count) { $0.initialize(repeating: 0) }
    for pass in 0..<passes {
      try check()
      let shift = UInt64(start + pass * width)
      // The highest digit may be narrower; the bits above it are 0.
      let mask: UInt64 = 1 << UInt64(width) - 1
      var counts = histogram(numbers, shift, mask)
      if counts.contains(numbers.count) { continue }
      scatter(numbers, shift, mask, &counts, into: &target)
      swap(&numbers, &target)
    }
  }

  private static func histogram(_ numbers: [UInt64], _ shift: UInt64, _ mask: UInt64) -> [Int] {
    var counts = Array(repeating: 0, count: Int(mask) + 1)
    counts.withUnsafeMutableBufferPointer { counts in
      for number in numbers { counts[Int(number &>> shift & mask)] &+= 1 }
    }
    return counts
  }

  private static func scatter(
    _ numbers: [UInt64],
    _ shift: UInt64,
    _ mask: UInt64,
    _ counts: inout [Int],
    into target: inout [UInt64]
  ) {
    counts.withUnsafeMutableBufferPointer { places in
      var place = 0
      for digit in places.indices {
        let count = places[digit]
        places[digit] = place
        place += count
      }
      target.withUnsafeMutableBufferPointer { target in
        for number in numbers {
          let digit = Int(number &>> shift & mask)
          target[places[digit]] = number
          places[digit] &+= 1
        }
      }
    }
  }
}
