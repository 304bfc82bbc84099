/// The order of strings by Unicode scalars, which is that of UTF-8 bytes, for `==`, `<`, unique
/// keys and `using lexical`.
public enum LexicalOrder {
  /// -1, 0 or 1 if `left` comes before, equals or comes after `right`: by bytes, then by length.
  public static func compare(
    _ left: UnsafeBufferPointer<UInt8>,
    _ right: UnsafeBufferPointer<UInt8>
  ) -> Int {
    for index in 0..<min(left.count, right.count) where left[index] != right[index] {
      return left[index] < right[index] ? -1 : 1
    }
    return (left.count - right.count).signum()
  }
}
