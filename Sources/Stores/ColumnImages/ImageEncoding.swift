import Columns

/// A column as the blocks of an image.
///
/// Booleans, numbers, dates, UUIDs, strings and references have images. Decimals, data and lists do
/// not: they consist of many small values, and reading them takes as long as reading the file.
struct ImageEncoding {
  /// The numbers of a block.
  struct Part {
    let role: ImageBlock.Role
    var width = 8
    var base: Int64 = 0
    var unit: Int64 = 1
    let count: Int
    let bytes: [UInt8]
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
      parts = [Part(role: .values, width: 0, base: range.lowerBound, count: 1, bytes: [])]
    case .listed(let list):
      isSpecial = false
      parts = [Part(.values, list)]
    }
  }

  /// The fields of a table with `rowCount` rows, in any words.
  init?(fields: [String], rowCount: Int) {
    var texts = StringColumn()
    for field in fields { texts.codes.append(texts.dictionary.code(for: field), filler: 0) }
    guard let parts = Self.parts(of: texts) else { return nil }
    (kind, isSpecial, self.rowCount, self.parts) = (.fields, false, rowCount, parts)
  }

  /// Nil for columns that have no images.
  init?(_ column: Column) {
    rowCount = column.count
    var isSpecial = false
    var parts: [Part] = []
    if let validity = column.validity {
      parts.append(Part(role: .validity, count: validity.words.count, raw: validity.words))
    }
    switch column {
    case .bool(let column):
      kind = .bool
      parts.append(Part(role: .values, width: 1, count: column.count, bytes: column.values))
    case .int(let column):
      kind = .int
      parts.append(Part(.values, column.values))
    case .date(let column):
      kind = .date
      parts.append(Part(.values, column.values, units: [.day, .second, .millisecond]))
    case .double(let column):
      kind = .double
      if let hundredths = Self.hundredths(column.values) {
        isSpecial = true
        parts.append(Part(.values, hundredths))
      } else {
        parts.append(Part(role: .values, count: column.count, raw: column.values))
      }
    case .uuid(let column):
      kind = .uuid
      parts.append(Part(role: .values, width: 16, count: column.count, raw: column.values))
    case .reference(let column):
      kind = .reference
      // Otherwise the null would take eight bytes a row.
      isSpecial = !column.values.contains(0)
      let values = column.values
      parts.append(
        Part(.values, isSpecial ? values.map { $0 == Column.nullReference ? 0 : $0 } : values)
      )
    case .string(let column):
      kind = .string
      isSpecial = column.dictionary.isDistinct
      guard let texts = Self.parts(of: column) else { return nil }
      parts += texts
    case .decimal, .data, .list: return nil
    }
    self.isSpecial = isSpecial
    self.parts = parts
  }

  /// The numbers multiplied by 100; nil unless these give all of them back.
  private static func hundredths(_ numbers: [Double]) -> [Int64]? {
    var result: [Int64] = []
    result.reserveCapacity(numbers.count)
    for number in numbers {
      let hundredths = (number * 100).rounded()
      guard hundredths.magnitude < Double(UInt32.max / 2),
        // As it will be read: an integer has no -0.
        (Double(Int64(hundredths)) / 100).bitPattern == number.bitPattern
      else { return nil }
      result.append(Int64(hundredths))
    }
    return result
  }

  private static func parts(of column: StringColumn) -> [Part]? {
    let (dictionary, codes) = (column.dictionary, column.codes)
    guard dictionary.isWellFormed else { return nil }
    // Fillers of nil rows may not be codes.
    let values =
      codes.validity == nil
      ? codes.values.map(Int64.init)
      : (0..<codes.count).map { codes.isValid($0) ? Int64(codes.values[$0]) : 0 }
    let starts = dictionary.starts
    let lengths = (0..<dictionary.count).map { Int64(starts[$0 + 1] - starts[$0]) }
    return [
      Part(.values, values), Part(.textLengths, lengths),
      Part(
        role: .textBytes,
        width: 1,
        count: dictionary.bytes.count,
        bytes: dictionary.bytes
      ),
    ]
  }
}

extension ImageEncoding.Part {
  fileprivate init(_ role: ImageBlock.Role, _ numbers: [Int64], units: [PackedNumbers.Unit] = []) {
    let packed = PackedNumbers(numbers, units: units)
    self.init(
      role: role,
      width: packed.width,
      base: packed.base,
      unit: packed.unit,
      count: numbers.count,
      bytes: packed.bytes
    )
  }

  fileprivate init<Element: BitwiseCopyable>(
    role: ImageBlock.Role,
    width: Int = 8,
    count: Int,
    raw: [Element]
  ) {
    self.init(role: role, width: width, count: count, bytes: raw.withUnsafeBytes { Array($0) })
  }
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
