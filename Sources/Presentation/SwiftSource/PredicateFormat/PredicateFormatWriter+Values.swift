import Expressions
import Foundation
import Model

/// Values: key paths, constants, arithmetic, functions and aggregates.
extension PredicateFormatWriter {
  func value(_ expression: TypedExpression) throws(Inexpressible) -> PredicateFormat {
    if let moment = movingMoment(expression) { return PredicateFormat(arguments.add(moment)) }
    if expression.isConstant, !expression.isMoment { return try literal(expression) }
    switch expression.kind {
    case .attribute(let path, let record):
      if case .list = expression.type { throw .array }
      if kinds.specialized(path.components[0]) != nil { throw .kind }
      return PredicateFormat(try keyPath(record, path.components))
    case .record(let record): return PredicateFormat(try keyPath(record, []))
    case .widen(let operand): return try value(operand)
    case .negate(let operand):
      return PredicateFormat("0 - " + (try value(operand)).text(.multiplication), .addition)
    case .arithmetic(let operation, let left, let right):
      return try arithmetic(operation, left, right, expression.type)
    case .coalesce(let first, let second):
      let (value, other) = (try value(first).text, try self.value(second).text)
      return PredicateFormat("TERNARY(\(value) != nil, \(value), \(other))")
    case .conditional(let condition, let then, let otherwise):
      let test = try self.condition(condition, isNegated: false).text
      let (first, second) = (try value(then).text, try value(otherwise).text)
      return PredicateFormat("TERNARY(\(test), \(first), \(second))")
    case .call(let function, let arguments): return try call(function, arguments)
    case .aggregate(let aggregate): return try self.aggregate(aggregate)
    case .duration: throw .dateArithmetic
    case .composite: throw .composite
    case .ordinal(let type, _), .caseAt(let type, _): throw .enumeration(type.name)
    case .shape: throw .shape
    default: throw .array
    }
  }

  /// A date relative to `now` or `today`, as an argument; nil for `now`, which has a function.
  private func movingMoment(_ expression: TypedExpression) -> String? {
    guard expression.type == .date, expression.isConstant, !expression.isMoment else { return nil }
    let constants = SwiftConstants(names: SwiftNames(), context: context, timeZone: .gmt)
    return constants.moment(expression).map { "\($0) as NSDate" }
  }

  private func literal(_ expression: TypedExpression) throws(Inexpressible) -> PredicateFormat {
    switch constant(expression) {
    case .null?: return PredicateFormat("nil")
    case .bool(let flag)?: return PredicateFormat(flag ? "YES" : "NO")
    case .int(let number)?: return PredicateFormat("\(number)")
    case .double(let number)? where number.isFinite: return PredicateFormat("\(number)")
    case .decimal(let number)?: return PredicateFormat("\(number)")
    case .string(let text)?: return PredicateFormat(Self.quoted(text))
    case .date(let moment)?: return PredicateFormat(Self.date(moment))
    case .uuid(let uuid)?:
      return PredicateFormat(
        arguments.add("UUID(uuidString: \"\(uuid.uuidString)\")! as CVarArg")
      )
    case .data(let data)?:
      let text = "Data(base64Encoded: \"\(data.base64EncodedString())\")! as CVarArg"
      return PredicateFormat(arguments.add(text))
    case .record?: throw .identity
    case .duration?: throw .dateArithmetic
    default: throw .array
    }
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing(scalar: "\\", with: "\\\\").replacing(scalar: "'", with: "\\'") + "'"
  }

  /// NSDate counts from 2001.
  private static func date(_ moment: Timestamp) -> String {
    let seconds = Double(moment.microseconds) / Double(Timestamp.microsecondsPerSecond)
    return "CAST(\(seconds - 978_307_200), 'NSDate')"
  }

  /// `budget.limit`, with `#` before reserved words.
  func keyPath(_ record: RecordExpression, _ names: [String]) throws(Inexpressible) -> String {
    let steps = try steps(to: record) + names.map(quotedKey)
    return steps.isEmpty ? "SELF" : steps.joined(separator: ".")
  }

  private func steps(to record: RecordExpression) throws(Inexpressible) -> [String] {
    switch record {
    case .scope(let level, _):
      guard variables.indices.contains(level) else { throw .outerRecord }
      // Inside a SUBQUERY, only SELF refers to the fetched record.
      if variables[level].isEmpty { return level == variables.count - 1 ? [] : ["SELF"] }
      return [variables[level]]
    case .toOne(let relationship, let base): return try steps(to: base) + [key(relationship)]
    }
  }

  private func key(_ relationship: RelationshipReference) throws(Inexpressible) -> String {
    if kinds.specialized(relationship.name) != nil { throw .kind }
    if UnnamedInverse.written(relationship.name) != nil { throw .unnamedInverse }
    return quotedKey(relationship.name)
  }

  private static let words: Set<String> = [
    "AND", "OR", "IN", "NOT", "ALL", "ANY", "SOME", "NONE", "LIKE", "CASEINSENSITIVE", "CI",
    "MATCHES", "CONTAINS", "BEGINSWITH", "ENDSWITH", "BETWEEN", "NULL", "NIL", "SELF", "TRUE",
    "YES", "FALSE", "NO", "FIRST", "LAST", "SIZE", "ANYKEY", "SUBQUERY", "FETCH", "CAST",
    "TRUEPREDICATE", "FALSEPREDICATE", "TERNARY", "FUNCTION",
  ]

