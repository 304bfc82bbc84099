import Columns
import Model

/// Decodes strings, and cases of an enum, to codes of a dictionary.
final class TextDecoder: ColumnDecoder {
  private var codes: [UInt32] = []
  private var nils: [Int] = []
  /// Shared by consecutive columns, so that every string is checked once.
  private var dictionary = StringDictionary()
  /// A cache of the dictionary's codes.
  private var known = ShortStringCache()
  /// The number of strings since the dictionary was created.
  private var readCount = 0
  /// Whether repeats are too rare to look for.
  private var areMostlyDistinct = false
  private(set) var invalidValueCount = 0
  private(set) var repairedCount = 0
  private let enumeration: EnumerationType?
  private let takesNumbers: Bool

  /// Larger dictionaries are replaced, since columns that share them may have to copy them.
  private static let (maxTexts, maxBytes) = (1 << 15, 1 << 19)
  /// The average number of repeats that justifies looking for them.
  private static let minRepeats = 4
  /// The number of strings after which repeats are assessed.
  private static let firstTexts = 8192

  /// - Parameters:
  ///   - enumeration: The enum whose cases are the valid strings; nil for all strings.
  ///   - takesNumbers: Whether numbers are converted to text.
  init(_ enumeration: EnumerationType? = nil, takesNumbers: Bool = false) {
    self.enumeration = enumeration
    self.takesNumbers = takesNumbers
  }

  func append(_ cells: UnsafeBufferPointer<SQLiteCell>) {
    // Local copies avoid exclusivity checks.
    var codes = self.codes
    var dictionary = StringDictionary.empty
    var known = ShortStringCache()
    self.codes = []
    swap(&dictionary, &self.dictionary)
    swap(&known, &self.known)
    codes.reserveAmortized(cells.count)
    for cell in cells {
      if let code = code(of: cell, in: &dictionary, &known) {
        codes.append(code)
        continue
      }
      if !cell.isNull { invalidValueCount += 1 }
      nils.append(codes.count)
      codes.append(0)
    }
    self.codes = codes
    swap(&dictionary, &self.dictionary)
    swap(&known, &self.known)
  }

  /// The code of a cell; nil if it is invalid.
  @inline(__always)
  private func code(
    of cell: SQLiteCell,
    in dictionary: inout StringDictionary,
    _ known: inout ShortStringCache
  ) -> UInt32? {
    guard let bytes = cell.utf8 else {
      return takesNumbers ? cell.numberText.map { dictionary.code(for: $0) } : nil
    }
    guard let key = ShortStringCache.Key(bytes), !areMostlyDistinct else {
      return anyCode(for: bytes, in: &dictionary)
    }
    if let code = known.code(for: key) { return code }
    let repaired = repairedCount
    let code = anyCode(for: bytes, in: &dictionary)
    // Repaired strings are counted each time.
    if let code, repairedCount == repaired {
      known.note(code, for: key, textCount: dictionary.count)
    }
    return code
  }

  private func anyCode(
    for bytes: UnsafeBufferPointer<UInt8>,
    in dictionary: inout StringDictionary
  ) -> UInt32? {
    // Strings with a code are known to be valid.
    dictionary.existingCode(for: bytes) ?? newCode(for: bytes, in: &dictionary)
  }

  private func newCode(
    for bytes: UnsafeBufferPointer<UInt8>,
    in dictionary: inout StringDictionary
  ) -> UInt32? {
    if let enumeration {
      let text = String(decoding: bytes, as: UTF8.self)
      return enumeration.ordinal(of: text) == nil ? nil : dictionary.code(for: text)
    }
    if bytes.allSatisfy({ $0 < 0x80 }) || String(validating: bytes, as: UTF8.self) != nil {
      return dictionary.code(for: bytes)
    }
    repairedCount += 1
    return dictionary.code(for: String(decoding: bytes, as: UTF8.self))
  }

  func takeColumn() -> Column {
    defer { prepareNext() }
    return Column(codes: codes, nils: nils, of: dictionary)
  }

  private func prepareNext() {
    readCount += codes.count - nils.count
    (codes, nils) = ([], [])
    let isLarge = dictionary.count > Self.maxTexts || dictionary.bytes.count > Self.maxBytes
    let isFutile = readCount >= Self.firstTexts && dictionary.count > readCount / 20 * 19
    guard areMostlyDistinct || isLarge || isFutile else { return }
    areMostlyDistinct = areMostlyDistinct || readCount < Self.minRepeats * dictionary.count
    readCount = 0
    dictionary = StringDictionary()
    known = ShortStringCache()
    if areMostlyDistinct { dictionary.stopDeduplicating() }
  }
}

extension Column {
  /// Strings by their codes in a dictionary; those at the indices `nils` are nil.
  init(codes: [UInt32], nils: [Int], of dictionary: StringDictionary) {
    let validity = Validity(count: codes.count, nils: nils)
    self = .string(
      StringColumn(
        codes: FixedColumn(values: codes, validity: validity),
        dictionary: dictionary
      )
    )
  }
}

extension StringDictionary {
  /// A shared empty dictionary, which takes no memory.
  fileprivate static let empty = StringDictionary()
}
