import Columns
import Storage

/// The written texts of a result's columns, found out while it is written batch by batch.
struct RepeatedTexts {
  private enum Texts {
    case unknown
    /// A dictionary that one batch has had.
    case met(StringDictionary)
    case written(StringDictionary, WrittenTexts)
  }

  private let style: CellStyle
  private let layout: RowLayout
  private var columns: [Texts]

  /// So many rows have a text on average, at least, where writing it once pays.
  private static let fewestRows = 2

  init(_ style: CellStyle, _ layout: RowLayout) {
    self.style = style
    self.layout = layout
    columns = layout.beforeCells.map { _ in .unknown }
  }

  /// The written texts of each column of `batch`; nil where its dictionary is not that of the batch
  /// before, or larger than the `rowsLeft` rows from this batch on are worth.
  mutating func texts(of batch: ResultBatch, rowsLeft: Int) -> [WrittenTexts?] {
    columns.indices.map { column in
      guard case .column(.string(let texts), _) = batch.cells[column] else { return nil }
      return self.texts(of: texts.dictionary, column, rowsLeft: rowsLeft)
    }
  }

  private mutating func texts(
    of dictionary: StringDictionary,
    _ column: Int,
    rowsLeft: Int
  ) -> WrittenTexts? {
    switch columns[column] {
    case .written(let known, let written) where known.isSame(as: dictionary):
      return written
    case .met(let known)
    where known.isSame(as: dictionary) && dictionary.count <= rowsLeft / Self.fewestRows:
      let written = WrittenTexts(dictionary, style, before: layout.beforeCells[column])
      columns[column] = .written(dictionary, written)
      return written
    case .unknown, .met, .written:
      columns[column] = .met(dictionary)
      return nil
    }
  }
}
