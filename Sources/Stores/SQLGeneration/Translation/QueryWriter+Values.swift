import Expressions
import Foundation
import Model
import Storage

/// Values: attributes, records, and calculations that cannot fail.
extension QueryWriter {
  /// An operand of an operator.
  mutating func side(_ expression: TypedExpression) throws(Untranslatable) -> SQLSide {
    if let value = try constant(expression) { return .constant(value) }
    return .operand(try operand(expression))
  }

  /// The value of an expression that reads no record; nil if it reads one.
  private func constant(_ expression: TypedExpression) throws(Untranslatable) -> Value? {
    if case .literal(let value) = expression.kind { return value }
    guard expression.isConstant, let moment else { return nil }
    do {
      return try ScalarEvaluator(source: NoRecords(), context: moment)
        .evaluate(expression, scopes: [])
    } catch {
      throw Untranslatable()
    }
  }

  /// A value that depends on the row.
  private mutating func operand(
    _ expression: TypedExpression
  ) throws(Untranslatable) -> SQLOperand {
    switch expression.kind {
    case .attribute(let path, let record):
      if record.entity == Grouping.entity {
        guard let value = groupValues[path] else { throw Untranslatable() }
        return value
      }
      return try table(of: record).operand(path)
    case .record(let record):
      return SQLOperand(.record(entity: record.entity), try number(of: record))
    case .aggregate(let aggregate) where aggregate.function != .any:
      return try reduction(aggregate)
    case .ordinal(let type, let operand):
      return try ordinal(operand, type)
    case .caseAt(let type, let operand):
      return try caseName(operand, type)
    case .widen(let operand) where expression.type == .decimal && dialect == .postgreSQL:
      let number = "(" + (try value(of: operand, as: .integer)) + ")::numeric"
      var decimal = SQLOperand(.server(.numeric(isBounded: true)), number)
      decimal.digits = DecimalDigits(whole: 19, fraction: 0)
      return decimal
    case .widen(let operand):
      guard expression.type == .double else { throw Untranslatable() }
      return SQLOperand(
        .real,
        "CAST(" + (try value(of: operand, as: .integer)) + " AS \(dialect.real))"
      )
    case .negate(let operand) where expression.type == .int && dialect == .postgreSQL:
      return SQLOperand(.integer, ("(-" + (try integer(operand)) + ")").failing)
    case .negate(let operand):
      return SQLOperand(.real, "(-" + (try value(of: operand, as: .real)) + ")")
    case .arithmetic(let operation, let left, let right):
      return try arithmetic(operation, left, right)
    case .coalesce(let first, let second):
      return try coalesced(first, second)
    case .conditional(let condition, let then, let otherwise):
      return try choice(condition, then, otherwise)
    case .call(let function, let arguments):
      return try call(function, arguments)
    default:
      return try conditionValue(expression)
    }
  }

  /// The number of a record's row. A column that never dangles is used directly, so that an index
  /// can find it.
  private mutating func number(of record: RecordExpression) throws(Untranslatable) -> SQLFragment {
    if case .toOne(let relationship, let base) = record {
      let owner = try table(of: base)
      if let link = owner.mapping.toOnes[relationship.name], !link.mayDangle, link.targets.isEmpty,
        translator.mapping.entities[relationship.destination]?.filter == nil,
        let column = link.columns.first
      {
        return owner.column(column)
      }
    }
    return try table(of: record).firstOfKey
  }

  /// A condition as a Bool.
  private mutating func conditionValue(
    _ expression: TypedExpression
  ) throws(Untranslatable) -> SQLOperand {
    guard expression.type == .bool, expression.isCondition else { throw Untranslatable() }
    let condition = try exactly { writer throws(Untranslatable) in
      try writer.condition(expression)
    }
    return SQLOperand(.bool, condition.asValue)
  }

  // MARK: - Enums

