import Columns
import Foundation
import Model
import SQLGeneration

extension SQLiteCell {
  /// The archived content of the blob, and its size; nil if it cannot be read.
  func archived(_ codec: ArchiveCodec) -> (content: ArchivedContent, size: Int)? {
    guard let data else { return nil }
    guard let folder = codec.externalFolder else { return (ArchivedContent(data), data.count) }
    return folder.content(of: data).map { (ArchivedContent($0), $0.count) }
  }
}

/// Decodes strings that are computed from cells.
final class DerivedTextDecoder: ColumnDecoder {
  private var codes: [UInt32] = []
  private var nils: [Int] = []
  private var dictionary = StringDictionary()
  private(set) var invalidValueCount = 0
  private let text: (SQLiteCell) -> String?

  /// - Parameter text: The string of a cell other than NULL; nil if the value is invalid.
  init(_ text: @escaping (SQLiteCell) -> String?) {
    self.text = text
  }

  func append(_ cells: UnsafeBufferPointer<SQLiteCell>) {
    for cell in cells {
      if let text = text(cell) {
        codes.append(dictionary.code(for: text))
        continue
      }
      if !cell.isNull { invalidValueCount += 1 }
      nils.append(codes.count)
      codes.append(0)
    }
  }

  func takeColumn() -> Column {
    defer { (codes, nils, dictionary) = ([], [], StringDictionary()) }
    return Column(codes: codes, nils: nils, of: dictionary)
  }
}
