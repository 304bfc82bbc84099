import Columns
import Model

/// Decodes texts, and cases of an enum, to codes of a dictionary.
final class TextDecoder: ColumnDecoder {
  private var codes: [UInt32] = []
  private var nils: [Int] = []
  /// Goes on from column to column, so that what is found out about a text is found out once.
  private var dictionary = StringDictionary()
  /// The codes of short texts of the dictionary.
  private var known = ShortTexts()
  /// How many texts were read since the dictionary was begun.
  private var readCount = 0
  /// Whether so few texts repeat that nobody looks for them any more.
  private var areMostlyDistinct = false
  private(set) var misfitCount = 0
  private(set) var repairedCount = 0
  private let enumeration: EnumerationType?
  private let takesNumbers: Bool

  /// A larger dictionary is given up: it is copied where a column goes on that shares it.
  private static let (mostTexts, mostBytes) = (1 << 15, 1 << 19)
  /// Texts that stand in fewer rows on average are not worth a look for repeats.
  private static let fewestRepeats = 4
  /// So many texts of which nearly none repeats are enough to know it.
  private static let firstTexts = 8192

  /// - Parameters:
  ///   - enumeration: The only texts that fit are its cases; nil for all texts.
  ///   - takesNumbers: Whether numbers fit too, as SQLite writes them.
  init(_ enumeration: EnumerationType? = nil, takesNumbers: Bool = false) {
    self.enumeration = enumeration
    self.takesNumbers = takesNumbers
  }

  func append(_ cells: UnsafeBufferPointer<SQLiteCell>) {
    // Taken out of the object, whose every access would be checked.
    var codes = self.codes
    var dictionary = StringDictionary.empty
    var known = ShortTexts()
    self.codes = []
    swap(&dictionary, &self.dictionary)
    swap(&known, &self.known)
    codes.reserveAmortized(cells.count)
    for cell in cells {
      if let code = code(of: cell, in: &dictionary, &known) {
        codes.append(code)
        continue
      }
      if !cell.isNull { misfitCount += 1 }
      nils.append(codes.count)
      codes.append(0)
    }
    self.codes = codes
    swap(&dictionary, &self.dictionary)
    swap(&known, &self.known)
  }

  /// The code of what stands in a cell; nil where it does not fit.
  @inline(__always)
  private func code(
    of cell: SQLiteCell,
    in dictionary: inout StringDictionary,
    _ known: inout ShortTexts
  ) -> UInt32? {
    guard let bytes = cell.utf8 else {
      return takesNumbers ? cell.numberText.map { dictionary.code(for: $0) } : nil
    }
    guard let key = ShortTexts.Key(bytes), !areMostlyDistinct else {
      return anyCode(for: bytes, in: &dictionary)
    }
    if let code = known.code(for: key) { return code }
    let repaired = repairedCount
    let code = anyCode(for: bytes, in: &dictionary)
    // What had to be repaired is counted each time.
    if let code, repairedCount == repaired {
      known.note(code, for: key, textCount: dictionary.count)
    }
    return code
  }

  private func anyCode(
    for bytes: UnsafeBufferPointer<UInt8>,
    in dictionary: inout StringDictionary
  ) -> UInt32? {
    // What has a code is known to be right.
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
    let isLarge = dictionary.count > Self.mostTexts || dictionary.bytes.count > Self.mostBytes
    let isFutile = readCount >= Self.firstTexts && dictionary.count > readCount / 20 * 19
    guard areMostlyDistinct || isLarge || isFutile else { return }
    areMostlyDistinct = areMostlyDistinct || readCount < Self.fewestRepeats * dictionary.count
    readCount = 0
    dictionary = StringDictionary()
    known = ShortTexts()
    if areMostlyDistinct { dictionary.giveUpDistinctness() }
  }
}

extension Column {
  /// Texts by their codes in a dictionary; those in the places `nils` are nil.
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
  /// The same empty one each time, which takes no memory.
  fileprivate static let empty = StringDictionary()
}
