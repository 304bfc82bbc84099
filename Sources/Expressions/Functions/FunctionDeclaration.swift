public import Model

/// A function of values as the language offers it; binder, completion and help read this one list.
public struct FunctionDeclaration: Sendable {
  /// One way to call a function: what it takes, and what it gives.
  public struct Signature: Sendable {
    /// The types of the arguments, in order.
    public let parameters: [ValueType]
    /// The type of the result.
    public let result: ValueType
  }

  /// What the arguments have to be.
  public enum Form: Sendable {
    /// One of these; the first that fits is meant.
    case signatures([Signature])
    /// Two or more arguments of one ordered type.
    case several
  }

  /// The function.
  public let function: ScalarFunction
  /// What it takes and gives.
  public let form: Form
  /// The arguments by the names that help calls them.
  public let arguments: [String]
  /// One line of help.
  public let summary: String

  /// Whether the function has no arguments, as `now`.
  public var takesNothing: Bool { arguments.isEmpty }

  /// The call as help shows it: `replace(text, old, new)`.
  public var usage: String {
    "\(function.rawValue)(\(arguments.joined(separator: ", ")))"
  }

  /// The declaration of `function`.
  public static func of(_ function: ScalarFunction) -> FunctionDeclaration? {
    all.first { $0.function == function }
  }

  /// The declaration of the function that is written `name`, in any case.
  public static func named(_ name: String) -> FunctionDeclaration? {
    all.first { $0.function.rawValue == name.lowercased() }
  }

  fileprivate init(
    _ function: ScalarFunction,
    _ arguments: [String],
    _ form: Form,
    _ summary: String
  ) {
    self.function = function
    self.arguments = arguments
    self.form = form
    self.summary = summary
  }
}

extension FunctionDeclaration {
  /// All functions, in the order of the manual.
  public static let all: [FunctionDeclaration] = constants + texts + numbers + dates + choices

  private static let constants: [FunctionDeclaration] = [
    .init(.now, [], gives(.date), "the moment at which the statement began"),
    .init(.today, [], gives(.date), "the start of the current day"),
    .init(.uuid, [], gives(.uuid), "a new random UUID, as a default"),
  ]

  private static let texts: [FunctionDeclaration] = [
    .init(.lower, ["text"], gives(.string, of: .string), "the text in lower case"),
    .init(.upper, ["text"], gives(.string, of: .string), "the text in upper case"),
    .init(.trim, ["text"], gives(.string, of: .string), "the text without white space at its ends"),
    .init(.length, ["text"], gives(.int, of: .string), "the number of characters"),
    .init(
      .replace,
      ["text", "old", "new"],
      gives(.string, of: .string, .string, .string),
      "the text with each `old` replaced by `new`"
    ),
  ]

  private static let numbers: [FunctionDeclaration] = [
    .init(.abs, ["x"], sameNumber, "the number without its sign"),
    .init(
      .round,
      ["x", "digits?"],
      .signatures(
        [.int, .double, .decimal].flatMap { [sign($0, of: $0), sign($0, of: $0, .int)] }
      ),
      "the nearest number with so many digits after the point, half away from zero"
    ),
    .init(.floor, ["x"], sameNumber, "the greatest whole number not above"),
    .init(.ceil, ["x"], sameNumber, "the least whole number not below"),
    .init(
      .sqrt,
      ["x"],
      .signatures([sign(.double, of: .double), sign(.decimal, of: .decimal)]),
      "the square root; nil of a negative number"
    ),
    .init(
      .power,
      ["x", "exponent"],
      .signatures([
        sign(.int, of: .int, .int), sign(.double, of: .double, .double),
        sign(.decimal, of: .decimal, .int),
      ]),
      "the number multiplied with itself so often"
    ),
  ]

  private static let dates: [FunctionDeclaration] = [
    .init(.year, ["date"], gives(.int, of: .date), "the year, by UTC"),
    .init(.month, ["date"], gives(.int, of: .date), "the month, 1 to 12"),
    .init(.day, ["date"], gives(.int, of: .date), "the day of the month"),
    .init(.weekday, ["date"], gives(.int, of: .date), "the day of the week, 1 is Sunday"),
    .init(.hour, ["date"], gives(.int, of: .date), "the hour, 0 to 23"),
    .init(.minute, ["date"], gives(.int, of: .date), "the minute"),
    .init(
      .date,
      ["year", "month", "day"],
      gives(.date, of: .int, .int, .int),
      "the start of a day, by UTC; of no such day nil, or an error where it is written out"
    ),
    .init(
      .days,
      ["from", "to"],
      gives(.int, of: .date, .date),
      "the whole days from one date to another"
    ),
  ]

  private static let choices: [FunctionDeclaration] = [
    .init(.min, ["a", "b", "…"], .several, "the least of the arguments; nils are skipped"),
    .init(.max, ["a", "b", "…"], .several, "the greatest of the arguments; nils are skipped"),
  ]

  private static let sameNumber = Form.signatures(
    [.int, .double, .decimal].map { sign($0, of: $0) }
  )

  private static func gives(_ result: ValueType, of parameters: ValueType...) -> Form {
    .signatures([Signature(parameters: parameters, result: result)])
  }

  private static func sign(_ result: ValueType, of parameters: ValueType...) -> Signature {
    Signature(parameters: parameters, result: result)
  }
}

/// An aggregate as the language offers it.
public struct AggregateDeclaration: Sendable {
  /// The aggregate.
  public let function: AggregateFunction
  /// One line of help.
  public let summary: String

  /// All aggregates, in the order of the manual.
  public static let all: [AggregateDeclaration] = [
    .init(function: .count, summary: "the number of records, or of values that are not nil"),
    .init(function: .sum, summary: "the total; of nothing 0"),
    .init(function: .avg, summary: "the mean; of nothing nil"),
    .init(function: .min, summary: "the least value; of nothing nil"),
    .init(function: .max, summary: "the greatest value; of nothing nil"),
    .init(function: .median, summary: "the number in the middle; of nothing nil"),
    .init(function: .stddev, summary: "the standard deviation of a sample; of one number nil"),
    .init(function: .first, summary: "the first value by identity; of nothing nil"),
    .init(function: .last, summary: "the last value by identity; of nothing nil"),
    .init(function: .list, summary: "all values in identity order"),
  ]

  /// The declaration of the aggregate that is written `name`, in any case.
  public static func named(_ name: String) -> AggregateDeclaration? {
    all.first { $0.function.rawValue == name.lowercased() }
  }
}
