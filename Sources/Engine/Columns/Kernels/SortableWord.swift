/// Numbers as words whose order, as unsigned numbers, is theirs.
public enum SortableWord {
  /// The word of an Int, or of a date.
  @inlinable
  @inline(__always)
  public static func word(_ value: Int64) -> UInt64 {
    UInt64(bitPattern: value) ^ (1 << 63)
  }

  /// The word of a Double: IEEE 754 has their order but for negatives, which go below positives
  /// reversed; −0 has that of 0.
  @inlinable
  @inline(__always)
  public static func word(_ value: Double) -> UInt64 {
    let bits = (value == 0 ? 0.0 : value).bitPattern
    return bits >> 63 == 1 ? ~bits : bits | 1 << 63
  }

  /// The Int with this word.
  public static func int64(_ word: UInt64) -> Int64 {
    Int64(bitPattern: word ^ (1 << 63))
  }

  /// The Double with this word.
  public static func double(_ word: UInt64) -> Double {
    Double(bitPattern: word >> 63 == 1 ? word & ~(1 << 63) : ~word)
  }
}
