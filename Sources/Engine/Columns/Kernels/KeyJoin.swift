import Foundation
import Model

/// Finds the row of a key column for each value of a column.
///
/// If a key occurs twice, the first row wins.
public enum KeyJoin {
  /// The row of `keys` for each row of `column`; ``Column/nullReference`` if there is none.
  public static func references(of column: Column, among keys: Column) -> [Int64] {
    switch (column, keys) {
    case (.string(let texts), .string(let keys)): references(of: texts, among: keys)
    case (.int(let values), .int(let keys)), (.date(let values), .date(let keys)):
      references(of: values, among: keys)
    case (.double(let values), .double(let keys)): references(of: values, among: keys)
    case (.uuid(let values), .uuid(let keys)): references(of: values, among: keys)
    case (.bool(let values), .bool(let keys)): references(of: values, among: keys)
    case (.data(let values), .data(let keys)): references(of: values, among: keys)
    case (.decimal(let values), .decimal(let keys)): references(of: values, among: keys)
    case (.int, .double), (.double, .int), (.int, .decimal), (.decimal, .int):
      references(ofNumbers: column, among: keys)
    default:
      // Values of other types are never equal.
      Array(repeating: Column.nullReference, count: column.count)
    }
  }

  /// Joins numbers of different types by a common one.
  private static func references(ofNumbers column: Column, among keys: Column) -> [Int64] {
    switch (column, keys) {
    case (.int(let values), .double(let keys)):
      references(count: values.count, values.element, keys.count) {
        keys.element($0).flatMap(Int64.init(exactly:))
      }
    case (.double(let values), .int(let keys)):
      references(
        count: values.count,
        { values.element($0).flatMap(Int64.init(exactly:)) },
        keys.count,
        keys.element
      )
    case (.int(let values), .decimal(let keys)):
      references(
        count: values.count,
        { values.element($0).map { Decimal($0) } },
        keys.count,
        keys.element
      )
    case (.decimal(let values), .int(let keys)):
      references(count: values.count, values.element, keys.count) {
        keys.element($0).map { Decimal($0) }
      }
    default: []
    }
  }

  private static func references<Key: Hashable>(
    of values: FixedColumn<Key>,
    among keys: FixedColumn<Key>
  ) -> [Int64] {
    references(count: values.count, values.element, keys.count, keys.element)
  }

  /// `value` and `key` return the value of a row, or nil.
  private static func references<Key: Hashable>(
    count: Int,
    _ value: (Int) -> Key?,
    _ keyCount: Int,
    _ key: (Int) -> Key?
  ) -> [Int64] {
    var rows: [Key: Int64] = [:]
    rows.reserveCapacity(keyCount)
    for row in 0..<keyCount {
      guard let key = key(row) else { continue }
      if rows[key] == nil { rows[key] = Int64(row) }
    }
    return (0..<count).map { row in value(row).flatMap { rows[$0] } ?? Column.nullReference }
  }

  /// Looks up each distinct string once.
  private static func references(of column: StringColumn, among keys: StringColumn) -> [Int64] {
    var texts = StringDictionary()
    var rows: [Int64] = []
    for row in 0..<keys.codes.count where keys.codes.isValid(row) {
      let code = keys.dictionary.withUTF8(of: keys.codes.values[row]) { texts.code(for: $0) }
      if Int(code) == rows.count { rows.append(Int64(row)) }
    }
    let rowsOfCodes = (0..<column.dictionary.count).map { code in
      column.dictionary.withUTF8(of: UInt32(code)) { texts.existingCode(for: $0) }
        .map { rows[Int($0)] } ?? Column.nullReference
    }
    return column.codes.values.indices.map { row in
      column.codes.isValid(row)
        ? rowsOfCodes[Int(column.codes.values[row])] : Column.nullReference
    }
  }
}

extension FixedColumn {
  /// The value of row `row`, or nil.
  @inline(__always)
  fileprivate func element(_ row: Int) -> Element? { isValid(row) ? values[row] : nil }
}
