import Foundation

/// The rows of a statement, in binary form unless the statement had no parameters.
final class ServerResult: @unchecked Sendable {
  // libpq's results are immutable.
  private let library: LibPQ
  private let handle: OpaquePointer
  /// The number of rows.
  let rowCount: Int

  init(_ library: LibPQ, _ handle: OpaquePointer) {
    (self.library, self.handle) = (library, handle)
    rowCount = Int(library.rowCount(handle))
  }

  deinit { library.clear(handle) }

  /// The number of columns.
  var columnCount: Int { Int(library.columnCount(handle)) }

  /// The server's number for the type of a column.
  func type(of column: Int) -> UInt32 { library.columnType(handle, Int32(column)) }

  /// Calls `body` with the bytes of a cell, or with nil for NULL. `body` must not keep them.
  ///
  /// libpq frees the bytes together with this object. Without the extended lifetime, Swift could
  /// release a temporary `ServerResult` before its bytes are read.
  @inline(__always)
  func withCell<Value>(
    _ row: Int,
    _ column: Int,
    _ body: (UnsafeRawBufferPointer?) -> Value
  ) -> Value {
    withExtendedLifetime(self) {
      let (row, column) = (Int32(truncatingIfNeeded: row), Int32(truncatingIfNeeded: column))
      if library.cellIsNull(handle, row, column) != 0 { return body(nil) }
      return body(
        UnsafeRawBufferPointer(
          start: library.cell(handle, row, column),
          count: Int(library.cellLength(handle, row, column))
        )
      )
    }
  }

  /// Whether a cell is NULL.
  func isNull(_ row: Int, _ column: Int) -> Bool { withCell(row, column) { $0 == nil } }

  /// The truth value of a cell in binary form; false for NULL.
  func isTrue(_ row: Int, _ column: Int) -> Bool { withCell(row, column) { $0?.first == 1 } }

  /// The text of a cell; nil for NULL.
  func text(_ row: Int, _ column: Int) -> String? {
    withCell(row, column) { cell in cell.map { String(decoding: $0, as: UTF8.self) } }
  }

  /// The whole number in the text of a cell.
  func number(_ row: Int, _ column: Int) -> Int64? { text(row, column).flatMap { Int64($0) } }

  /// The truth value of a cell in text form; false for NULL. For binary form, use
  /// ``isTrue(_:_:)``.
  func flag(_ row: Int, _ column: Int) -> Bool { text(row, column) == "t" }

  /// The number of rows that the statement changed.
  var affectedRows: Int {
    withExtendedLifetime(self) {
      library.affectedRows(handle).flatMap { Int(String(cString: $0)) } ?? 0
    }
  }
}
