public import Model

/// How a function computes its result. No argument is nil, and the binder has checked the types.
public enum FunctionBody: Sendable {
  /// A function of one Double; nil where it is not defined.
  case double(@Sendable (Double) -> Double?)
  /// A function of two Doubles.
  case doubles(@Sendable (Double, Double) -> Double?)
  /// A function of two Ints.
  case integers(@Sendable (Int64, Int64) -> Int64?)
  /// Any other function. Column programs call it once for each distinct string.
  case values(@Sendable (FunctionArguments) throws -> Value)

  /// The bodies of all functions that declare one.
  static let all: [ScalarFunction: FunctionBody] = Dictionary(
    uniqueKeysWithValues: FunctionDeclaration.all.compactMap { declaration in
      declaration.body.map { (declaration.function, $0) }
    } + FunctionDeclaration.hidden
  )

  /// The body of a function; nil if ``FunctionEvaluator`` computes it.
  public static func of(_ function: ScalarFunction) -> FunctionBody? { all[function] }

  /// The result for arguments without nil.
  func result(_ arguments: [Value]) throws -> Value {
    switch self {
    case .double(let body):
      guard case .double(let x)? = arguments.first else { return .null }
      return body(x).map(Value.double) ?? .null
    case .doubles(let body):
      guard arguments.count == 2, case .double(let x) = arguments[0],
        case .double(let y) = arguments[1]
      else { return .null }
      return body(x, y).map(Value.double) ?? .null
    case .integers(let body):
      guard arguments.count == 2, case .int(let x) = arguments[0], case .int(let y) = arguments[1]
      else { return .null }
      return body(x, y).map(Value.int) ?? .null
    case .values(let body):
      return try body(FunctionArguments(arguments))
    }
  }
}

/// The arguments of a call by their places. A missing one has a default.
public struct FunctionArguments {
  private let values: [Value]

  /// Creates the arguments.
  public init(_ values: [Value]) { self.values = values }

  func preceded(by first: Value) -> FunctionArguments { FunctionArguments([first] + values) }

  subscript(_ place: Int) -> Value { place < values.count ? values[place] : .null }

  func text(_ place: Int, or other: String = "") -> String {
    if case .string(let text) = self[place] { text } else { other }
  }

  func int(_ place: Int, or other: Int64 = 0) -> Int64 {
    if case .int(let number) = self[place] { number } else { other }
  }

  func date(_ place: Int) -> Int64? {
    if case .date(let date) = self[place] { date.microseconds } else { nil }
  }

  /// The elements of an array.
  func list(_ place: Int) -> [Value] { Arrays.elements(of: self[place]) }

  /// The time zone that follows the other arguments; UTC if there is none.
  func zone(_ place: Int) -> ZoneClock { ZoneClock.named(text(place)) }
}
