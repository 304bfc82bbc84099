/// Maps numbers to unsigned words with the same order.
public enum SortableWord {
  /// The word of an Int, or of a date.
  @inlinable
  @inline(__always)
  public static func word(_ value: Int64) -> UInt64 {
    UInt64(bitPattern: value) ^ (1 << 63)
  }

  /// The word of a Double. Negative numbers are inverted; −0 equals 0.
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
