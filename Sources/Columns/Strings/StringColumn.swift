/// A column of strings: a dictionary code a row.
public struct StringColumn: Sendable {
  /// The code of each row in ``dictionary``; the filler of a nil row is no valid code.
  public var codes: FixedColumn<UInt32>
  /// The texts.
  public var dictionary: StringDictionary

  /// Makes a column; every valid row's code is one of `dictionary`.
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
}
