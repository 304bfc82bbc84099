public import Model

/// The declaration of a scalar function for binder, completion and help.
public struct FunctionDeclaration: Sendable {
  /// The types of the arguments and the result.
  public struct Signature: Sendable {
    /// The types of the arguments, in order.
    public let parameters: [ValueType]
    /// The type of the result.
    public let result: ValueType
    /// The function if it is another one than that of the declaration.
    public var function: ScalarFunction?
  }

  /// The kinds of arguments.
  public enum Form: Sendable {
    /// One of these signatures; the first match wins.
    case signatures([Signature])
    /// Two or more arguments of one ordered type.
    case several
    /// The given number of arguments of one ordered type.
    case same(Int)
  }

  /// The function.
  public let function: ScalarFunction
  /// The kinds of arguments.
  public let form: Form
  /// The names of the arguments for help.
  public let arguments: [String]
  /// One line of help.
  public let summary: String
  /// An example that runs on the demo.
  public let example: String
  /// Whether `in "Europe/Oslo"` after a date chooses a time zone, which becomes the last argument.
  public let takesZone: Bool
  /// How the result is computed; nil if ``FunctionEvaluator`` does it.
  let body: FunctionBody?

  /// Whether the function has no arguments, like `now`.
  public var hasNoArguments: Bool { arguments.isEmpty }

  /// Whether the function is written without parentheses: `now`.
  public var isWord: Bool { function == .now || function == .today }

  /// The call in help: `replace(text, old, new)`.
  public var usage: String {
    "\(function.name)(\(arguments.joined(separator: ", ")))"
  }

  /// The declaration of `function`.
  public static func of(_ function: ScalarFunction) -> FunctionDeclaration? {
    all.first { $0.function == function }
  }

  /// The function with a name; nil if there is none. See ``named(_:count:)``.
  public static func named(_ name: String) -> FunctionDeclaration? { named(name, count: nil) }

  /// The function with a name in any case, preferably one that takes `count` arguments, and one
  /// that is spelled like that: `date(2026, 1, 31)`, but `Date("2026-01-31")`.
  public static func named(_ name: String, count: Int?) -> FunctionDeclaration? {
    let named = byName[name.lowercased()] ?? []
    if named.count < 2 { return named.first }
    let fitting = count.map { count in named.filter { $0.takes(count) } } ?? []
    let candidates = fitting.isEmpty ? named : fitting
    return candidates.first { $0.function.name == name } ?? candidates.first
  }

  private static let byName = Dictionary(grouping: all) { $0.function.name.lowercased() }

  /// Whether it can be called with `count` arguments.
  private func takes(_ count: Int) -> Bool {
    switch form {
    case .signatures(let signatures): signatures.contains { $0.parameters.count == count }
    case .several: count > 1
    case .same(let number): count == number
    }
  }

  init(
    _ function: ScalarFunction,
    _ arguments: [String],
    _ form: Form,
    _ summary: String,
    _ example: String,
    takesZone: Bool = false,
    body: FunctionBody? = nil
  ) {
    self.function = function
    self.arguments = arguments
    self.form = form
    self.summary = summary
    self.example = example
    self.takesZone = takesZone
    self.body = body
  }
}

extension FunctionDeclaration {
  /// All functions by topic, in the order of the manual.
  public static let groups: [(title: String, functions: [FunctionDeclaration])] = [
    ("Time and identity", constants), ("Conversions", conversions), ("Strings", texts + parts),
    ("Numbers", numbers + mathematics), ("Dates", dates + calendar), ("Choices", choices),
    ("Groups", ofGroups),
  ]

  /// All functions, in the order of the manual.
  public static let all: [FunctionDeclaration] = groups.flatMap(\.functions)

  private static let constants: [FunctionDeclaration] = [
    .init(
      .now,
      [],
      gives(.date),
      "the time at which the statement started",
      "fetch User where joined < now - 1 year limit 3"
    ),
    .init(.today, [], gives(.date), "the start of the current day", "= today"),
    .init(
      .uuid,
      [],
      gives(.uuid),
      "a new random UUID, for defaults",
      "model Coupon { id: UUID = uuid() }"
    ),
  ]

  private static let ofGroups: [FunctionDeclaration] = [
    .init(
      .isTotal,
      ["key"],
      .same(1),
      "whether a row of groups `with totals` is a total of several values of the key",
      "fetch User group by city with totals having isTotal(city) select count()"
    )
  ]