  private mutating func ordinal(
    _ operand: TypedExpression,
    _ type: EnumerationType
  ) throws(Untranslatable) -> SQLOperand {
    let name = try value(of: operand, as: .text)
    let places = type.cases.enumerated().map { place, name in
      (SQLFragment.binding(.text(name)), SQLFragment("\(place)"))
    }
    return SQLOperand(.integer, .choice(by: name, of: places))
  }

  private mutating func caseName(
    _ operand: TypedExpression,
    _ type: EnumerationType
  ) throws(Untranslatable) -> SQLOperand {
    let place = try value(of: operand, as: .integer)
    let names = type.cases.enumerated().map { place, name in
      (SQLFragment("\(place)"), SQLFragment.binding(.text(name)))
    }
    return SQLOperand(.text, .choice(by: place, of: names))
  }

  // MARK: - Numbers and strings

  /// Arithmetic with Doubles, whose invalid results are NULL in SQL and nil in the language, and
  /// `+` of strings. Ints may overflow, which SQLite answers with a Double.
  private mutating func arithmetic(
    _ operation: ArithmeticOperator,
    _ left: TypedExpression,
    _ right: TypedExpression
  ) throws(Untranslatable) -> SQLOperand {
    let form: SQLForm = left.type == .string ? .text : .real
    if dialect == .postgreSQL, form != .text { return try serverArithmetic(operation, left, right) }
    let sign: String
    switch operation {
    case .add: sign = form == .text ? "||" : "+"
    case .subtract, .multiply, .divide:
      guard form == .real else { throw Untranslatable() }
      sign = operation.rawValue
    case .remainder: throw Untranslatable()
    }
    let (a, b) = (try value(of: left, as: form), try value(of: right, as: form))
    return SQLOperand(form, "(" + a + " \(sign) " + b + ")")
  }

  /// Arithmetic of a server. It reports an overflow, which is infinity in the language for Doubles,
  /// and an error for Ints.
  private mutating func serverArithmetic(
    _ operation: ArithmeticOperator,
    _ left: TypedExpression,
    _ right: TypedExpression
  ) throws(Untranslatable) -> SQLOperand {
    let divides = operation == .divide || operation == .remainder
    if left.type == .decimal { return try decimal(operation, left, right) }
    if left.type == .int {
      let (a, b) = (try integer(left), try integer(right))
      let divisor = divides ? "nullif(" + b + ", 0)" : b
      return SQLOperand(.integer, ("(" + a + " \(operation.rawValue) " + divisor + ")").failing)
    }
    guard left.type == .double, operation != .remainder else { throw Untranslatable() }
    let (a, b) = (try real(left), try real(right))
    let divisor = divides ? "nullif(" + b + ", 0)" : b
    let result = ("(" + a + " \(operation.rawValue) " + divisor + ")").failing
    // NaN is a result of NaN, which reads as nil, and of infinite numbers.
    return SQLOperand(
      .real,
      GuardedColumn(
        result,
        guardCondition: result + " IS NOT NULL AND " + result + " <> 'NaN'",
        fitting: nil
      )
    )
  }

  /// Arithmetic of Decimals whose result is not rounded, whatever the values are.
  private mutating func decimal(
    _ operation: ArithmeticOperator,
    _ left: TypedExpression,
    _ right: TypedExpression
  ) throws(Untranslatable) -> SQLOperand {
    let (a, b) = (try decimal(left), try decimal(right))
    guard let first = a.digits, let second = b.digits,
      let digits = first.result(operation, second)
    else { throw Untranslatable() }
    var result = SQLOperand(a.form, "(" + a.value + " \(operation.rawValue) " + b.value + ")")
    result.digits = digits
    return result
  }

