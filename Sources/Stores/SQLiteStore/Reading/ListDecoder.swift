import Columns
import Model

/// Decodes arrays.
final class ListDecoder: ColumnDecoder {
  private let element: ValueType
  private var builder: (any ColumnBuilder)?
  private(set) var misfitCount = 0
  private let elements: (SQLiteCell) -> [Value]?

  /// - Parameters:
  ///   - element: The type of the elements.
  ///   - elements: The elements of what is not NULL; nil where that does not fit.
  init(_ element: ValueType, _ elements: @escaping (SQLiteCell) -> [Value]?) {
    self.element = element
    self.elements = elements
  }

  func append(_ cells: UnsafeBufferPointer<SQLiteCell>) {
    let builder = builder ?? makeBuilder()
    self.builder = builder
    for cell in cells {
      if let elements = elements(cell), builder.append(.list(elements)) { continue }
      if !cell.isNull { misfitCount += 1 }
      builder.append(nulls: 1)
    }
  }

  func takeColumn() -> Column {
    defer { builder = nil }
    return (builder ?? makeBuilder()).column
  }

  private func makeBuilder() -> any ColumnBuilder {
    // Who asks for arrays of arrays gets none: no column stores them.
    makeColumnBuilder(
      continuing: Column.empty(of: .list(element)) ?? .bool(FixedColumn(values: []))
    )
  }
}
