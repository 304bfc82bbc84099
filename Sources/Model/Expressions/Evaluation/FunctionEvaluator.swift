import Foundation
public import Model

/// Evaluates scalar functions. All but `min` and `max` return nil for a nil argument.
public struct FunctionEvaluator {
  private let context: EvaluationContext

  /// Creates an evaluator for one statement.
  public init(context: EvaluationContext) {
    self.context = context
  }

  /// The value of `function(arguments)`; the binder checked the arguments.
  public func call(
    _ function: ScalarFunction,
    _ arguments: [Value]
  ) throws(EvaluationError) -> Value {
    switch function {
    case .now: return .date(context.now)
    case .today: return .date(context.today)
    case .uuid: return .uuid(UUID())
    case .min, .max: return Self.extreme(of: arguments, order: function == .min ? -1 : 1)
    default: break
    }
    if arguments.contains(where: \.isNull) { return .null }
    do {
      if let body = FunctionBody.of(function) { return try body.result(arguments) }
      if let result = calendar(function, FunctionArguments(arguments)) { return result }
      guard let first = arguments.first else { return .null }
      switch first {
      case .string(let text): return Self.string(function, text)
      case .int(let number): return try Self.integer(function, number, arguments)
      case .double(let number): return Self.double(function, number, arguments)
      case .decimal(let number): return try Self.decimal(function, number, arguments)
      default: return .null
      }
    } catch {
      throw .functionOverflow(function, arguments)
    }
  }

  private static func extreme(of values: [Value], order: Int) -> Value {
    values.reduce(.null) { best, value in
      if value.isNull { return best }
      return best.isNull || ValueOrder.compare(value, best) == order ? value : best
    }
  }

  private static func string(_ function: ScalarFunction, _ text: String) -> Value {
    switch function {
    case .lower: return .string(text.lowercased())
    case .upper: return .string(text.uppercased())
    case .trim: return .string(TextFunctions.trimmed(text))
    case .length: return .int(TextFunctions.length(text))
    default: return .null
    }
  }

  private static func integer(
    _ function: ScalarFunction,
    _ number: Int64,
    _ arguments: [Value]
  ) throws(NumberFunctions.OutOfRange) -> Value {
    let others = arguments.dropFirst().compactMap { value -> Int64? in
      if case .int(let number) = value { number } else { nil }
    }
    switch (function, others.count) {
    case (.abs, _): return .int(try NumberFunctions.absolute(number))
    case (.round, 1): return .int(try NumberFunctions.rounded(number, digits: others[0]))
    case (.round, _), (.floor, _), (.ceil, _): return .int(number)
    case (.power, 1): return try NumberFunctions.power(number, others[0]).map(Value.int) ?? .null
    case (.date, 2):
      return DateFunctions.date(year: number, month: others[0], day: others[1]).map(Value.date)
        ?? .null
    default: return .null
    }
  }

  private static func double(
    _ function: ScalarFunction,
    _ number: Double,
    _ arguments: [Value]
  ) -> Value {
    switch (function, arguments.dropFirst().first) {
    case (.abs, _): .double(Swift.abs(number))
    case (.round, .int(let digits)?): .double(DoubleRounding.rounded(number, digits: digits))
    case (.round, _): .double(number.rounded(.toNearestOrAwayFromZero))
    case (.floor, _): .double(number.rounded(.down))
    case (.ceil, _): .double(number.rounded(.up))
    case (.sqrt, _): NumberFunctions.squareRoot(number).map(Value.double) ?? .null
    case (.power, .double(let exponent)?):
      NumberFunctions.power(number, exponent).map(Value.double) ?? .null
    default: .null
    }
  }

  private static func decimal(
    _ function: ScalarFunction,
    _ number: Decimal,
    _ arguments: [Value]
  ) throws(NumberFunctions.OutOfRange) -> Value {
    let result: Decimal?
    switch (function, arguments.dropFirst().first) {
    case (.abs, _): result = number.magnitude
    case (.round, .int(let digits)?): result = DecimalFunctions.rounded(number, digits: digits)
    case (.round, _): result = DecimalFunctions.rounded(number)
    case (.floor, _): result = DecimalFunctions.rounded(number, .down)
    case (.ceil, _): result = DecimalFunctions.rounded(number, .up)
    case (.sqrt, _):
      if number < 0 { return .null }
      result = DecimalFunctions.squareRoot(number)
    case (.power, .int(let exponent)?):
      if number.isZero, exponent < 0 { return .null }
      result = DecimalFunctions.power(number, exponent)
    default: return .null
    }
    guard let result else { throw NumberFunctions.OutOfRange() }
    return .decimal(result)
  }

  /// Functions of dates, and random numbers; nil for other functions.
  private func calendar(_ function: ScalarFunction, _ arguments: FunctionArguments) -> Value? {
    switch function {
    case .random:
      return RandomNumbers.value(arguments.preceded(by: .int(context.seed)))
    case .startOf, .endOf:
      guard let unit = CalendarUnit(rawValue: arguments.text(0)), let date = arguments.date(1)
      else {
        return .null
      }
      return DateFunctions.bound(function, unit, of: date, arguments.zone(2))
        .map { .date(Timestamp(microseconds: $0)) } ?? .null
    case .age:
      guard let date = arguments.date(0) else { return .null }
      let now = context.now.microseconds
      return .int(DateFunctions.difference(.years, from: date, to: now, arguments.zone(1)))
    default: break
    }
    guard let date = arguments.date(0) else { return nil }
    if DateFunctions.isPart(function) {
      return .int(DateFunctions.part(function, of: arguments.zone(1).shown(date)))
    }
    guard DateFunctions.isDifference(function), let end = arguments.date(1) else { return nil }
    return .int(DateFunctions.difference(function, from: date, to: end, arguments.zone(2)))
  }
}
