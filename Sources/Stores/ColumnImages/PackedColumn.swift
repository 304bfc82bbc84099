public import Columns

/// A column that is packed for an image, piece by piece, while it is read: this takes a fraction of
/// the memory of its values.
///
/// Booleans, numbers, dates, UUIDs, strings and references have images. Decimals, data and lists do
/// not: they consist of many small values, and reading them takes as long as reading the file.
public struct PackedColumn: Sendable {
  /// The number of rows.
  private(set) var rowCount = 0
  /// Nil without rows, and for columns that have no images.
  private(set) var kind: ImageHead.Kind?
  private(set) var validity: Validity?
  /// References, while zero stands for none. Doubles, while they are whole numbers of hundredths.
  private(set) var isSpecial = true
  /// Integers, hundredths, or the codes of strings in `dictionary`.
  private(set) var numbers = PackedNumbers()
  /// Other elements, as they are.
  private(set) var elements: PartedBytes?
  private(set) var dictionary: StringDictionary?
  /// Codes of the rows before those in `numbers`, in dictionaries that later ones do not extend.
  private var earlier: [(codes: PackedNumbers, dictionary: StringDictionary)] = []
  /// The memory of `earlier`, which may have thousands of dictionaries.
  private var earlierByteCount = 0

  /// A column without rows.
  public init() {}

  /// The approximate memory in bytes.
  public var byteCount: Int {
    earlierByteCount + numbers.byteCount
      + (elements?.byteCount ?? 0) + (dictionary?.byteCount ?? 0)
  }

  // MARK: Adding rows

  /// Adds rows of a column of the same type.
  public mutating func append(_ column: Column) {
    if column.count == 0, rowCount > 0 { return }
    noteNils(column.validity, count: column.count)
    switch column {
    case .int(let column): append(column.values, as: .int)
    case .date(let column):
      if kind == nil { numbers = PackedNumbers(units: [.day, .second, .millisecond]) }
      append(column.values, as: .date)
    case .reference(let column): appendReferences(column.values)
    case .double(let column): appendDoubles(column.values)
    case .bool(let column): append(elements: column.values, as: .bool)
    case .uuid(let column): append(elements: column.values, as: .uuid)
    case .string(let column): append(column)
    case .decimal, .data, .list: break
    }
    rowCount += column.count
  }

  private mutating func noteNils(_ added: Validity?, count: Int) {
    if validity == nil, added != nil { validity = Validity(repeating: true, count: rowCount) }
    guard validity != nil else { return }
    validity?.append(contentsOf: added ?? Validity(repeating: true, count: count))
  }

  private mutating func append<Number: FixedWidthInteger & BitwiseCopyable>(
    _ values: [Number],
    as kind: ImageHead.Kind
  ) {
    self.kind = kind
    values.withUnsafeBufferPointer { numbers.append($0) }
  }

  private mutating func append<Element: BitwiseCopyable>(
    elements values: [Element],
    as kind: ImageHead.Kind
  ) {
    self.kind = kind
    if elements == nil { elements = PartedBytes(width: MemoryLayout<Element>.size) }
    values.withUnsafeBufferPointer { elements?.append($0) }
  }

  /// Null would take eight bytes a row.
  private mutating func appendReferences(_ values: [Int64]) {
    let none = Column.nullReference
    if isSpecial, values.contains(0) {
      isSpecial = false
      numbers = numbers.mapped { $0 == 0 ? none : $0 }
    }
    append(isSpecial ? values.map { $0 == none ? 0 : $0 } : values, as: .reference)
  }

  private mutating func appendDoubles(_ values: [Double]) {
    kind = .double
    values.withUnsafeBufferPointer { values in
      for start in stride(from: 0, to: values.count, by: ImageBlock.rowsPerPart) {
        let end = min(values.count, start + ImageBlock.rowsPerPart)
        appendDoubles(UnsafeBufferPointer(rebasing: values[start..<end]))
      }
    }
  }

  private mutating func appendDoubles(_ values: UnsafeBufferPointer<Double>) {
    if isSpecial {
      let isPacked = withUnsafeTemporaryAllocation(of: Int32.self, capacity: values.count) {
        guard Self.fill($0, withHundredths: values) else { return false }
        numbers.append(UnsafeBufferPointer($0))
        return true
      }
      if isPacked { return }
      isSpecial = false
      append(elements: numbers.unpacked(as: Int32.self).map { Double($0) / 100 }, as: .double)
      numbers = PackedNumbers()
    }
    elements?.append(values)
  }

  /// Writes the numbers multiplied by 100; returns false unless these give all of them back.
  private static func fill(
    _ hundredths: UnsafeMutableBufferPointer<Int32>,
    withHundredths numbers: UnsafeBufferPointer<Double>
  ) -> Bool {
    // Adding it rounds a number to an integer, which is then in the lowest bits.
    let rounding = 6_755_399_441_055_744.0
    let limit = Double(Int32.max)
    var differences: UInt64 = 0
    for place in 0..<numbers.count {
      let number = numbers[place]
      let sum = number * 100 + rounding
      let rounded = sum - rounding
      // As it will be read: an integer has no -0.
      differences |= (rounded / 100).bitPattern ^ number.bitPattern
      differences |= rounded.magnitude < limit ? 0 : 1
      hundredths[place] = Int32(truncatingIfNeeded: sum.bitPattern)
    }
    return differences == 0
  }

  private mutating func append(_ column: StringColumn) {
    if let dictionary, !column.dictionary.extends(dictionary) {
      earlier.append((numbers, dictionary))
      earlierByteCount += numbers.byteCount + dictionary.byteCount
      numbers = PackedNumbers()
    }
    dictionary = column.dictionary
    let codes = column.codes
    // Fillers of nil rows may not be codes.
    append(
      codes.validity == nil
        ? codes.values : (0..<codes.count).map { codes.isValid($0) ? codes.values[$0] : 0 },
      as: .string
    )
  }

  // MARK: Strings

  /// The codes of all strings in one dictionary; nil for other columns.
  var texts: (codes: PackedNumbers, dictionary: StringDictionary)? {
    guard let dictionary else { return nil }
    if earlier.isEmpty { return (numbers, dictionary) }
    var all: StringColumn?
    var start = 0
    for (codes, dictionary) in earlier + [(numbers, dictionary)] {
      let column = StringColumn(
        codes: FixedColumn(
          values: codes.unpacked(as: UInt32.self),
          validity: validity(of: start..<start + codes.count)
        ),
        dictionary: dictionary
      )
      start += codes.count
      if all == nil { all = column } else { all?.append(contentsOf: column) }
    }
    var joined = PackedColumn()
    if let all { joined.append(all) }
    return joined.dictionary.map { (joined.numbers, $0) }
  }

  private func validity(of rows: Range<Int>) -> Validity? {
    guard let validity else { return nil }
    var part = Validity(repeating: true, count: rows.count)
    for row in rows where !validity.isValid(row) { part.set(row - rows.lowerBound, false) }
    return part
  }
}

/// A column whose image is written later.
public enum PendingColumn: Sendable {
  /// A column that is in memory anyway, and packed when its image is written.
  case whole(Column)
  case packed(PackedColumn)

  var rowCount: Int {
    switch self {
    case .whole(let column): column.count
    case .packed(let column): column.rowCount
    }
  }

  var byteCount: Int {
    switch self {
    case .whole(let column): column.byteCount
    case .packed(let column): column.byteCount
    }
  }

  var packed: PackedColumn {
    switch self {
    case .whole(let column):
      var packed = PackedColumn()
      packed.append(column)
      return packed
    case .packed(let column): return column
    }
  }
}
