/// `+ - * / %`
public enum ArithmeticOperator: String, Hashable, Sendable, CaseIterable {
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case remainder = "%"
}

/// `== != < <= > >=`
public enum ComparisonOperator: String, Hashable, Sendable, CaseIterable {
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
}

/// How a string operator compares.
public struct StringMatch: Hashable, Sendable {
  /// The operators.
  public enum Operation: String, Hashable, Sendable, CaseIterable {
    /// `~`: `localizedStandardContains`
    case looselyContains = "~"
    /// `=~`: equal, ignoring case and diacritics
    case looselyEquals = "=~"
    case contains = "contains"
    case startsWith = "starts with"
    case endsWith = "ends with"
    /// The whole string, with `*` for any characters and `?` for one character
    case like = "like"
    /// A regular expression, anywhere in the string unless it is anchored
    case matches = "matches"
  }

  /// The operator.
  public let operation: Operation
  /// Whether `[c]` was given; `~` and `=~` always ignore case.
  public let ignoresCase: Bool
  /// Whether `[d]` was given; `~` and `=~` always ignore diacritics.
  public let ignoresDiacritics: Bool

  /// Creates a string operator.
  public init(
    _ operation: Operation,
    ignoresCase: Bool = false,
    ignoresDiacritics: Bool = false
  ) {
    self.operation = operation
    self.ignoresCase = ignoresCase
    self.ignoresDiacritics = ignoresDiacritics
  }
}

/// The aggregate functions, which skip nils.
public enum AggregateFunction: String, Hashable, Sendable, CaseIterable {
  case count
  case sum
  case avg
  case min
  case max
  /// The middle value of numbers, or the mean of the two in the middle.
  case median
  /// The standard deviation of a sample; nil for fewer than two numbers.
  case stddev
  /// The first value that is not nil, in identity order.
  case first
  /// The last value that is not nil, in identity order.
  case last
  /// The number of different values.
  case countDistinct = "count distinct"
  /// The values in the order of the records.
  case list
  /// Whether a Bool is true for some record. Written as a quantifier, not as a call: `all p` is
  /// `not any (not p)`, `none p` is `not any p`.
  case any
}

/// The units of a duration. Units up to weeks are exact; months and years follow the calendar.
public enum TimeUnit: String, Hashable, Sendable, CaseIterable {
  case seconds
  case minutes
  case hours
  case days
  case weeks
  case months
  case years

  /// One of this unit.
  public var span: TimeSpan {
    switch self {
    case .seconds: TimeSpan(microseconds: Timestamp.microsecondsPerSecond)
    case .minutes: TimeSpan(microseconds: 60 * Timestamp.microsecondsPerSecond)
    case .hours: TimeSpan(microseconds: 3600 * Timestamp.microsecondsPerSecond)
    case .days: TimeSpan(microseconds: Timestamp.microsecondsPerDay)
    case .weeks: TimeSpan(microseconds: 7 * Timestamp.microsecondsPerDay)
    case .months: TimeSpan(months: 1)
    case .years: TimeSpan(months: 12)
    }
  }
}

/// The scalar functions; a raw value is the function's name.
public enum ScalarFunction: String, Hashable, Sendable, CaseIterable {
  /// The moment at which the statement began, the same throughout it.
  case now
  /// The start of the session's day in which the statement began.
  case today
  /// A new random UUID, only as a default value.
  case uuid
  case lower
  case upper
  case trim
  case length
  /// The string with each occurrence of another one replaced.
  case replace
  case abs
  case round
  case floor
  case ceil
  case sqrt
  case power
  case year
  case month
  case day
  case weekday
  case hour
  case minute
  /// The start of a day of the UTC calendar.
  case date
  /// The whole days between two moments.
  case days
  /// The least of two or more arguments, nils skipped.
  case min
  /// The greatest of two or more arguments, nils skipped.
  case max
}
