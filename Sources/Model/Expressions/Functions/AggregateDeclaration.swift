public import Model

/// The declaration of an aggregate function.
public struct AggregateDeclaration: Sendable {
  /// The aggregate.
  public let function: AggregateFunction
  /// One line of help.
  public let summary: String
  /// An example that runs on the demo.
  public let example: String
  /// The arguments for help.
  public var usage = "path"
  /// What the second argument is; nil if there is none.
  public var second: Second?

  /// The second arguments of aggregates.
  public enum Second: Sendable {
    /// Another number of the same record.
    case number
    /// A constant between 0 and 1.
    case fraction
    /// A constant string.
    case separator
  }

  /// Whether it depends on the order of the values, which `sort` in its argument then chooses.
  public var isOrdered: Bool {
    switch function {
    case .first, .last, .list, .text: true
    default: false
    }
  }

  /// All aggregates, in the order of the manual.
  public static let all: [AggregateDeclaration] = [
    .init(
      function: .count,
      summary: "the number of records, or of values that are not nil",
      example: "fetch Expense select budget.name, count() group by budget.name"
    ),
    .init(
      function: .sum,
      summary: "the sum; 0 if there are no values",
      example: "fetch Budget select name, sum(expenses.amount)"
    ),
    .init(
      function: .avg,
      summary: "the mean; nil if there are no values",
      example: "fetch User select avg(age)"
    ),
    .init(
      function: .min,
      summary: "the minimum; nil if there are no values",
      example: "fetch User select min(age)"
    ),
    .init(
      function: .max,
      summary: "the maximum; nil if there are no values",
      example: "fetch User select city, max(balance) group by city"
    ),
    .init(
      function: .median,
      summary: "the median; nil if there are no values",
      example: "fetch User select median(balance)"
    ),
    .init(
      function: .percentile,
      summary:
        "the value below which a fraction of the values is, interpolated; nil if there are none",
      example: "fetch User select city, percentile(balance, 0.9) group by city limit 3",
      usage: "path, fraction",
      second: .fraction
    ),
    .init(
      function: .mode,
      summary: "the most frequent value; of several the least",
      example: "fetch User select mode(city)"
    ),
    .init(
      function: .variance,
      summary: "the sample variance; nil for fewer than two values",
      example: "fetch User select variance(age)"
    ),
    .init(
      function: .stddev,
      summary: "the sample standard deviation; nil for fewer than two values",
      example: "fetch User select stddev(age)"
    ),
    .init(
      function: .stddevp,
      summary: "the standard deviation of all values, not of a sample",
      example: "fetch User select stddevp(age)"
    ),
    .init(
      function: .skewness,
      summary: "the sample skewness; nil for fewer than three values",
      example: "fetch User select skewness(balance)"
    ),
    .init(
      function: .correlation,
      summary: "the correlation of two numbers, −1 to 1; nil if one is always the same",
      example: "fetch User select correlation(age, balance)",
      usage: "x, y",
      second: .number
    ),
    .init(
      function: .regression,
      summary: "slope, intercept and r² of the line that predicts `y` from `x`",
      example: "fetch Expense select regression(quantity, amount)",
      usage: "x, y",
      second: .number
    ),
    .init(
      function: .first,
      summary: "the first value by identity or `sort`; nil if there are none",
      example: "fetch Budget select name, first(expenses.name sort amount desc)",
      usage: "path sort key"
    ),
    .init(
      function: .last,
      summary: "the last value by identity or `sort`; nil if there are none",
      example: "fetch Budget select name, last(expenses.name)",
      usage: "path sort key"
    ),
    .init(
      function: .list,
      summary:
        "all values in the order of identity or `sort`; `distinct` ones once, at most `limit`",
      example: "fetch Budget select name, list(expenses.amount sort amount desc limit 3)",
      usage: "path sort key limit n"
    ),
    .init(
      function: .text,
      summary: "the strings with a separator; nil if there are none",
      example: "fetch Budget select name, text(expenses.name, \", \")",
      usage: "path, separator",
      second: .separator
    ),
  ]

  /// The aggregate with a name in any case.
  public static func named(_ name: String) -> AggregateDeclaration? {
    all.first { $0.function.rawValue == name.lowercased() }
  }
}
