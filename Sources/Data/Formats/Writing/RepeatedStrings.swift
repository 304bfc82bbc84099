import Columns
import Storage

/// The strings of a result's columns that are worth writing once, detected batch by batch.
struct RepeatedStrings {
  private enum Texts {
    case unknown
    /// The dictionary of one batch.
    case met(StringDictionary)
    case written(StringDictionary, FormattedStrings)
  }

  private let styles: [CellStyle]
  private let layout: RowLayout
  private var columns: [Texts]

  /// The average number of rows per string that makes writing it once worthwhile.
  private static let minRows = 2

  init(_ styles: [CellStyle], _ layout: RowLayout) {
    self.styles = styles
    self.layout = layout
    columns = layout.beforeCells.map { _ in .unknown }
  }

  /// The written strings of each column of `batch`; nil if its dictionary differs from that of the
  /// previous batch, or is too large for the `rowsLeft` rows from here on.
  mutating func texts(of batch: ResultBatch, rowsLeft: Int) -> [FormattedStrings?] {
    columns.indices.map { column in
      guard case .column(.string(let texts), _) = batch.cells[column] else { return nil }
      return self.texts(of: texts.dictionary, column, rowsLeft: rowsLeft)
    }
  }

  private mutating func texts(
    of dictionary: StringDictionary,
    _ column: Int,
    rowsLeft: Int
  ) -> FormattedStrings? {
    switch columns[column] {
    case .written(let known, let written) where known.isSame(as: dictionary):
      return written
    case .met(let known)
    where known.isSame(as: dictionary) && dictionary.count <= rowsLeft / Self.minRows:
      let before = layout.beforeCells[column]
      let written = FormattedStrings(dictionary, styles[column], before: before)
      columns[column] = .written(dictionary, written)
      return written
    case .unknown, .met, .written:
      columns[column] = .met(dictionary)
      return nil
    }
  }
}
