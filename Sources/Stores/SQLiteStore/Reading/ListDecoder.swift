import Columns
import Model

/// Decodes arrays.
final class ListDecoder: ColumnDecoder {
  private let element: ValueType
  private var builder: (any ColumnBuilder)?
  private(set) var invalidValueCount = 0
  private let elements: (SQLiteCell) -> [Value]?

  /// - Parameters:
  ///   - element: The type of the elements.
  ///   - elements: The elements in a cell other than NULL; nil if it is invalid.
  init(_ element: ValueType, _ elements: @escaping (SQLiteCell) -> [Value]?) {
    self.element = element
    self.elements = elements
  }

  func append(_ cells: UnsafeBufferPointer<SQLiteCell>) {
    let builder = builder ?? makeBuilder()
    self.builder = builder
    for cell in cells {
      if let elements = elements(cell), builder.append(.list(elements)) { continue }
      if !cell.isNull { invalidValueCount += 1 }
      builder.append(nulls: 1)
    }
  }

  func takeColumn() -> Column {
    defer { builder = nil }
    return (builder ?? makeBuilder()).column
  }

  private func makeBuilder() -> any ColumnBuilder {
    // Nested arrays are not stored.
    makeColumnBuilder(
      continuing: Column.empty(of: .list(element)) ?? .bool(FixedColumn(values: []))
    )
  }
}