  private static let texts: [FunctionDeclaration] = [
    .init(
      .lower,
      ["text"],
      gives(.string, of: .string),
      "the string in lowercase",
      "fetch User where lower(city) == \"oslo\" limit 3"
    ),
    .init(
      .upper,
      ["text"],
      gives(.string, of: .string),
      "the string in uppercase",
      "= upper(\"Zoë\")"
    ),
    .init(
      .trim,
      ["text"],
      gives(.string, of: .string),
      "the string without leading and trailing whitespace",
      "= trim(\"  Rent \")"
    ),
    .init(
      .length,
      ["text"],
      gives(.int, of: .string),
      "the number of characters",
      "fetch Budget sort length(name) desc"
    ),
    .init(
      .replace,
      ["text", "old", "new"],
      .signatures([
        sign(.string, of: .string, .string, .string),
        Signature(
          parameters: [.string, pattern, .string],
          result: .string,
          function: .replaceMatches
        ),
      ]),
      "the string with each `old`, or each match of `/…/`, replaced by `new`",
      "= replace(\"2026-07\", /(\\d+)-(\\d+)/, \"$2/$1\")",
      body: .values { arguments in
        .string(
          try TextFunctions.replacing(
            arguments.text(1),
            with: arguments.text(2),
            in: arguments.text(0)
          )
        )
      }
    ),
  ]

  private static let numbers: [FunctionDeclaration] = [
    .init(
      .abs,
      ["x"],
      sameNumber,
      "the absolute value",
      "fetch Budget select name, abs(remaining)"
    ),
    .init(
      .round,
      ["x", "digits?"],
      .signatures(
        [.int, .double, .decimal].flatMap { [sign($0, of: $0), sign($0, of: $0, .int)] }
      ),
      "the number rounded to `digits` decimal places, half away from zero",
      "= round(2.345, 2)"
    ),
    .init(.floor, ["x"], sameNumber, "the number rounded down", "= floor(2.7)"),
    .init(.ceil, ["x"], sameNumber, "the number rounded up", "= ceil(2.1)"),
    .init(
      .sqrt,
      ["x"],
      .signatures([sign(.double, of: .double), sign(.decimal, of: .decimal)]),
      "the square root; nil for negative numbers",
      "= sqrt(2.0)"
    ),
    .init(
      .power,
      ["x", "exponent"],
      .signatures([
        sign(.int, of: .int, .int), sign(.double, of: .double, .double),
        sign(.decimal, of: .decimal, .int),
      ]),
      "the number raised to a power",
      "= power(2, 10)"
    ),
  ]

  private static let dates: [FunctionDeclaration] = [
    .init(
      .year,
      ["date"],
      gives(.int, of: .date),
      "the year",
      "fetch User select year(joined), count() group by year(joined)",
      takesZone: true
    ),
    .init(
      .month,
      ["date"],
      gives(.int, of: .date),
      "the month, 1 to 12",
      "fetch Expense where month(date) == 7",
      takesZone: true
    ),
    .init(
      .day,
      ["date"],
      gives(.int, of: .date),
      "the day of the month",
      "= day(2026-03-31T20:00:00Z in \"Asia/Tokyo\")",
      takesZone: true
    ),
    .init(
      .weekday,
      ["date"],
      gives(.int, of: .date),
      "the day of the week; 1 is Sunday",
      "fetch Expense where weekday(date) == 1",
      takesZone: true
    ),
    .init(
      .hour,
      ["date"],
      gives(.int, of: .date),
      "the hour, 0 to 23",
      "= hour(2026-07-01T12:00:00Z in \"Europe/Oslo\")",
      takesZone: true
    ),
    .init(
      .minute,
      ["date"],
      gives(.int, of: .date),
      "the minute",
      "= minute(now)",
      takesZone: true
    ),
    .init(
      .date,
      ["year", "month", "day"],
      gives(.date, of: .int, .int, .int),
      "the start of a day, in UTC; nil if there is no such day, or an error if the arguments are literals",
      "= date(2026, 1, 31)"
    ),
    .init(
      .days,
      ["from", "to"],
      gives(.int, of: .date, .date),
      "the number of whole days between two dates",
      "= days(date(2026, 1, 1), today)",
      takesZone: true
    ),
  ]

  private static let choices: [FunctionDeclaration] = [
    .init(
      .min,
      ["a", "b", "…"],
      .several,
      "the smallest argument; nils are skipped",
      "fetch Budget select name, min(spent, limit)"
    ),
    .init(
      .max,
      ["a", "b", "…"],
      .several,
      "the largest argument; nils are skipped",
      "fetch Budget select name, max(remaining, 0)"
    ),
    .init(
      .clamp,
      ["x", "low", "high"],
      .same(3),
      "`x`, but at least `low` and at most `high`",
      "= clamp(12, 0, 10)",
      body: .values { arguments in
        let (value, low, high) = (arguments[0], arguments[1], arguments[2])
        if ValueOrder.compare(value, low) == -1 { return low }
        return ValueOrder.compare(value, high) == 1 ? high : value
      }
    ),
  ]

  static let sameNumber = Form.signatures(
    [.int, .double, .decimal].map { sign($0, of: $0) }
  )

  static func gives(_ result: ValueType, of parameters: ValueType...) -> Form {
    .signatures([Signature(parameters: parameters, result: result)])
  }

  static func sign(_ result: ValueType, of parameters: ValueType...) -> Signature {
    Signature(parameters: parameters, result: result)
  }
}
