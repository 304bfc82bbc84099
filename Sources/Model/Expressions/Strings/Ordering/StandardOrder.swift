/// Martlet's standard order of strings, a total one: `.localizedStandard` in spirit.
///
/// A string's key is compared byte by byte, a shorter key before a longer one that it begins;
/// padding keys with zero bytes changes nothing. A key has these sections, divided by a zero byte,
/// and loses its trailing zeros:
///
/// 1. **primary**: white space, punctuation, symbols, digit runs by value, letters without case
///    and accents, in this order, other scripts in root-collation order;
/// 2. **secondary**: accents, a character without one being 1; trailing 1s left out;
/// 3. **tie**: small letters before capitals, digit runs with fewer leading zeros first; trailing
///    1s left out;
/// 4. the text itself, unless it is plain ASCII, which the other sections tell apart already and
///    which therefore comes first.
///
/// On ASCII this is Foundation's `localizedStandardCompare`; elsewhere that is no total order.
public enum StandardOrder {
  /// The key of `text`.
  public static func key(of text: String) -> [UInt8] {
    UTF8Text.withBytes(of: text, key)
  }

  /// The key of a text given as its UTF-8 bytes.
  public static func key(of utf8: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var key: [UInt8] = []
    appendKey(of: utf8, to: &key)
    return key
  }

  /// Appends the key of a text to `keys`, for many keys in one array.
  public static func appendKey(of utf8: UnsafeBufferPointer<UInt8>, to keys: inout [UInt8]) {
    if ASCIIKey.append(of: utf8, to: &keys) { return }
    var writer = KeyWriter()
    writer.write(CanonicalText(utf8).scalars)
    writer.finish(text: utf8, to: &keys)
  }

  /// -1, 0 or 1 as `left` comes before, is, or comes after `right`.
  public static func compare(_ left: String, _ right: String) -> Int {
    compareKeys(key(of: left), key(of: right))
  }

  /// -1, 0 or 1 as the key `left` comes before, is, or comes after the key `right`.
  public static func compareKeys(_ left: [UInt8], _ right: [UInt8]) -> Int {
    left.withUnsafeBufferPointer { left in
      right.withUnsafeBufferPointer { right in LexicalOrder.compare(left, right) }
    }
  }
}
