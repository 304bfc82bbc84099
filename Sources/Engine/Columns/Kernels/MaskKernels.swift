extension Vector where Element == UInt8 {
  /// The rows as a mask: 1 for true, 0 for false or nil.
  public var mask: [UInt8] {
    let isWhole = start == 0 && count == values.count
    let bytes = isWhole ? values : Array(values[start..<start + count])
    return validity.map { MaskKernels.and(bytes, $0) } ?? bytes
  }
}

/// Operations on masks, which have one byte (1 or 0) per row.
public enum MaskKernels {
  /// The conjunction of two masks.
  public static func and(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
    Vector(left).zip(Vector(right)) { $0 & $1 }
  }

  /// The disjunction of two masks.
  public static func or(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
    Vector(left).zip(Vector(right)) { $0 | $1 }
  }

  /// The negation of a mask.
  public static func not(_ mask: [UInt8]) -> [UInt8] {
    Vector(mask).map { $0 ^ 1 }
  }

  /// The rows where both have a value; nil means all rows.
  public static func both(_ left: [UInt8]?, _ right: [UInt8]?) -> [UInt8]? {
    switch (left, right) {
    case (nil, let only), (let only, nil): only
    case (let left?, let right?): and(left, right)
    }
  }

  /// The number of rows that are 1.
  public static func count(_ mask: [UInt8]) -> Int {
    mask.withUnsafeBufferPointer { mask in
      var total = 0
      for byte in mask { total &+= Int(byte) }
      return total
    }
  }

  /// Whether any row has the bit `bit`.
  public static func hasBit(_ bit: UInt8, in mask: [UInt8]) -> Bool {
    mask.withUnsafeBufferPointer { mask in
      // A loop without an early exit can be vectorized.
      var bits: UInt8 = 0
      for byte in mask { bits |= byte }
      return bits & bit != 0
    }
  }

  /// The indices of the rows that are 1, in ascending order.
  public static func selection(_ mask: [UInt8]) -> [Int] {
    let count = count(mask)
    if count == 0 { return [] }
    // One more, as rows that are not selected are written, too.
    return Array(unsafeUninitializedCapacity: count + 1) { rows, initialized in
      mask.withUnsafeBytes { mask in
        var row = 0
        while row < mask.count {
          let end = min(row &+ 8, mask.count)
          // In a sparse mask most words are zero.
          if end == row &+ 8, mask.loadUnaligned(fromByteOffset: row, as: UInt64.self) == 0 {
            row = end
            continue
          }
          while row < end {
            // Always writes and advances only if selected, which avoids a branch.
            rows.initializeElement(at: initialized, to: row)
            initialized &+= Int(mask[row])
            row &+= 1
          }
        }
      }
    }
  }

  /// The bits of `validity` for rows `start..<start + count`, one byte per row.
  public static func expand(_ validity: Validity, start: Int, count: Int) -> [UInt8] {
    precondition(start >= 0 && start + count <= validity.count)
    return Array(unsafeUninitializedCapacity: count) { bytes, initialized in
      validity.words.withUnsafeBufferPointer { words in
        for row in 0..<count {
          let bit = start &+ row
          bytes.initializeElement(
            at: row,
            to: UInt8(truncatingIfNeeded: words[bit >> 6] >> UInt64(bit & 63)) & 1
          )
        }
      }
      initialized = count
    }
  }

  /// The mask as bits.
  public static func validity(_ mask: [UInt8]) -> Validity {
    var validity = Validity(repeating: false, count: mask.count)
    for (row, byte) in mask.enumerated() where byte != 0 { validity.set(row, true) }
    return validity
  }
}
