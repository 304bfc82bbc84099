import Columns
import Model
import Storage

/// Finds for each value of a column the row of a key column that has the same value.
struct KeyJoin {
  private let keys: Column
  /// The rows by the bits of keys that have 64 of them.
  private var rowsOfWords: [UInt64: Int64] = [:]
  private var rowsOfValues: [Value: Int64] = [:]
  private var texts = StringDictionary()
  /// The row of each text of ``texts``.
  private var rowsOfTexts: [Int64] = []

  /// Where a key stands twice, its first row is found.
  init(_ keys: Column) {
    self.keys = keys
    switch keys {
    case .int(let column), .date(let column):
      rowsOfWords.reserveCapacity(column.count)
      for row in 0..<column.count where column.isValid(row) {
        let word = UInt64(bitPattern: column.values[row])
        if rowsOfWords[word] == nil { rowsOfWords[word] = Int64(row) }
      }
    case .string(let column):
      for row in 0..<column.codes.count where column.codes.isValid(row) {
        let code = column.dictionary.withUTF8(of: column.codes.values[row]) {
          texts.code(for: $0)
        }
        if Int(code) == rowsOfTexts.count { rowsOfTexts.append(Int64(row)) }
      }
    default:
      for row in 0..<keys.count where !keys.value(at: row).isNull {
        let value = keys.value(at: row)
        if rowsOfValues[value] == nil { rowsOfValues[value] = Int64(row) }
      }
    }
  }

  /// The row of each value of `column`; ``Column/nullReference`` where there is none.
  func references(of column: Column) -> [Int64] {
    switch (column, keys) {
    case (.int(let column), .int), (.date(let column), .date):
      column.values.indices.map { row in
        column.isValid(row)
          ? rowsOfWords[UInt64(bitPattern: column.values[row])] ?? Column.nullReference
          : Column.nullReference
      }
    case (.string(let column), .string):
      references(ofTexts: column)
    default:
      (0..<column.count).map { rowsOfValues[column.value(at: $0)] ?? Column.nullReference }
    }
  }

  /// Each text is looked up once, however many rows have it.
  private func references(ofTexts column: StringColumn) -> [Int64] {
    let rowsOfCodes = (0..<column.dictionary.count).map { code in
      column.dictionary.withUTF8(of: UInt32(code)) { texts.existingCode(for: $0) }
        .map { rowsOfTexts[Int($0)] } ?? Column.nullReference
    }
    return column.codes.values.indices.map { row in
      column.codes.isValid(row)
        ? rowsOfCodes[Int(column.codes.values[row])] : Column.nullReference
    }
  }
}

/// What a schema change puts into the columns of a table that are new.
struct MigratedColumns {
  /// A relationship that is made of a column.
  struct Join {
    let relation: ColumnRelation
    /// What each row leads to.
    let references: [Int64]
  }

  var fills: [FieldFill] = []
  var joins: [Join] = []

  /// Whether the column at `path` becomes a relationship, and so is not lost.
  func uses(_ path: AttributePath) -> Bool {
    joins.contains { $0.relation.attribute == path }
  }
}
