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
  /// The value below which a fraction of the numbers is, interpolated.
  case percentile
  /// The most frequent value; of several the least.
  case mode
  /// The standard deviation of a sample; nil for fewer than two numbers.
  case stddev
  /// The standard deviation of all numbers, not of a sample.
  case stddevp
  /// The variance of a sample; nil for fewer than two numbers.
  case variance
  /// The skewness of a sample; nil for fewer than three numbers.
  case skewness
  /// The correlation of two numbers.
  case correlation
  /// The slope, the intercept and the coefficient of determination of a line through points.
  case regression
  /// The first value that is not nil, in identity order.
  case first
  /// The last value that is not nil, in identity order.
  case last
  /// The number of different values.
  case countDistinct = "count distinct"
  /// The values in the order of the records.
  case list
  /// The strings in the order of the records, with a separator.
  case text
  /// Whether a Bool is true for some record. Written as a quantifier, not as a call: `all p` is
  /// `not any (not p)`, `none p` is `not any p`.
  case any
}

extension AggregateFunction {
  /// The name in queries.
  public var name: String { self == .countDistinct ? Self.count.rawValue : rawValue }
}

/// Options of an aggregate: order, `distinct`, limit and constant argument.
public struct AggregateOptions: Hashable, Sendable {
  /// How a sort key of `first(name sort date desc)` orders.
  public struct Order: Hashable, Sendable {
    /// Whether the order is descending.
    public let isDescending: Bool
    /// Whether nils come first.
    public let nullsFirst: Bool
    /// The order of strings.
    public let order: StringOrder

    /// Creates an order.
    public init(isDescending: Bool, nullsFirst: Bool, order: StringOrder) {
      self.isDescending = isDescending
      self.nullsFirst = nullsFirst
      self.order = order
    }
  }

  /// The orders of the sort keys; the element is then a list of the value and the keys.
  public var sort: [Order]
  /// Whether equal values count once.
  public var isDistinct: Bool
  /// The maximum number of values; nil for all.
  public var limit: Int?
  /// The fraction of `percentile`, or the separator of `text`.
  public var argument: Value

  /// Creates options.
  public init(
    sort: [Order] = [],
    isDistinct: Bool = false,
    limit: Int? = nil,
    argument: Value = .null
  ) {
    self.sort = sort
    self.isDistinct = isDistinct
    self.limit = limit
    self.argument = argument
  }
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
  /// The start of the session's day when the statement began.
  case today
  /// A new random UUID, only as a default value.
  case uuid
  case lower
  case upper
  case trim
  case length
  /// The string with each occurrence of another one replaced.
  case replace
  /// The string with each match of a regular expression replaced.
  case replaceMatches = "replace //"
  case prefix
  case suffix
  /// A part of a string.
  case slice
  case split
  case join
  /// The place of a string in another one, starting at 0.
  case position
  /// How often a string is in another one.
  case occurrences = "count"
  case capitalized
  /// The string filled up with spaces.
  case padded
  case repeated
  case reversed
  /// The first match of a regular expression, or one of its groups.
  case match
  case toInt = "Int"
  case toDouble = "Double"
  case toDecimal = "Decimal"
  case toString = "String"
  case toBool = "Bool"
  case toDate = "Date"
  case toUUID = "UUID"
  case abs
  case round
  case floor
  case ceil
  case sqrt
  case power
  case exp
  /// The natural logarithm.
  case ln
  case log10
  case log2
  case sin
  case cos
  case tan
  case asin
  case acos
  case atan
  case atan2
  case pi
  case sign
  case clamp
  case gcd
  /// The start of the interval of a given width.
  case bin
  /// The start of one of a number of intervals of a range.
  case bins
  /// A random number that depends on the statement's seed and the record.
  case random
  case year
  case month
  case day
  case weekday
  case hour
  case minute
  case second
  case quarter
  /// The week of ISO 8601.
  case week
  case isoYear
  case dayOfYear
  case startOf
  case endOf
  /// The start of a day of the UTC calendar.
  case date
  /// The whole days between two moments.
  case days
  case seconds
  case minutes
  case hours
  case weeks
  case months
  case years
  /// The whole years until the statement began.
  case age
  /// The least of two or more arguments, nils skipped.
  case min
  /// The greatest of two or more arguments, nils skipped.
  case max
  /// Whether a row of groups is a total of a key. The binder replaces it.
  case isTotal

  /// The name in queries; functions with arguments of different kinds share a name.
  public var name: String { rawValue.prefix { $0 != " " }.description }
}
