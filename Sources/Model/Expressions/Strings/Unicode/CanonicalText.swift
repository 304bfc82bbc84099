/// A string where precomposed and combining forms are the same scalars.
///
/// This is Unicode's canonical decomposition, except that Hangul is composed to syllables, which
/// readers see as characters.
struct CanonicalText {
  private(set) var scalars: [UInt32] = []

  init(_ utf8: UnsafeBufferPointer<UInt8>) {
    scalars.reserveCapacity(utf8.count + 4)
    var reader = ScalarReader(utf8)
    while let scalar = reader.next() { append(scalar) }
  }

  private mutating func append(_ scalar: UInt32) {
    if scalar < 0xC0 {
      scalars.append(scalar)
      return
    }
    let decomposition = ScalarData.decomposition(of: scalar)
    if decomposition.isEmpty { return appendSimple(scalar) }
    for part in decomposition { appendSimple(part) }
  }

  private mutating func appendSimple(_ scalar: UInt32) {
    if let last = scalars.last, let syllable = Hangul.composed(last, scalar) {
      scalars[scalars.count - 1] = syllable
      return
    }
    scalars.append(scalar)
    let order = ScalarData.combiningClass(of: scalar)
    if order > 0 { moveLastBack(order: order) }
  }

  /// Moves the last mark to its place in canonical order.
  private mutating func moveLastBack(order: UInt8) {
    var index = scalars.count - 1
    while index > 0, ScalarData.combiningClass(of: scalars[index - 1]) > order {
      scalars.swapAt(index, index - 1)
      index -= 1
    }
  }
}

/// Unicode's algorithm for composing Hangul syllables.
enum Hangul {
  /// The syllable of a leading consonant and a vowel, or of a syllable and a trailing consonant.
  static func composed(_ first: UInt32, _ second: UInt32) -> UInt32? {
    if leading.contains(first), vowels.contains(second) {
      let leadIndex = first - leading.lowerBound
      let vowelIndex = second - vowels.lowerBound
      return syllables.lowerBound + (leadIndex * vowelCount + vowelIndex) * trailingCount
    }
    guard trailing.contains(second), syllables.contains(first) else { return nil }
    let index = first - syllables.lowerBound
    return index % trailingCount == 0 ? first + (second - trailing.lowerBound + 1) : nil
  }

  private static let leading: Range<UInt32> = 0x1100..<0x1113
  private static let vowels: Range<UInt32> = 0x1161..<0x1176
  private static let trailing: Range<UInt32> = 0x11A8..<0x11C3
  private static let syllables: Range<UInt32> = 0xAC00..<0xD7A4
  private static let vowelCount: UInt32 = 21
  /// The number of trailing consonants, plus one for none.
  private static let trailingCount: UInt32 = 28
}
