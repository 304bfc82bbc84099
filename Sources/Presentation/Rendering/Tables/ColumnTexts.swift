import Columns
import Diagnostics
import Model
import Storage

/// The texts of a column's cells with their widths. Repeated strings are formatted once.
struct ColumnTexts {
  private let values: ValueText
  private let null: FittedText
  /// The dictionary of ``known``.
  private var dictionary = StringDictionary()
  /// The formatted strings by code.
  private var known: [FittedText?] = []

  /// Larger dictionaries are not cached.
  private static let maxKnown = 1 << 16

  init(_ values: ValueText) {
    self.values = values
    let text = values.string(.null)
    null = FittedText(text: text, width: text.displayWidth)
  }

  /// The texts of the first `count` cells.
  mutating func texts(_ cells: ResultBatch.Cells, count: Int) -> [FittedText] {
    switch cells {
    case .values(let cells): cells.prefix(count).map(text)
    case .column(let column, let start): texts(column, start..<start + count)
    }
  }

  private mutating func texts(_ column: Column, _ rows: Range<Int>) -> [FittedText] {
    switch column {
    case .string(let column): texts(column, rows)
    case .bool(let column): asciiTexts(column, rows) { .bool($0 == 1) }
    case .int(let column): asciiTexts(column, rows) { .int($0) }
    case .double(let column): asciiTexts(column, rows) { .double($0) }
    case .date(let column): asciiTexts(column, rows) { .date(Timestamp(microseconds: $0)) }
    case .decimal, .uuid, .data, .reference, .list: rows.map { text(column.value(at: $0)) }
    }
  }

  private func text(_ value: Value) -> FittedText {
    let text = values.string(value)
    return FittedText(text: text, width: text.displayWidth)
  }

  /// The texts of values that are formatted as printable ASCII.
  @inline(__always)
  private func asciiTexts<Element>(
    _ column: FixedColumn<Element>,
    _ rows: Range<Int>,
    _ value: (Element) -> Value
  ) -> [FittedText] {
    rows.map { row in
      guard column.isValid(row) else { return null }
      let text = values.string(value(column.values[row]))
      return FittedText(text: text, width: text.utf8.count)
    }
  }

  private mutating func texts(_ column: StringColumn, _ rows: Range<Int>) -> [FittedText] {
    use(column.dictionary)
    return rows.map { row in
      guard column.codes.isValid(row) else { return null }
      let code = column.codes.values[row]
      if !known.isEmpty, let text = known[Int(code)] { return text }
      let new = text(.string(column.dictionary.string(for: code)))
      if !known.isEmpty { known[Int(code)] = new }
      return new
    }
  }

  /// Resets ``known`` for `dictionary`; empty if it is too large.
  private mutating func use(_ dictionary: StringDictionary) {
    guard !dictionary.isSame(as: self.dictionary) else { return }
    self.dictionary = dictionary
    let isCached = dictionary.count <= Self.maxKnown
    known = Array(repeating: nil, count: isCached ? dictionary.count : 0)
  }
}
