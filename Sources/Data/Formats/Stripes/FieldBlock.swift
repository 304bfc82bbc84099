/// The positions of the fields of consecutive records, record by record.
struct FieldBlock {
  /// The approximate maximum size of a block, whose bytes stay in the cache until they are parsed.
  static let byteLimit = 1 << 18

  /// The offset in the file that spans are relative to.
  var base = 0
  /// The number of records.
  var rowCount = 0
  /// The fields of each record.
  let columnCount: Int
  /// The maximum number of records.
  let capacity: Int
  /// At least `capacity * columnCount` elements.
  var spans: [FieldSpan]

  /// The maximum number of records of a block.
  static func capacity(columnCount: Int, _ fieldsPerBlock: Int) -> Int {
    max(1, fieldsPerBlock / max(1, columnCount))
  }

  init(columnCount: Int, fieldsPerBlock: Int) {
    self.columnCount = columnCount
    capacity = Self.capacity(columnCount: columnCount, fieldsPerBlock)
    spans = Array(repeating: FieldSpan(), count: capacity * columnCount)
  }
}

/// The position of a field without its quotes, and how it is quoted.
struct FieldSpan {
  /// Relative to the block's base.
  var start: UInt32 = 0
  private var lengthAndFlags: UInt32 = 0

  /// Fields are shorter than this.
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
  /// Whether the field is quoted.
  @inline(__always)
  var isQuoted: Bool { lengthAndFlags & 1 != 0 }
  /// Whether the field's bytes differ from its value: doubled quotes, or escapes in JSON.
  @inline(__always)
  var hasEscapes: Bool { lengthAndFlags & 2 != 0 }
  /// Whether the field is nil: empty and unquoted.
  @inline(__always)
  var isNil: Bool { lengthAndFlags & ~2 == 0 }

  /// Whether the quotes and escapes suit a kind of value.
  @inline(__always)
  func fits(_ quoting: Quoting) -> Bool { lengthAndFlags & quoting.flags == quoting.wanted }

  /// How fields of a kind are written.
  struct Quoting {
    fileprivate let flags: UInt32
    fileprivate let wanted: UInt32

    /// Without escapes; quoted or not, or either if `isQuoted` is nil.
    init(isQuoted: Bool?) {
      flags = isQuoted == nil ? 2 : 3
      wanted = isQuoted == true ? 1 : 0
    }
  }
}

extension FieldSpan {
  /// The field's string; spans are relative to `base`.
  func string(_ base: UnsafePointer<UInt8>) -> String {
    let text = UnsafeBufferPointer(start: base + Int(start), count: length)
    guard hasEscapes else { return String(decoding: text, as: UTF8.self) }
    var bytes: [UInt8] = []
    appendUndoubled(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends `text` with one quote for every two.
  func appendUndoubled(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    var index = 0
    while index < text.count {
      bytes.append(text[index])
      index += text[index] == Byte.quote ? 2 : 1
    }
  }
}
