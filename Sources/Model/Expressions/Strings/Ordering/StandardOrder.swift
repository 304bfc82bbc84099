/// Martlet's standard order of strings: a total order similar to `.localizedStandard`.
///
/// Strings are compared by keys, byte by byte; a key comes after its prefixes. Padding keys with
/// zero bytes changes nothing. A key has these sections, separated by a zero byte, without trailing
/// zeros:
///
/// 1. **primary**: white space, punctuation, symbols, digit runs by value, letters without case and
/// accents, in this order; other scripts in root-collation order;
///
/// 2. **secondary**: accents; 1 for a character without one; trailing 1s are omitted;
///
/// 3. **tie**: lowercase before uppercase, digit runs with fewer leading zeros first; trailing 1s
/// are omitted;
///
/// 4. the string itself, unless it is ASCII, which sorts first among ties.
///
/// On ASCII this equals Foundation's `localizedStandardCompare`, which is not a total order
/// otherwise.
public enum StandardOrder {
  /// The key of `text`.
  public static func key(of text: String) -> [UInt8] {
    UTF8Text.withBytes(of: text, key)
  }

  /// The key of a string given as UTF-8.
  public static func key(of utf8: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var key: [UInt8] = []
    appendKey(of: utf8, to: &key)
    return key
  }

  /// Appends the key of a string to `keys`.
  public static func appendKey(of utf8: UnsafeBufferPointer<UInt8>, to keys: inout [UInt8]) {
    if ASCIIKey.append(of: utf8, to: &keys) { return }
    var writer = KeyWriter()
    writer.write(CanonicalText(utf8).scalars)
    writer.finish(text: utf8, to: &keys)
  }

  /// -1, 0 or 1 if `left` comes before, equals or comes after `right`.
  public static func compare(_ left: String, _ right: String) -> Int {
    compareKeys(key(of: left), key(of: right))
  }

  /// -1, 0 or 1 if the key `left` comes before, equals or comes after the key `right`.
  public static func compareKeys(_ left: [UInt8], _ right: [UInt8]) -> Int {
    left.withUnsafeBufferPointer { left in
      right.withUnsafeBufferPointer { right in LexicalOrder.compare(left, right) }
    }
  }
}
