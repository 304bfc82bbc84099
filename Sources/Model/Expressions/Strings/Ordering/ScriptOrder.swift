/// The order of scripts in the root collation, approximated by blocks.
enum ScriptOrder {
  /// The scripts after Latin with their blocks. The supplementary planes have rarer scripts and
  /// more Han.
  private static let scripts: [(name: String, blocks: [ClosedRange<UInt32>])] = [
    ("Greek", [0x370...0x3FF, 0x1F00...0x1FFF]),
    ("Coptic", [0x2C80...0x2CFF]),
    ("Cyrillic", [0x400...0x52F, 0x1C80...0x1C8F, 0x2DE0...0x2DFF, 0xA640...0xA69F]),
    ("Glagolitic", [0x2C00...0x2C5F]),
    ("Georgian", [0x10A0...0x10FF, 0x1C90...0x1CBF, 0x2D00...0x2D2F]),
    ("Armenian", [0x530...0x58F]),
    ("Hebrew", [0x590...0x5FF, 0xFB1D...0xFB4F]),
    ("Arabic", [0x600...0x6FF, 0x750...0x77F, 0x8A0...0x8FF, 0xFB50...0xFDFF, 0xFE70...0xFEFF]),
    ("Syriac", [0x700...0x74F]),
    ("Thaana", [0x780...0x7BF]),
    ("N'Ko", [0x7C0...0x7FF]),
    ("Tifinagh", [0x2D30...0x2D7F]),
    ("Ethiopic", [0x1200...0x139F, 0x2D80...0x2DDF, 0xAB00...0xAB2F]),
    ("Devanagari", [0x900...0x97F]),
    ("Bengali", [0x980...0x9FF]),
    ("Gurmukhi", [0xA00...0xA7F]),
    ("Gujarati", [0xA80...0xAFF]),
    ("Oriya", [0xB00...0xB7F]),
    ("Tamil", [0xB80...0xBFF]),
    ("Telugu", [0xC00...0xC7F]),
    ("Kannada", [0xC80...0xCFF]),
    ("Malayalam", [0xD00...0xD7F]),
    ("Sinhala", [0xD80...0xDFF]),
    ("Thai", [0xE00...0xE7F]),
    ("Lao", [0xE80...0xEFF]),
    ("Tibetan", [0xF00...0xFFF]),
    ("Myanmar", [0x1000...0x109F, 0xA9E0...0xA9FF, 0xAA60...0xAA7F]),
    ("Khmer", [0x1780...0x17FF]),
    ("Mongolian", [0x1800...0x18AF]),
    ("Cherokee", [0x13A0...0x13FF, 0xAB70...0xABBF]),
    ("Canadian syllabics", [0x1400...0x167F, 0x18B0...0x18FF]),
    ("Hangul", [0x1100...0x11FF, 0x3130...0x318F, 0xA960...0xA97F, 0xAC00...0xD7FF]),
    ("Kana", [0x3040...0x30FF, 0x31F0...0x31FF]),
    ("Bopomofo", [0x3100...0x312F, 0x31A0...0x31BF]),
    ("Yi", [0xA000...0xA4CF]),
    ("Han", [0x2E80...0x2FDF, 0x3005...0x3007, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF]),
    ("later planes", [0x10000...0x10FFFF]),
  ]

  private static let latin: UInt8 = 0

  /// The blocks by code point, for a binary search.
  private static let blocks: [(range: ClosedRange<UInt32>, rank: UInt8)] =
    scripts.enumerated()
    .flatMap { rank, script in script.blocks.map { ($0, UInt8(rank + 1)) } }
    .sorted { $0.0.lowerBound < $1.0.lowerBound }

  /// The rank of the script of `scalar`; unlisted blocks count as Latin.
  static func rank(of scalar: UInt32) -> UInt8 {
    var low = 0
    var high = blocks.count
    while low < high {
      let middle = (low + high) / 2
      if blocks[middle].range.upperBound < scalar { low = middle + 1 } else { high = middle }
    }
    guard low < blocks.count, blocks[low].range.contains(scalar) else { return latin }
    return blocks[low].rank
  }
}
