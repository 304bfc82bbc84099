import Columns
import Model

/// Decodes texts, and cases of an enum, to codes of a dictionary.
final class TextDecoder: ColumnDecoder {
  private var codes: [UInt32] = []
  private var nils: [Int] = []
  private var dictionary = StringDictionary()
  private(set) var misfitCount = 0
  private(set) var repairedCount = 0
  private let enumeration: EnumerationType?
  private let takesNumbers: Bool

  /// - Parameters:
  ///   - enumeration: The only texts that fit are its cases; nil for all texts.
  ///   - takesNumbers: Whether numbers fit too, as SQLite writes them.
  init(_ enumeration: EnumerationType? = nil, takesNumbers: Bool = false) {
    self.enumeration = enumeration
    self.takesNumbers = takesNumbers
  }

  func append(_ row: OpaquePointer, _ place: Int32) {
    let cell = SQLiteCell(row: row, place: place)
    if let code = cell.withText({ code(for: $0) }) ?? nil {
      codes.append(code)
      return
    }
    if takesNumbers, let number = cell.numberText {
      codes.append(dictionary.code(for: number))
      return
    }
    if !cell.isNull { misfitCount += 1 }
    nils.append(codes.count)
    codes.append(0)
  }

  /// The code of a text; nil where it is no case.
  private func code(for bytes: UnsafeBufferPointer<UInt8>) -> UInt32? {
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
    defer { (codes, nils, dictionary) = ([], [], StringDictionary()) }
    return Column(codes: codes, nils: nils, of: dictionary)
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
