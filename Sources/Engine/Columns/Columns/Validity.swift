/// Which rows of a column hold a value: one bit a row, set where there is one.
///
/// A column without nils has no `Validity` at all, so kernels can skip it.
@frozen
public struct Validity: Sendable, Hashable {
  /// The bits, 64 rows a word, the first row in the lowest bit; bits behind the last row are 0.
  public var words: [UInt64]
  /// The number of rows.
  public private(set) var count: Int

  /// `count` rows that all hold a value, or all hold nil.
  public init(repeating isValid: Bool, count: Int) {
    self.count = count
    words = Array(repeating: isValid ? .max : 0, count: (count + 63) / 64)
    clearTail()
  }

  /// `count` rows, of which those hold a value that `isValid` says.
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

  /// Whether row `row` holds a value; `row` lies within ``count``.
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

  /// Adds `added` rows that all hold a value, or all hold nil.
  public mutating func append(repeating isValid: Bool, count added: Int) {
    append(contentsOf: Validity(repeating: isValid, count: added))
  }

  /// Adds up to 64 rows, the first in the lowest bit; bits behind the last are 0.
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

  /// Which of `rows` hold a value in a column of this validity, ``Column/nullReference`` being none; nil where
  /// neither can be nil.
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
