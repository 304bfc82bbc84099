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
    case (.string(let strings), .double):
      return doubles(strings)
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

  /// Numbers among which are the infinities that Martlet writes; nil if there are other texts.
  ///
  /// A reader takes such a column for texts: `inf` may be a word where nothing says that it is not.
  private static func doubles(_ strings: StringColumn) -> Column? {
    var column = FixedColumn<Double>(values: [])
    for row in 0..<strings.codes.count {
      let text = strings.string(at: row)
      let number = text.flatMap(double)
      if text != nil, number == nil { return nil }
      column.append(number, filler: 0)
    }
    return .double(column)
  }

  private static func double(_ text: String) -> Double? {
    switch text {
    case "inf": return .infinity
    case "-inf": return -.infinity
    default:
      // Longer whole numbers might lose digits, and a code that begins with zeros is none.
      let digits = text.drop { $0 == "-" }
      let isCode = digits.count > 1 && digits.first == "0" && digits.dropFirst().first != "."
      let isSafe =
        text.count <= 15 || text.contains { ".e".contains($0) }
      let isPlain = text.utf8.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "-.e+".utf8.contains($0)
      }
      guard isPlain, isSafe, !isCode, digits.first != "+", let number = Double(text) else {
        return nil
      }
      return number.isFinite ? number : nil
    }
  }

  private static func nils(_ count: Int, of type: ValueType) -> Column? {
    guard let empty = Column.empty(of: type) else { return nil }
    let builder = makeColumnBuilder(continuing: empty)
    builder.append(nulls: count)
    return builder.column
  }
}
