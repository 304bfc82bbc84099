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
      parts = [Part(.values, [list])]
    }
  }

  /// The fields of a table with `rowCount` rows, in any words.
  init?(fields: [String], rowCount: Int) {
    var texts = StringColumn()
    for field in fields { texts.codes.append(texts.dictionary.code(for: field), filler: 0) }
    guard texts.dictionary.isWellFormed else { return nil }
    (kind, isSpecial, self.rowCount) = (.fields, false, rowCount)
    parts = Self.parts(of: [texts.codes], texts.dictionary)
  }

  /// Nil for columns that have no images.
  init?(_ pieces: ColumnPieces) {
    rowCount = pieces.reduce(0) { $0 + $1.count }
    var isSpecial = false
    var parts: [Part] = []
    if let validity = Self.validity(of: pieces) {
      parts.append(Part(role: .validity, count: validity.words.count, raw: validity.words))
    }
    switch pieces.first {
    case .int:
      kind = .int
      parts.append(Part(.values, pieces.compactMap(\.integers)))
    case .date:
      kind = .date
      parts.append(
        Part(.values, pieces.compactMap(\.integers), units: [.day, .second, .millisecond])
      )
    case .reference:
      kind = .reference
      let values = pieces.compactMap(\.integers)
      // Otherwise the null would take eight bytes a row.
      isSpecial = !values.contains { $0.contains(0) }
      let none = Column.nullReference
      parts.append(
        Part(.values, isSpecial ? values.map { $0.map { $0 == none ? 0 : $0 } } : values)
      )
    case .double:
      kind = .double
      let numbers = pieces.compactMap(\.doubles)
      var hundredths: [[Int32]] = []
      for numbers in numbers {
        guard let part = Self.hundredths(numbers) else { break }
        hundredths.append(part)
      }
      isSpecial = hundredths.count == pieces.count
      parts.append(
        isSpecial
          ? Part(.values, hundredths)
          : Part(role: .values, count: rowCount, raw: numbers.flatMap(\.self))
      )
    case .bool:
      kind = .bool
      let flags = pieces.compactMap(\.flags).flatMap(\.self)
      parts.append(Part(role: .values, width: 1, count: flags.count, bytes: flags))
    case .uuid:
      kind = .uuid
      let numbers = pieces.compactMap(\.uuids).flatMap(\.self)
      parts.append(Part(role: .values, width: 16, count: numbers.count, raw: numbers))
    case .string:
      kind = .string
      let texts = Self.withCommonDictionary(pieces.compactMap(\.texts))
      guard let dictionary = texts.last?.dictionary, dictionary.isWellFormed else { return nil }
      isSpecial = dictionary.isDistinct
      parts += Self.parts(of: texts.map(\.codes), dictionary)
    case .decimal, .data, .list, nil: return nil
    }
    guard parts.first(where: { $0.role == .values })?.count == rowCount else { return nil }
    self.isSpecial = isSpecial
    self.parts = parts
  }

  /// The rows that have a value; nil if all do.
  private static func validity(of pieces: ColumnPieces) -> Validity? {
    guard pieces.contains(where: { $0.validity != nil }) else { return nil }
    var all = Validity(repeating: true, count: 0)
    for piece in pieces {
      all.append(contentsOf: piece.validity ?? Validity(repeating: true, count: piece.count))
    }
    return all
  }

  /// The numbers multiplied by 100; nil unless these give all of them back.
  private static func hundredths(_ numbers: [Double]) -> [Int32]? {
    var result: [Int32] = []
    result.reserveCapacity(numbers.count)
    for number in numbers {
      let hundredths = (number * 100).rounded()
      guard hundredths.magnitude < Double(Int32.max),
        // As it will be read: an integer has no -0.
        (Double(Int32(hundredths)) / 100).bitPattern == number.bitPattern
      else { return nil }
      result.append(Int32(hundredths))
    }
    return result
  }

  /// The pieces, where the dictionary of the last one has all strings: usually it does already.
  private static func withCommonDictionary(_ pieces: [StringColumn]) -> [StringColumn] {
    guard let first = pieces.first, let last = pieces.last,
      !pieces.allSatisfy({ last.dictionary.extends($0.dictionary) })
    else { return pieces }
    return [pieces.dropFirst().reduce(into: first) { $0.append(contentsOf: $1) }]
  }

  private static func parts(
    of pieces: [FixedColumn<UInt32>],
    _ dictionary: StringDictionary
  ) -> [Part] {
    let codes = pieces.map { codes in
      // Fillers of nil rows may not be codes.
      codes.validity == nil
        ? codes.values : (0..<codes.count).map { codes.isValid($0) ? codes.values[$0] : 0 }
    }
    let starts = dictionary.starts
    let lengths = (0..<dictionary.count).map { Int64(starts[$0 + 1] - starts[$0]) }
    return [
      Part(.values, codes), Part(.textLengths, [lengths]),
      Part(
        role: .textBytes,
        width: 1,
        count: dictionary.bytes.count,
        bytes: dictionary.bytes
      ),
    ]
  }
}

extension Column {
  fileprivate var flags: [UInt8]? {
    if case .bool(let column) = self { column.values } else { nil }
  }
  fileprivate var doubles: [Double]? {
    if case .double(let column) = self { column.values } else { nil }
  }
  fileprivate var uuids: [UInt128]? {
    if case .uuid(let column) = self { column.values } else { nil }
  }
  fileprivate var texts: StringColumn? {
    if case .string(let column) = self { column } else { nil }
  }
  fileprivate var integers: [Int64]? {
    switch self {
    case .int(let column), .date(let column), .reference(let column): column.values
    default: nil
    }
  }
}

extension ImageEncoding.Part {
  fileprivate init<Number: FixedWidthInteger>(
    _ role: ImageBlock.Role,
    _ pieces: [[Number]],
    units: [PackedNumbers.Unit] = []
  ) {
    let packed = PackedNumbers(pieces, units: units)
    self.init(
      role: role,
      width: packed.width,
      base: packed.base,
      unit: packed.unit,
      count: pieces.reduce(0) { $0 + $1.count },
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
