/// The rows of a column that have a value, as bits.
///
/// A column without nils has no `Validity`, so kernels can skip it.
@frozen
public struct Validity: Sendable, Hashable {
  /// The bits: 64 rows per word, lowest bit first. Unused bits are 0.
  public var words: [UInt64]
  /// The number of rows.
  public private(set) var count: Int

  /// Creates `count` rows that all have a value, or are all nil.
  public init(repeating isValid: Bool, count: Int) {
    self.count = count
    words = Array(repeating: isValid ? .max : 0, count: (count + 63) / 64)
    clearTail()
  }

  /// Creates `count` rows, which have a value where `isValid` is true.
  init(count: Int, where isValid: (Int) -> Bool) {
    self.count = count
    words = Array(repeating: 0, count: (count + 63) / 64)
    for word in words.indices {
      var bits: UInt64 = 0
      for row in (word * 64)..<min(word * 64 + 64, count) where isValid(row) {
        bits |= 1 << UInt64(row & 63)
      }
      words[word] = bits
    }
  }

  /// Whether row `row`, which must exist, has a value.
  public func isValid(_ row: Int) -> Bool {
    words[row >> 6] >> UInt64(row & 63) & 1 == 1
  }

  /// Sets whether row `row` holds a value.
  public mutating func set(_ row: Int, _ isValid: Bool) {
    let bit: UInt64 = 1 << UInt64(row & 63)
    if isValid { words[row >> 6] |= bit } else { words[row >> 6] &= ~bit }
  }

  /// Adds a row.
  public mutating func append(_ isValid: Bool) {
    if count & 63 == 0 { words.append(0) }
    count += 1
    if isValid { words[(count - 1) >> 6] |= 1 << UInt64((count - 1) & 63) }
  }

  /// Adds the rows of `other`.
  public mutating func append(contentsOf other: Validity) {
    var rest = other.count
    for word in other.words {
      append(bits: word, count: min(rest, 64))
      rest -= min(rest, 64)
    }
  }

  /// Adds `added` rows that all have a value, or are all nil.
  public mutating func append(repeating isValid: Bool, count added: Int) {
    append(contentsOf: Validity(repeating: isValid, count: added))
  }

  /// Adds up to 64 rows, lowest bit first; unused bits must be 0.
  private mutating func append(bits: UInt64, count added: Int) {
    let used = count & 63
    if used == 0 {
      words.append(bits)
    } else {
      words[words.count - 1] |= bits << UInt64(used)
      if used + added > 64 { words.append(bits >> UInt64(64 - used)) }
    }
    count += added
  }

  /// The number of rows that hold a value.
  public var validCount: Int {
    words.reduce(0) { $0 + $1.nonzeroBitCount }
  }

  /// The validity of gathered rows, where ``Column/nullReference`` is nil; nil if no row can be
  /// nil.
  static func gathered(_ validity: Validity?, at rows: [Int64]) -> Validity? {
    guard validity != nil || rows.contains(Column.nullReference) else { return nil }
    return Validity(count: rows.count) { index in
      rows[index] != Column.nullReference && validity?.isValid(Int(rows[index])) ?? true
    }
  }

  private mutating func clearTail() {
    let rest = count & 63
    if rest != 0, let last = words.indices.last { words[last] &= (1 << UInt64(rest)) - 1 }
  }
}
