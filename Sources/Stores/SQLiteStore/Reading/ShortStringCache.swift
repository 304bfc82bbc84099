/// A small cache of the codes of short strings, since most columns contain few or short strings.
///
/// A new string may replace another one, which is then looked up in the dictionary.
struct ShortStringCache {
  private struct Entry {
    var first: UInt64 = 0
    var last: UInt64 = 0
    /// The number of bytes and the code plus one; 0 if empty.
    var meaning: UInt64 = 0
  }

  /// A unique key of a string of up to 16 bytes.
  struct Key {
    fileprivate let first: UInt64
    fileprivate let last: UInt64
    fileprivate let count: UInt64

    /// Nil for longer strings.
    @inline(__always)
    init?(_ text: UnsafeBufferPointer<UInt8>) {
      let bytes = UnsafeRawBufferPointer(text)
      let size = bytes.count
      guard size <= 16 else { return nil }
      count = UInt64(size)
      if size >= 8 {
        // The two parts may overlap.
        first = bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
        last = bytes.loadUnaligned(fromByteOffset: size - 8, as: UInt64.self)
      } else if size >= 4 {
        let start = bytes.loadUnaligned(fromByteOffset: 0, as: UInt32.self)
        let end = bytes.loadUnaligned(fromByteOffset: size - 4, as: UInt32.self)
        (first, last) = (UInt64(start) | UInt64(end) << 32, 0)
      } else if size > 0 {
        let (middle, end) = (UInt64(bytes[size / 2]), UInt64(bytes[size - 1]))
        (first, last) = (UInt64(bytes[0]) | middle << 8 | end << 16, 0)
      } else {
        (first, last) = (0, 0)
      }
    }

    fileprivate var hash: UInt64 {
      // The low bits of a product do not depend on high bits: fold these first, and use the high
      // half.
      let words = first ^ (last &* 0x9e37_79b9_7f4a_7c15) ^ count
      return ((words ^ words >> 32) &* 0xff51_afd7_ed55_8ccd) >> 32
    }
  }

  private static let (fewest, most) = (256, 1 << 16)
  /// The number of adjacent slots for a string.
  private static let probes = 4

  private var entries: [Entry] = []

  /// The code of a string; nil if it is not cached.
  @inline(__always)
  func code(for key: Key) -> UInt32? {
    guard !entries.isEmpty else { return nil }
    var place = Int(truncatingIfNeeded: key.hash) & (entries.count - 1)
    for _ in 0..<Self.probes {
      let entry = entries[place]
      if entry.meaning == 0 { return nil }
      if entry.first == key.first, entry.last == key.last, entry.meaning >> 33 == key.count {
        return UInt32(truncatingIfNeeded: (entry.meaning & 0x1_FFFF_FFFF) - 1)
      }
      place = (place + 1) & (entries.count - 1)
    }
    return nil
  }

  /// Caches the code of a string in a dictionary of `textCount` strings.
  mutating func note(_ code: UInt32, for key: Key, textCount: Int) {
    if entries.isEmpty || entries.count < min(Self.most, 2 * textCount) {
      // Dropped strings are soon cached again.
      let size = max(Self.fewest, entries.count * 4)
      entries = Array(repeating: Entry(), count: min(Self.most, size))
    }
    let mask = entries.count - 1
    let first = Int(truncatingIfNeeded: key.hash) & mask
    let free = (0..<Self.probes).lazy.map { (first + $0) & mask }
      .first { entries[$0].meaning == 0 }
    entries[free ?? first] =
      Entry(first: key.first, last: key.last, meaning: key.count << 33 | (UInt64(code) + 1))
  }
}
