import Columns
import Model

/// Columns of a file as columns of the types that an entity has.
enum ColumnConversion {
  /// The column, read as `source`, as one of `target`; nil if its values are of other types.
  ///
  /// A column without any value is one of every type.
  static func convert(
    _ column: Column,
    from source: ValueType,
    to target: ValueType
  ) -> Column? {
    if source == target { return column }
    if column.validCount == 0 { return nils(column.count, of: target) }
    switch (column, target) {
    case (.int(let numbers), .double):
      let values = numbers.values.map { Double($0) }
      return .double(FixedColumn(values: values, validity: numbers.validity))
    case (.string, .enumeration):
      return column.firstText(thatIsNoCaseOf: target) == nil ? column : nil
    case (.list(let lists), .list(let element)):
      guard case .list(let sourceElement) = source,
        let elements = convert(lists.elements, from: sourceElement, to: element)
      else { return nil }
      return .list(
        ListColumn(starts: lists.starts, elements: elements, validity: lists.validity)
      )
    default:
      return nil
    }
  }

  private static func nils(_ count: Int, of type: ValueType) -> Column? {
    guard let empty = Column.empty(of: type) else { return nil }
    let builder = makeColumnBuilder(continuing: empty)
    builder.append(nulls: count)
    return builder.column
  }
}
