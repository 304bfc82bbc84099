import Columns
import Formats
import Foundation
import Model
import Session

/// Converts columns of a file to the types of an entity.
enum ColumnConversion {
  /// A converted column, and the rows with invalid values; these are nil.
  struct Converted {
    var column: Column
    var invalidRows: [Int] = []
  }

  /// Converts a column from `source` to `target`; nil if there is no such conversion.
  ///
  /// A column without values converts to any type.
  static func convert(
    _ column: Column,
    from source: ValueType,
    to target: ValueType
  ) -> Converted? {
    if source == target { return Converted(column: column) }
    if column.validCount == 0 { return nils(column.count, of: target) }
    switch (column, target) {
    case (.list(let lists), .list(let element)):
      guard case .list(let sourceElement) = source else { return nil }
      return convert(lists, from: sourceElement, to: element)
    case (.string, .enumeration(let enumeration)):
      if column.firstText(thatIsNoCaseOf: target) == nil { return Converted(column: column) }
      let cases = Set(enumeration.cases)
      return converted(column, to: target) { value in
        guard case .string(let text) = value else { return nil }
        return cases.contains(text) ? value : nil
      }
    default:
      guard canConvert(source, target) else { return nil }
      return converted(column, to: target) { self.value($0, as: target) }
    }
  }

  private static func convert(
    _ lists: ListColumn,
    from source: ValueType,
    to target: ValueType
  ) -> Converted? {
    guard let elements = convert(lists.elements, from: source, to: target) else { return nil }
    let bad = Set(elements.invalidRows)
    let rows =
      bad.isEmpty
      ? []
      : (0..<lists.count).filter {
        lists.isValid($0) && lists.range(of: $0).contains(where: bad.contains)
      }
    return Converted(
      column: .list(
        ListColumn(
          starts: lists.starts,
          elements: elements.column,
          validity: lists.validity
        )
      ),
      invalidRows: rows
    )
  }

  private static func canConvert(_ source: ValueType, _ target: ValueType) -> Bool {
    switch (source, target) {
    case (.string, .int), (.string, .double), (.string, .decimal), (.string, .bool),
      (.string, .date), (.string, .uuid), (.string, .data):
      true
    case (.int, .double), (.int, .decimal), (.double, .int), (.double, .decimal), (.int, .bool),
      (.decimal, .double), (.decimal, .int):
      true
    case (.int, .string), (.double, .string), (.decimal, .string), (.bool, .string),
      (.date, .string), (.uuid, .string), (.enumeration, .string):
      true
    default: false
    }
  }

  /// Converts a value to `target`; nil if it is invalid or would change. Strings can be written in
  /// more ways than migrations accept (`007`), and a Double takes the digits it can hold. Other
  /// values follow the rules of migrations.
  private static func value(_ value: Value, as target: ValueType) -> Value? {
    switch (value, target) {
    case (.string(let text), _): TextValue.value(text, of: target)
    case (_, .string): TextValue.text(of: value).map(Value.string)
    default:
      switch (ValueConversion.convert(value, to: target), value) {
      case (.same(let other), _): other
      case (.rounded(let other), .decimal) where target == .double: other
      default: nil
      }
    }
  }

  private static func converted(
    _ column: Column,
    to target: ValueType,
    _ convert: (Value) -> Value?
  ) -> Converted? {
    guard let builder = Column.empty(of: target).map(makeColumnBuilder) else { return nil }
    var invalidRows: [Int] = []
    for row in 0..<column.count {
      let value = column.value(at: row)
      if case .null = value {
        builder.append(nulls: 1)
      } else if let other = convert(value), builder.append(other) {
        continue
      } else {
        builder.append(nulls: 1)
        invalidRows.append(row)
      }
    }
    return Converted(column: builder.column, invalidRows: invalidRows)
  }

  private static func nils(_ count: Int, of type: ValueType) -> Converted? {
    guard let empty = Column.empty(of: type) else { return nil }
    let builder = makeColumnBuilder(continuing: empty)
    builder.append(nulls: count)
    return Converted(column: builder.column)
  }
}
