import Foundation
public import Model

/// What each function of values computes; with a nil argument every function but `min` and `max`
/// gives nil.
public struct FunctionEvaluator {
  private let context: EvaluationContext

  /// Makes an evaluator for one statement.
  public init(context: EvaluationContext) {
    self.context = context
  }

  /// The value of `function(arguments)`; the number of arguments was checked by the binder.
  public func call(
    _ function: ScalarFunction,
    _ arguments: [Value]
  ) throws(EvaluationError) -> Value {
    switch function {
    case .now: return .date(context.now)
    case .today: return .date(context.today)
    case .uuid: return .uuid(UUID())
    case .min, .max: return Self.extreme(of: arguments, order: function == .min ? -1 : 1)
    default:
      guard let argument = arguments.first else { return .null }
      return try Self.unary(function, argument)
    }
  }

  private static func unary(
    _ function: ScalarFunction,
    _ argument: Value
  ) throws(EvaluationError) -> Value {
    switch argument {
    case .string(let text): string(function, text)
    case .int(let number): try integer(function, number)
    case .double(let number): double(function, number)
    case .decimal(let number): decimal(function, number)
    case .date(let date): .int(part(function, of: date))
    default: .null
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
    case .lower: .string(text.lowercased())
    case .upper: .string(text.uppercased())
    case .trim: .string(text.trimmingCharacters(in: .whitespacesAndNewlines))
    case .length: .int(Int64(text.count))
    default: .null
    }
  }

  private static func integer(
    _ function: ScalarFunction,
    _ number: Int64
  ) throws(EvaluationError) -> Value {
    switch function {
    case .abs:
      guard number != .min else { throw .functionOverflow(.abs, .int(number)) }
      return .int(Swift.abs(number))
    case .round, .floor, .ceil:
      return .int(number)
    default:
      return .null
    }
  }

  private static func double(_ function: ScalarFunction, _ number: Double) -> Value {
    switch function {
    case .abs: .double(Swift.abs(number))
    case .round: .double(number.rounded(.toNearestOrAwayFromZero))
    case .floor: .double(number.rounded(.down))
    case .ceil: .double(number.rounded(.up))
    case .sqrt: number < 0 ? .null : .double(number.squareRoot())
    default: .null
    }
  }

  private static func decimal(_ function: ScalarFunction, _ number: Decimal) -> Value {
    switch function {
    case .abs: .decimal(number.magnitude)
    case .round: .decimal(rounded(number, .plain))
    case .floor: .decimal(rounded(number, .down))
    case .ceil: .decimal(rounded(number, .up))
    default: .null
    }
  }

  /// `.plain` goes half away from zero.
  private static func rounded(_ number: Decimal, _ mode: Decimal.RoundingMode) -> Decimal {
    var number = number
    var result = Decimal()
    NSDecimalRound(&result, &number, 0, mode)
    return result
  }

  /// A calendar part in UTC; weekday 1 is Sunday.
  private static func part(_ function: ScalarFunction, of moment: Timestamp) -> Int64 {
    let civil = CivilMoment(moment)
    switch function {
    case .year: return civil.date.year
    case .month: return civil.date.month
    case .day: return civil.date.day
    case .weekday: return ((civil.date.dayNumber % 7 + 7) + 4) % 7 + 1
    case .hour: return civil.timeOfDay / (3600 * Timestamp.microsecondsPerSecond)
    default: return civil.timeOfDay / (60 * Timestamp.microsecondsPerSecond) % 60
    }
  }
}