  /// A name in the format, or as an argument for `%K` if it is not an identifier.
  private func quotedKey(_ name: String) -> String {
    if Self.words.contains(name.uppercased()) { return "#\(name)" }
    let isPlain =
      name.first.map { !$0.isNumber } ?? false
      && name.unicodeScalars.allSatisfy {
        $0 == "_" || $0.properties.isAlphabetic || "0"..."9" ~= $0
      }
    return isPlain ? name : arguments.addKey(FetchLiteralText.quoted(name))
  }

  private func arithmetic(
    _ operation: ArithmeticOperator,
    _ left: TypedExpression,
    _ right: TypedExpression,
    _ type: ValueType
  ) throws(Inexpressible) -> PredicateFormat {
    if type == .string { throw .concatenation }
    guard type.isNumeric else { throw .dateArithmetic }
    if operation == .remainder { throw .remainder }
    if operation == .divide {
      if type == .int { throw .integerDivision }
      guard right.isConstant, let divisor = constant(right), !divisor.isZero else {
        throw .divisionByAttribute
      }
    }
    let isSum = [.add, .subtract].contains(operation)
    let strength: PredicateStrength = isSum ? .addition : .multiplication
    let (first, second) = (try value(left), try value(right))
    return PredicateFormat(
      "\(first.text(strength)) \(operation.rawValue) \(second.text(strength.next))",
      strength
    )
  }

  private static let functions: [ScalarFunction: String] = [
    .lower: "lowercase", .upper: "uppercase", .abs: "abs", .floor: "floor", .ceil: "ceiling",
    .sqrt: "sqrt",
  ]

  private func call(
    _ function: ScalarFunction,
    _ arguments: [TypedExpression]
  ) throws(Inexpressible) -> PredicateFormat {
    if function == .now { return PredicateFormat("now()") }
    guard let argument = arguments.first, arguments.count == 1 else { throw .function(function) }
    if function == .length, case .attribute(let path, let record) = argument.kind {
      return PredicateFormat(try keyPath(record, path.components) + ".length")
    }
    guard let name = Self.functions[function] else { throw .function(function) }
    return PredicateFormat("\(name):(\(try value(argument).text))")
  }
}

// MARK: - Many records

extension PredicateFormatWriter {
  /// `ANY expenses.amount > 200`, or a SUBQUERY for more complex conditions.
  func any(_ any: ToManyAggregate) throws(Inexpressible) -> PredicateFormat {
    if any.filter == nil, let simple = try simpleAny(any) { return simple }
    return PredicateFormat(try subquery(any) + ".@count > 0", .comparison)
  }

  /// A comparison of one attribute with a constant; otherwise nil.
  private func simpleAny(_ any: ToManyAggregate) throws(Inexpressible) -> PredicateFormat? {
    guard case .comparison(let operation, let left, let right)? = any.element?.kind,
      case .attribute(let path, .scope(any.level, _)) = left.kind, right.isConstant
    else { return nil }
    let keys = try keyPath(any.base, []).droppingSelf + any.path.steps(key)
    let name = (keys + path.components.map(quotedKey)).joined(separator: ".")
    return PredicateFormat(
      "ANY \(name) \(operation.rawValue) \(try value(right).text(.addition))",
      .comparison
    )
  }

  /// `SUBQUERY(expenses, $e, $e.amount > 10)`
  private func subquery(_ aggregate: ToManyAggregate) throws(Inexpressible) -> String {
    guard aggregate.path.count == 1 else { throw .deepCount }
    let path = (try keyPath(aggregate.base, []).droppingSelf + aggregate.path.steps(key))
      .joined(separator: ".")
    var inner = self
    let variable =
      "$" + SwiftName.variable(aggregate.path[0].destination).prefix(1)
      + (aggregate.level > 1 ? "\(aggregate.level)" : "")
    inner.variables = Array(variables.prefix(aggregate.level)) + [variable]
    var texts: [String] = []
    let isQuantifier = aggregate.function == .any
    let conditions = [aggregate.filter, isQuantifier ? aggregate.element : nil].compactMap { $0 }
    for condition in conditions {
      let form = try inner.condition(condition, isNegated: false)
      texts.append(form.text(conditions.count > 1 ? .and : .or))
    }
    return "SUBQUERY(\(path), \(variable), \(texts.joined(separator: " AND ")))"
  }

  /// `expenses.@count`, `expenses.@sum.amount`
  func aggregate(_ aggregate: ToManyAggregate) throws(Inexpressible) -> PredicateFormat {
    let function = aggregate.function
    guard [.count, .sum, .avg, .min, .max].contains(function) else { throw .aggregate(function) }
    var path =
      aggregate.filter == nil
      ? (try keyPath(aggregate.base, []).droppingSelf + aggregate.path.steps(key))
        .joined(separator: ".")
      : try subquery(aggregate)
    guard let element = aggregate.element else { return PredicateFormat(path + ".@count") }
    guard case .attribute(let attribute, .scope(aggregate.level, _)) = element.kind,
      function != .count
    else { throw .aggregateOfExpression(function) }
    path += ".@\(function.rawValue)."
    return PredicateFormat(path + attribute.components.map(quotedKey).joined(separator: "."))
  }
}

extension [RelationshipReference] {
  fileprivate func steps(
    _ key: (RelationshipReference) throws(Inexpressible) -> String
  ) throws(Inexpressible) -> [String] {
    var steps: [String] = []
    for relationship in self { steps.append(try key(relationship)) }
    return steps
  }
}

extension String {
  /// The path as a list, empty for `SELF`.
  fileprivate var droppingSelf: [String] { self == "SELF" ? [] : [self] }
}

extension TypedExpression {
  /// Whether this is `now`, for which NSPredicate has a function.
  fileprivate var isMoment: Bool {
    if case .call(.now, _) = kind { true } else { false }
  }
}
