import Model

/// Suggestions for operators that do not apply.
enum OperatorAlternatives {
  /// Help lines for operands of these types.
  static func help(
    _ symbol: String,
    _ left: ValueType,
    _ right: ValueType,
    _ schema: Schema
  ) -> [String] {
    if ArithmeticOperator(rawValue: symbol) != nil { return arithmeticHelp(left, right) }
    if [left, right].contains(.date), [left, right].contains(.int) {
      return ["write month and day with two digits, as in 2026-03-09"]
    }
    if case .record(let entity) = left, case .record(let other) = right {
      return [
        entity == other
          ? "records can be compared with `==` and `in`, and sorted with `sort @id`"
          : "compare it with another \(entity), such as `\(entity)#1`"
      ]
    }
    if case .record(let entity) = left { return recordHelp(schema.entity(entity)) }
    if let enumeration = left.enumeration ?? right.enumeration,
      case .enumeration = left.enumeration == nil ? right : left
    {
      return [CaseError.list(enumeration)]
    }
    if let element = right.element, left.element == nil { return ["its elements are \(element)"] }
    if case .composite(let type) = left, let field = type.fields.first {
      return ["compare one of its fields, as in `… .\(field.name)`, or another \(left)"]
    }
    let tests = left.element == nil ? [] : ["`any`, `all` and `none` test its elements"]
    let fitting = operators(for: left)
    if fitting.isEmpty { return [] }
    return [
      "operators for \(left): " + fitting.map { "`\($0)`" }.joined(separator: " ")
    ] + tests
  }

  /// Suggestions for arithmetic.
  private static func arithmeticHelp(_ left: ValueType, _ right: ValueType) -> [String] {
    let types = [left, right]
    if types.contains(.string) {
      return ["the only arithmetic of strings is `+`, which joins two of them"]
    }
    if types.contains(.date) {
      return ["add a duration to a date, as in `… + 7 days`, or subtract two dates"]
    }
    if types.contains(.duration) {
      return ["durations can be added and subtracted; write a multiple as `(2 * 7) days`"]
    }
    if types.contains(.decimal), types.contains(.double) {
      return ["Decimals combine with Decimals, Ints and literals"]
    }
    return types.allSatisfy(\.isNumeric) ? [] : ["arithmetic needs numbers"]
  }

  private static func recordHelp(_ entity: Entity?) -> [String] {
    guard let entity else { return [] }
    let example = entity.displayProperty ?? entity.attributes.first?.name
    return [
      "compare it with a record such as `\(entity.name)#1`"
        + (example.map { ", or compare one of its attributes, as in `….\($0)`" } ?? "")
    ]
  }

  private static func operators(for type: ValueType) -> [String] {
    switch type {
    case .string:
      ["==", "!=", "<", "<=", ">", ">="] + StringMatch.Operation.allCases.map(\.rawValue) + ["in"]
    case .int, .double, .decimal, .date, .duration:
      ["==", "!=", "<", "<=", ">", ">=", "between", "in"]
    case .bool:
      ["==", "!=", "and", "or", "not"]
    case .uuid, .data:
      ["==", "!=", "in"]
    case .enumeration:
      ["==", "!=", "<", "<=", ">", ">=", "in", "~"]
    case .composite:
      ["==", "!="]
    case .list:
      ["==", "!=", "contains"]
    case .null, .record, .toMany:
      []
    }
  }
}
