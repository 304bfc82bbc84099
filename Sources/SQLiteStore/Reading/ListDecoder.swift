import Columns
import Model

/// Decodes arrays, which are JSON texts.
final class ListDecoder: ColumnDecoder {
  private let element: ValueType
  private var builder: (any ColumnBuilder)?
  private(set) var misfitCount = 0

  /// - Parameter element: The type of the elements.
  init(_ element: ValueType) {
    self.element = element
  }

  func append(_ row: OpaquePointer, _ place: Int32) {
    let builder = builder ?? makeBuilder()
    self.builder = builder
    let cell = SQLiteCell(row: row, place: place)
    if let text = cell.text, let elements = ListText.elements(of: text, element),
      builder.append(.list(elements))
    {
      return
    }
    if !cell.isNull { misfitCount += 1 }
    builder.append(nulls: 1)
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
