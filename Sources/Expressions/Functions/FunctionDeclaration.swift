public import Model

/// A function of values as the language offers it; binder, completion and help read this one list.
public struct FunctionDeclaration: Sendable {
  /// What the arguments have to be.
  public enum Parameters: Sendable {
    /// One argument of one of these types.
    case one([ValueType])
    /// Two or more arguments of one ordered type.
    case several
    /// No argument; `now` and `today` are written without parentheses.
    case none
  }

  /// What the result is.
  public enum Result: Sendable {
    /// Always this type.
    case fixed(ValueType)
    /// The type of the argument.
    case argument
    /// Double for an Int argument, else the type of the argument.
    case real
  }

  /// The function.
  public let function: ScalarFunction
  /// What it takes.
  public let parameters: Parameters
  /// What it gives.
  public let result: Result
  /// One line of help.
  public let summary: String

  /// The declaration of `function`.
  public static func of(_ function: ScalarFunction) -> FunctionDeclaration? {
    all.first { $0.function == function }
  }

  /// The declaration of the function that is written `name`, in any case.
  public static func named(_ name: String) -> FunctionDeclaration? {
    all.first { $0.function.rawValue == name.lowercased() }
  }

  /// All functions, in the order of the manual.
  public static let all: [FunctionDeclaration] = [
    .init(.now, .none, .fixed(.date), "the moment at which the statement began"),
    .init(.today, .none, .fixed(.date), "the start of the current day"),
    .init(.uuid, .none, .fixed(.uuid), "a new random UUID, as a default"),
    .init(.lower, .one([.string]), .fixed(.string), "the text in lower case"),
    .init(.upper, .one([.string]), .fixed(.string), "the text in upper case"),
    .init(.trim, .one([.string]), .fixed(.string), "the text without white space at its ends"),
    .init(.length, .one([.string]), .fixed(.int), "the number of characters"),
    .init(.abs, .one(numbers), .argument, "the number without its sign"),
    .init(.round, .one(numbers), .argument, "the nearest whole number, half away from zero"),
    .init(.floor, .one(numbers), .argument, "the greatest whole number not above"),
    .init(.ceil, .one(numbers), .argument, "the least whole number not below"),
    .init(.sqrt, .one([.double, .int]), .real, "the square root; nil of a negative number"),
    .init(.year, .one([.date]), .fixed(.int), "the year"),
    .init(.month, .one([.date]), .fixed(.int), "the month, 1 to 12"),
    .init(.day, .one([.date]), .fixed(.int), "the day of the month"),
    .init(.weekday, .one([.date]), .fixed(.int), "the day of the week, 1 is Sunday"),
    .init(.hour, .one([.date]), .fixed(.int), "the hour, 0 to 23"),
    .init(.minute, .one([.date]), .fixed(.int), "the minute"),
    .init(.min, .several, .argument, "the least of the arguments; nils are skipped"),
    .init(.max, .several, .argument, "the greatest of the arguments; nils are skipped"),
  ]

  private static let numbers: [ValueType] = [.int, .double, .decimal]

  private init(
    _ function: ScalarFunction,
    _ parameters: Parameters,
    _ result: Result,
    _ summary: String
  ) {
    self.function = function
    self.parameters = parameters
    self.result = result
    self.summary = summary
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
    .init(function: .list, summary: "all values in identity order"),
  ]

  /// The declaration of the aggregate that is written `name`, in any case.
  public static func named(_ name: String) -> AggregateDeclaration? {
    all.first { $0.function.rawValue == name.lowercased() }
  }
}
