/// A column of strings as codes of a dictionary.
public struct StringColumn: Sendable {
  /// The code of each row in ``dictionary``; nil rows have a filler that may not be a code.
  public var codes: FixedColumn<UInt32>
  /// The strings.
  public var dictionary: StringDictionary

  /// Creates a column; the codes of all rows with a value must be in `dictionary`.
  public init(
    codes: FixedColumn<UInt32> = FixedColumn(values: []),
    dictionary: StringDictionary = StringDictionary()
  ) {
    self.codes = codes
    self.dictionary = dictionary
  }

  /// The string of row `row`, or nil.
  public func string(at row: Int) -> String? {
    codes.isValid(row) ? dictionary.string(for: codes.values[row]) : nil
  }

  /// Adds the rows of `other` and the strings that they use.
  public mutating func append(contentsOf other: StringColumn) {
    codes.append(contentsOf: addStrings(other))
  }

  /// Overwrites `rows` with those of `other`.
  mutating func set(_ rows: [Int64], to other: StringColumn) {
    codes.set(rows, to: addStrings(other))
  }

  /// Adds the strings that rows of `other` use, and returns the codes of the rows in this
  /// dictionary.
  private mutating func addStrings(_ other: StringColumn) -> FixedColumn<UInt32> {
    if other.dictionary.isSame(as: dictionary) { return other.codes }
    guard other.codes.count >= other.dictionary.count / 8 else { return addFewStrings(other) }
    // Larger than any code.
    let unknown = UInt32.max
    var newCodes = Array(repeating: unknown, count: other.dictionary.count)
    var added = other.codes
    for row in 0..<other.codes.count {
      guard other.codes.isValid(row) else {
        added.values[row] = 0
        continue
      }
      let code = other.codes.values[row]
      if newCodes[Int(code)] == unknown {
        newCodes[Int(code)] = other.dictionary.withUTF8(of: code) { dictionary.code(for: $0) }
      }
      added.values[row] = newCodes[Int(code)]
    }
    return added
  }

  /// The same, optimized for rows that use few of their dictionary's strings.
  private mutating func addFewStrings(_ other: StringColumn) -> FixedColumn<UInt32> {
    var added = other.codes
    for row in 0..<other.codes.count {
      added.values[row] =
        other.codes.isValid(row)
        ? other.dictionary.withUTF8(of: other.codes.values[row]) { dictionary.code(for: $0) } : 0
    }
    return added
  }
}

extension Column {
  /// The same rows, with a smaller dictionary if most strings are unused.
  public var withoutUnusedTexts: Column {
    switch self {
    case .string(let column):
      guard column.dictionary.count > 2 * column.codes.count + 64 else { return self }
      var result = StringColumn()
      result.append(contentsOf: column)
      return .string(result)
    case .list(let column):
      return .list(
        ListColumn(
          starts: column.starts,
          elements: column.elements.withoutUnusedTexts,
          validity: column.validity
        )
      )
    default: return self
    }
  }
}
