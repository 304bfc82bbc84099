import Expressions
import Foundation
import Model

/// Functions that a server computes exactly as the language does. `QueryWriter+Dates` has those of
/// dates.
extension QueryWriter {
  /// The value of a call.
  mutating func call(
    _ function: ScalarFunction,
    _ arguments: [TypedExpression]
  ) throws(Untranslatable) -> SQLOperand {
    guard let type = arguments.first?.type else { throw Untranslatable() }
    if function == .abs, type == .double, arguments.count == 1 {
      return SQLOperand(.real, "abs(" + (try value(of: arguments[0], as: .real)) + ")")
    }
    guard dialect == .postgreSQL else { throw Untranslatable() }
    let result =
      switch (function, arguments.count) {
      case (.min, 2...): try extreme("least", arguments)
      case (.max, 2...): try extreme("greatest", arguments)
      case (.bin, 2): try bin(arguments[0], arguments[1])
      case (.round, 2) where type == .decimal: try rounded(arguments[0], arguments[1])
      case (.replace, 3): try replaced(arguments)
      case (.startOf, 2), (.endOf, 2): try bound(function, arguments[0], of: arguments[1])
      case (_, 2): try difference(function, arguments[0], arguments[1])
      case (_, 1) where type == .date: try part(function, of: arguments[0])
      case (_, 1): try ofNumber(function, arguments[0])
      default: throw Untranslatable()
      }
    // Some repeat their arguments.
    guard result.value.text.utf8.count <= Self.longestCall else { throw Untranslatable() }
    return result
  }

  private static let longestCall = 4000

  // MARK: - Numbers

  private static let decimal = SQLForm.server(.numeric(isBounded: true))

  /// A function of one number, or a conversion.
  private mutating func ofNumber(
    _ function: ScalarFunction,
    _ argument: TypedExpression
  ) throws(Untranslatable) -> SQLOperand {
    switch (argument.type, function) {
    case (.int, .abs):
      return SQLOperand(.integer, ("abs(" + (try integer(argument)) + ")").failing)
    case (.int, .round), (.int, .floor), (.int, .ceil):
      return SQLOperand(.integer, try integer(argument))
    case (.int, .sign), (.double, .sign), (.decimal, .sign):
      let number =
        argument.type == .decimal ? try decimal(argument).value : try signed(argument)
      return SQLOperand(.integer, "sign(" + number + ")::int8")
    case (.double, .floor), (.double, .ceil), (.double, .round), (.double, .sqrt):
      let number = "(" + (try value(of: argument, as: .real)) + ")::float8"
      return SQLOperand(.real, Self.double(function, number))
    case (.decimal, .abs), (.decimal, .floor), (.decimal, .ceil), (.decimal, .round):
      let number = try decimal(argument)
      var result = SQLOperand(Self.decimal, "\(function.name)(" + number.value + ")")
      result.digits = number.digits.flatMap {
        function == .abs ? $0 : DecimalDigits(whole: $0.whole + 1, fraction: 0)
      }
      return result
    default: return try conversion(function, argument)
    }
  }

  private static func double(_ function: ScalarFunction, _ number: SQLFragment) -> SQLFragment {
    switch function {
    case .sqrt: "CASE WHEN " + number + " >= 0 THEN sqrt(" + number + ") END"
    // The greatest Double below a half rounds halves away from zero, and nothing else up.
    case .round: "trunc(" + number + " + sign(" + number + ") * 0.49999999999999994::float8)"
    default: "\(function.name)(" + number + ")"
    }
  }

  /// A Double with the sign of a number.
  private mutating func signed(_ expression: TypedExpression) throws(Untranslatable) -> SQLFragment
  {
    let form: SQLForm = expression.type == .int ? .integer : .real
    return "(" + (try value(of: expression, as: form)) + ")::float8"
  }

  /// A Decimal rounded to a number of decimal places.
  private mutating func rounded(
    _ argument: TypedExpression,
    _ places: TypedExpression
  ) throws(Untranslatable) -> SQLOperand {
    guard case .literal(.int(let places)) = places.kind, 0...38 ~= places else {
      throw Untranslatable()
    }
    return SQLOperand(Self.decimal, "round(" + (try decimal(argument).value) + ", \(places))")
  }

  /// The least or the greatest value that is not nil.
  private mutating func extreme(
    _ function: String,
    _ arguments: [TypedExpression]
  ) throws(Untranslatable) -> SQLOperand {
    let (form, values) = try sameForm(arguments)
    switch form {
    case .integer, .real, .server(.numeric), .server(.timestamp), .server(.timestampWithZone):
      return SQLOperand(form, "\(function)(" + values.joined(", ") + ")")
    default: throw Untranslatable()
    }
  }

  /// The start of the interval of a width.
  private mutating func bin(
    _ argument: TypedExpression,
    _ width: TypedExpression
  ) throws(Untranslatable) -> SQLOperand {
    switch try side(width) {
    case .constant(.int(let width)) where width > 0:
      let number = try integer(argument)
      let rest = "((" + number + " % \(width) + \(width)) % \(width))"
      return SQLOperand(.integer, ("(" + number + " - " + rest + ")").failing)
    case .constant(.duration(let width)):
      guard let unit = width.calendarUnit else { throw Untranslatable() }
      return try start(of: unit, argument)
    default: throw Untranslatable()
    }
  }

