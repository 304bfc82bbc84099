import Columns
import Foundation
import Model
import SQLGeneration

extension SQLiteCell {
  /// What the blob holds that an app archived, and its size; nil for anything else.
  func archived(_ codec: ArchiveCodec) -> (content: ArchivedContent, size: Int)? {
    guard let data else { return nil }
    guard let folder = codec.externalFolder else { return (ArchivedContent(data), data.count) }
    return folder.content(of: data).map { (ArchivedContent($0), $0.count) }
  }
}

/// Decodes texts that are worked out from what stands in a column.
final class DerivedTextDecoder: ColumnDecoder {
  private var codes: [UInt32] = []
  private var nils: [Int] = []
  private var dictionary = StringDictionary()
  private(set) var misfitCount = 0
  private let text: (SQLiteCell) -> String?

  /// - Parameter text: The text of what is not NULL; nil where that does not fit.
  init(_ text: @escaping (SQLiteCell) -> String?) {
    self.text = text
  }

  func append(_ cells: UnsafeBufferPointer<SQLiteCell>) {
    for cell in cells {
      if let text = text(cell) {
        codes.append(dictionary.code(for: text))
        continue
      }
      if !cell.isNull { misfitCount += 1 }
      nils.append(codes.count)
      codes.append(0)
    }
  }

  func takeColumn() -> Column {
    defer { (codes, nils, dictionary) = ([], [], StringDictionary()) }
    return Column(codes: codes, nils: nils, of: dictionary)
  }
}
