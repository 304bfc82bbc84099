/// A column of strings: a dictionary code a row.
public struct StringColumn: Sendable {
  /// The code of each row in ``dictionary``; the filler of a nil row is no valid code.
  public var codes: FixedColumn<UInt32>
  /// The texts.
  public var dictionary: StringDictionary

  /// Creates a column; every valid row's code is one of `dictionary`.
  public init(
    codes: FixedColumn<UInt32> = FixedColumn(values: []),
    dictionary: StringDictionary = StringDictionary()
  ) {
    self.codes = codes
    self.dictionary = dictionary
  }

  /// The text of row `row`; nil for nil.
  public func string(at row: Int) -> String? {
    codes.isValid(row) ? dictionary.string(for: codes.values[row]) : nil
  }

  /// Adds the rows of `other`; of its texts only those that a row has are taken over.
  public mutating func append(contentsOf other: StringColumn) {
    codes.append(contentsOf: takeOver(other))
  }

  /// Overwrites `rows` by those of `other` in their order.
  mutating func set(_ rows: [Int64], to other: StringColumn) {
    codes.set(rows, to: takeOver(other))
  }

  /// The codes of `other` in this column's dictionary, to which texts that rows have are added.
  private mutating func takeOver(_ other: StringColumn) -> FixedColumn<UInt32> {
    if other.dictionary.isSame(as: dictionary) { return other.codes }
    guard other.codes.count >= other.dictionary.count / 8 else { return takeOverFew(other) }
    // No dictionary is so large that it gives out this code.
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

  /// The same where the rows have few of the texts of their dictionary.
  private mutating func takeOverFew(_ other: StringColumn) -> FixedColumn<UInt32> {
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
  /// The same rows; where a dictionary has far more texts than there are rows, with one of their own.
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