  // MARK: - Strings

  /// A string with occurrences of another one replaced by one that is no longer: strings must not
  /// become too long.
  private mutating func replaced(
    _ arguments: [TypedExpression]
  ) throws(Untranslatable) -> SQLOperand {
    guard arguments[1].type == .string,
      case .constant(.string(let old)) = try side(arguments[1]),
      case .constant(.string(let new)) = try side(arguments[2]),
      new.utf8.count <= old.utf8.count, !(old + new).utf8.contains(0)
    else { throw Untranslatable() }
    let text = try value(of: arguments[0], as: .text)
    return SQLOperand(
      .text,
      "replace(" + text + dialect.byBytes + ", " + .binding(.text(old)) + ", "
        + .binding(.text(new)) + ")"
    )
  }

  /// A conversion. Those that are missing write or read numbers and dates in the server's own form.
  private mutating func conversion(
    _ function: ScalarFunction,
    _ argument: TypedExpression
  ) throws(Untranslatable) -> SQLOperand {
    switch (function, argument.type) {
    case (.toInt, .int): return try operand(of: argument)
    case (.toInt, .double):
      let number = "(" + (try value(of: argument, as: .real)) + ")::float8"
      let range =
        " >= -9223372036854775808::float8 AND " + number + " < 9223372036854775808::float8"
      return SQLOperand(
        .integer,
        "CASE WHEN " + number + range + " THEN trunc(" + number + ")::int8 END"
      )
    case (.toInt, .decimal):
      let number = "trunc(" + (try decimal(argument).value) + ")"
      let range = " BETWEEN -9223372036854775808 AND 9223372036854775807"
      return SQLOperand(.integer, "CASE WHEN " + number + range + " THEN " + number + "::int8 END")
    case (.toInt, .string):
      let text = "(" + (try value(of: argument, as: .text)) + ")" + dialect.byBytes
      let range = "::numeric BETWEEN -9223372036854775808 AND 9223372036854775807"
      return SQLOperand(
        .integer,
        ("CASE WHEN " + text + " ~ '^[-+]?[0-9]+$' THEN CASE WHEN (" + text + ")" + range
          + " THEN (" + text + ")::int8 END END").failing
      )
    case (.toDouble, .int): return SQLOperand(.real, try signed(argument))
    case (.toDouble, .decimal):
      return SQLOperand(.real, "(" + (try decimal(argument).value) + ")::float8")
    case (.toDecimal, .int):
      return SQLOperand(Self.decimal, "(" + (try integer(argument)) + ")::numeric")
    case (.toString, .int):
      return SQLOperand(.text, "(" + (try integer(argument)) + ")::text" + dialect.byBytes)
    case (.toString, .uuid):
      let text = "(" + (try value(of: argument, as: .server(.uuid))) + ")::text"
      return SQLOperand(.text, "upper(" + text + dialect.byBytes + ")")
    case (.toString, .string): return try operand(of: argument)
    default: throw Untranslatable()
    }
  }

  /// The operand of an expression that reads a record.
  private mutating func operand(
    of expression: TypedExpression
  ) throws(Untranslatable) -> SQLOperand {
    guard case .operand(let operand) = try side(expression) else { throw Untranslatable() }
    return operand
  }

  /// A comparison of a function of a string with a constant; nil for others. The server decides
  /// ASCII strings without carriage returns, whose characters are bytes, and accepts all others.
  mutating func asciiTest(
    _ operation: ComparisonOperator,
    _ left: TypedExpression,
    _ right: TypedExpression
  ) throws(Untranslatable) -> SQLCondition? {
    guard dialect == .postgreSQL, case .call(let function, let arguments) = left.kind,
      !left.isConstant, case .constant(let constant) = try side(right),
      arguments.first?.type == .string, case .operand(let operand) = try side(arguments[0]),
      operand.form == .text
    else { return nil }
    let text = "(" + operand.value + ")" + dialect.byBytes
    var form = SQLForm.text
    let value: SQLFragment
    switch (function, arguments.dropFirst().first?.kind) {
    case (.length, nil): (form, value) = (.integer, "length(" + text + ")::int8")
    case (.lower, nil), (.upper, nil): value = "\(function.name)(" + text + ")"
    case (.trim, nil): value = "btrim(" + text + ", E' \\t\\n\\x0B\\f')"
    case (.reversed, nil): value = "reverse(" + text + ")"
    case (.prefix, .literal(.int(let count))?) where 0...Int64(Int32.max) ~= count:
      value = "left(" + text + ", \(count))"
    case (.suffix, .literal(.int(let count))?) where 0...Int64(Int32.max) ~= count:
      value = "right(" + text + ", \(count))"
    default: return nil
    }
    let condition = try comparison(operation, SQLOperand(form, value), with: constant)
    try widen()
    let isOther =
      "octet_length(" + text + ") > length(" + text + ") OR strpos(" + text
      + ", E'\\r') > 0"
    return .any([condition, SQLCondition(isOther, .or)])
  }
}