  /// A Decimal with its digits.
  mutating func decimal(
    _ expression: TypedExpression
  ) throws(Untranslatable) -> SQLOperand {
    let form = SQLForm.server(.numeric(isBounded: true))
    switch try side(expression) {
    case .operand(let operand):
      guard operand.form == form else { throw Untranslatable() }
      return operand
    case .constant(let constant):
      guard case .decimal(let number) = constant, !number.isNaN,
        let binding = form.binding(constant, dialect)
      else { throw Untranslatable() }
      var operand = SQLOperand(form, .binding(binding))
      let digits = number.significand.description.count
      operand.digits = DecimalDigits(
        whole: max(0, digits + number.exponent),
        fraction: max(0, -number.exponent)
      )
      return operand
    }
  }

  /// The value of an Int with 64 bits.
  mutating func integer(_ expression: TypedExpression) throws(Untranslatable) -> SQLFragment {
    "(" + (try value(of: expression, as: .integer)) + ")::int8"
  }

  /// The value of a Double; NaN for some nils.
  private mutating func real(_ expression: TypedExpression) throws(Untranslatable) -> SQLFragment {
    let side = try side(expression)
    if case .operand(let operand) = side, operand.form == .real, let guarded = operand.guarded {
      return guarded.column + "::float8"
    }
    return "(" + (try value(of: side, as: .real)) + ")::float8"
  }

  // MARK: - Choices

  private mutating func coalesced(
    _ first: TypedExpression,
    _ second: TypedExpression
  ) throws(Untranslatable) -> SQLOperand {
    let (form, values) = try sameForm([first, second])
    return SQLOperand(form, "coalesce(" + values.joined(", ") + ")")
  }

  private mutating func choice(
    _ condition: TypedExpression,
    _ then: TypedExpression,
    _ otherwise: TypedExpression
  ) throws(Untranslatable) -> SQLOperand {
    let condition = try exactly { writer throws(Untranslatable) in
      try writer.condition(condition)
    }
    let (form, values) = try sameForm([then, otherwise])
    return SQLOperand(
      form,
      "CASE WHEN " + condition.sql + " THEN " + values.joined(" ELSE ") + " END"
    )
  }

  /// The values of alternatives in their common form.
  mutating func sameForm(
    _ alternatives: [TypedExpression]
  ) throws(Untranslatable) -> (SQLForm, [SQLFragment]) {
    let sides = try alternatives.map { part throws(Untranslatable) in try side(part) }
    var form: SQLForm?
    for case .operand(let operand) in sides {
      guard form == nil || form == operand.form else { throw Untranslatable() }
      form = operand.form
    }
    guard let form = form ?? SQLForm.ofConstants(alternatives.first?.type) else {
      throw Untranslatable()
    }
    return (form, try sides.map { side throws(Untranslatable) in try value(of: side, as: form) })
  }

  /// The value of an expression in `form`.
  mutating func value(
    of expression: TypedExpression,
    as form: SQLForm
  ) throws(Untranslatable) -> SQLFragment {
    try value(of: try side(expression), as: form)
  }

  private func value(of side: SQLSide, as form: SQLForm) throws(Untranslatable) -> SQLFragment {
    switch side {
    case .operand(let operand):
      guard operand.form == form else { throw Untranslatable() }
      return operand.value
    case .constant(.null):
      return .binding(.null)
    case .constant(let constant):
      guard let binding = try binding(constant, for: form) else { throw Untranslatable() }
      return .binding(binding)
    }
  }
}

extension SQLForm {
  /// The form of constants of a type if no column determines how they are encoded.
  fileprivate static func ofConstants(_ type: ValueType?) -> SQLForm? {
    switch type {
    case .int: .integer
    case .double: .real
    case .string, .enumeration: .text
    case .bool: .bool
    case .date: .date(microsecondsPerUnit: 1)
    default: nil
    }
  }
}

extension TypedExpression {
  /// Whether it always is true or false.
  fileprivate var isCondition: Bool {
    switch kind {
    case .comparison, .match, .membership, .membershipInQuery, .range, .isNull, .not, .and, .or:
      true
    case .aggregate(let aggregate): aggregate.function == .any
    default: false
    }
  }
}
