import Columns

/// What is in the blocks of an image.
struct ImageEncoding {
  /// The numbers of a block.
  struct Part {
    let role: ImageBlock.Role
    var width = 8
    var base: Int64 = 0
    var unit: Int64 = 1
    let count: Int
    /// The bytes. All pieces except the last one are whole parts.
    let pieces: [[UInt8]]
  }

  let kind: ImageHead.Kind
  /// Of row numbers: whether they are consecutive, so that the first one is enough. Of references:
  /// whether zero stands for none. Of strings: whether the dictionary is distinct. Of Doubles:
  /// whether they are whole numbers of hundredths.
  let isSpecial: Bool
  let rowCount: Int
  let parts: [Part]

  /// The numbers of rows.
  init(rowNumbers numbers: RowNumbers) {
    kind = .rowNumbers
    rowCount = numbers.count
    switch numbers {
    case .consecutive(let range):
      isSpecial = true
      parts = [Part(role: .values, width: 0, base: range.lowerBound, count: 1, pieces: [])]
    case .listed(let list):
      isSpecial = false
      parts = [Part(.values, PackedNumbers(list))]
    }
  }

  /// The fields of a table with `rowCount` rows, in any words.
  init?(fields: [String], rowCount: Int) {
    var dictionary = StringDictionary()
    let codes = fields.map { dictionary.code(for: $0) }
    guard dictionary.isWellFormed else { return nil }
    (kind, isSpecial, self.rowCount) = (.fields, false, rowCount)
    parts = Self.parts(of: PackedNumbers(codes), dictionary)
  }

  /// Nil for columns that have no images.
  init?(_ column: PackedColumn) {
    guard let kind = column.kind else { return nil }
    var parts: [Part] = []
    if let validity = column.validity {
      parts.append(
        Part(
          role: .validity,
          count: validity.words.count,
          pieces: [validity.words.withUnsafeBytes { Array($0) }]
        )
      )
    }
    var isSpecial = column.isSpecial
    if kind == .string {
      guard let (codes, dictionary) = column.texts, dictionary.isWellFormed else { return nil }
      isSpecial = dictionary.isDistinct
      parts += Self.parts(of: codes, dictionary)
    } else if let elements = column.elements {
      isSpecial = false
      parts.append(
        Part(role: .values, width: elements.width, count: elements.count, pieces: elements.pieces)
      )
    } else {
      isSpecial = isSpecial && (kind == .double || kind == .reference)
      parts.append(Part(.values, column.numbers))
    }
    guard parts.first(where: { $0.role == .values })?.count == column.rowCount else { return nil }
    (self.kind, self.isSpecial, self.parts) = (kind, isSpecial, parts)
    rowCount = column.rowCount
  }

  private static func parts(of codes: PackedNumbers, _ dictionary: StringDictionary) -> [Part] {
    let starts = dictionary.starts
    let lengths = (0..<dictionary.count).map { starts[$0 + 1] - starts[$0] }
    return [
      Part(.values, codes), Part(.textLengths, PackedNumbers(lengths)),
      Part(
        role: .textBytes,
        width: 1,
        count: dictionary.bytes.count,
        pieces: [dictionary.bytes]
      ),
    ]
  }
}

extension ImageEncoding.Part {
  fileprivate init(_ role: ImageBlock.Role, _ numbers: PackedNumbers) {
    self.init(
      role: role,
      width: numbers.width,
      base: numbers.base,
      unit: numbers.unit,
      count: numbers.count,
      pieces: numbers.pieces
    )
  }

  /// The checksums of the parts of the block.
  var checksums: [UInt64] {
    pieces.flatMap { $0.withUnsafeBytes { ImageBlock.checksums(of: $0, width: width) } }
  }

  /// The number of bytes.
  var byteCount: Int { pieces.reduce(0) { $0 + $1.count } }
}

extension StringDictionary {
  /// Whether each string is UTF-8.
  var isWellFormed: Bool {
    let isASCII = bytes.withUnsafeBytes { bytes in
      var all: UInt64 = 0
      let wholeWords = bytes.count & ~7
      for place in stride(from: 0, to: wholeWords, by: 8) {
        all |= bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      }
      for byte in bytes[wholeWords...] { all |= UInt64(byte) }
      return all & 0x8080_8080_8080_8080 == 0
    }
    if isASCII { return true }
    // Continuation bytes do not begin a string.
    let beginsAnywhere = starts.contains { $0 < bytes.count && bytes[$0] & 0xc0 == 0x80 }
    return !beginsAnywhere && String(validating: bytes, as: UTF8.self) != nil
  }
}
