import Diagnostics
import Model
import Storage

/// The cells of a row as a text format takes them: escaped for terminals, but with their line ends.
struct CellLines {
  private let values: ValueText

  init(_ context: RenderingContext) {
    values = context.values
  }

  /// The lines of a value's text; never empty.
  func lines(of value: Value) -> [String] {
    guard case .string(let text) = value, text.utf8.contains(UInt8(ascii: "\n")) else {
      return [values.string(value)]
    }
    return text.replacing("\r\n", with: "\n").split(
      separator: "\n",
      omittingEmptySubsequences: false
    ).map { escapedForTerminal(String($0)) }
  }
}

extension ResultRows {
  /// Hands `row` the cells of each row, made by `cell`, and writes what it gives.
  func writeRows(
    to write: (String) throws -> Void,
    cell: (Value, ResultHeader) -> String,
    row: ([String]) -> String
  ) throws {
    try forEachBatch(in: 0..<rowCount) { batch in
      var text = ""
      for index in 0..<batch.count {
        text += row(
          headers.indices.map { cell(batch.value(row: index, column: $0), headers[$0]) }
        )
      }
      try write(text)
    }
  }
}
