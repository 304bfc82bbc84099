/// Where the fields of some consecutive records lie, record by record.
struct FieldBlock {
  /// A block ends behind about so many bytes, so that they are still at hand when they are parsed.
  static let mostBytes = 1 << 18

  /// The offset in the file from which the spans count.
  var base = 0
  /// The number of records.
  var rowCount = 0
  /// The fields of each record.
  let columnCount: Int
  /// How many records there is room for.
  let capacity: Int
  /// At least `capacity * columnCount` elements.
  var spans: [FieldSpan]

  init(columnCount: Int, fieldsPerBlock: Int) {
    self.columnCount = columnCount
    capacity = max(1, fieldsPerBlock / max(1, columnCount))
    spans = Array(repeating: FieldSpan(), count: capacity * columnCount)
  }
}

/// Where a field lies, without its quotes, and how it was quoted.
struct FieldSpan {
  /// Counted from the block's base.
  var start: UInt32 = 0
  private var lengthAndFlags: UInt32 = 0

  /// Fields are shorter than this; see `the tokenizers`.
  static let longest = 1 << 30

  init() {}

  @inline(__always)
  init(start: Int, length: Int, isQuoted: Bool = false, hasEscapes: Bool = false) {
    self.start = UInt32(truncatingIfNeeded: start)
    let flags: UInt32 = (isQuoted ? 1 : 0) | (hasEscapes ? 2 : 0)
    lengthAndFlags = UInt32(truncatingIfNeeded: length) << 2 | flags
  }

  @inline(__always)
  var length: Int { Int(lengthAndFlags >> 2) }
  /// Whether the field stands in quotes.
  @inline(__always)
  var isQuoted: Bool { lengthAndFlags & 1 != 0 }
  /// Whether the field means something else than its bytes: it has doubled quotes, or escapes of JSON.
  @inline(__always)
  var hasEscapes: Bool { lengthAndFlags & 2 != 0 }
  /// Whether the field is nil: empty and not quoted.
  @inline(__always)
  var isNil: Bool { lengthAndFlags & ~2 == 0 }

  /// Whether quotes and escapes are as a kind of value has them.
  @inline(__always)
  func fits(_ fitting: Fitting) -> Bool { lengthAndFlags & fitting.flags == fitting.wanted }

  /// How fields of a kind stand in a file.
  struct Fitting {
    fileprivate let flags: UInt32
    fileprivate let wanted: UInt32

    /// Without escapes; in quotes or not, where `isQuoted` says either.
    init(isQuoted: Bool?) {
      flags = isQuoted == nil ? 2 : 3
      wanted = isQuoted == true ? 1 : 0
    }
  }
}
