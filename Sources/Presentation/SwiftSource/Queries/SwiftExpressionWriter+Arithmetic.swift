import Expressions
import Model

/// Arithmetic and functions in properties.
extension SwiftExpressionWriter {
  func propertyArithmetic(
    _ operation: ArithmeticOperator,
    _ left: TypedExpression,
    _ right: TypedExpression,
    type: ValueType
  ) throws(Inexpressible) -> SwiftExpression? {
    if TypedExpression(.arithmetic(operation, left, right), type).isFixed { return nil }
    if type == .date { return try dates(operation, left, right) }
    let parts = [try value(left), try value(right)]
    if type == .string {
      return unwrapped(parts, strength: .addition, operand: .multiplication, first: .addition) {
        "\($0[0]) + \($0[1])"
      }
    }
    switch operation {
    case .divide, .remainder: return try divided(operation, parts, by: right, type: type)
    default: return nil
    }
  }

  /// A division, which gives nil for a zero divisor.
  private func divided(
    _ operation: ArithmeticOperator,
    _ parts: [SwiftExpression],
    by divisor: TypedExpression,
    type: ValueType
  ) throws(Inexpressible) -> SwiftExpression {
    if operation == .remainder, type == .decimal { throw .remainder }
    let isSafe = divisor.isFixed && constants.value(of: divisor).map { !$0.isZero } ?? false
    let division = { (dividend: String, divisor: String) in
      operation == .remainder && type == .double
        ? "\(dividend).truncatingRemainder(dividingBy: \(divisor))"
        : "\(dividend) \(operation.rawValue) \(divisor)"
    }
    if isSafe {
      return unwrapped(parts, strength: .multiplication, operand: .primary) {
        division($0[0], $0[1])
      }
    }
    let quotient = unwrapped(parts, strength: .ternary, operand: .primary) {
      "\($0[1]) == 0 ? nil : \(division($0[0], $0[1]))"
    }
    return SwiftExpression(quotient.text, isOptional: true, quotient.strength)
  }

  // MARK: Dates and durations

  /// A duration in seconds; nil if it depends on other durations.
  func span(_ expression: TypedExpression) throws(Inexpressible) -> SwiftExpression? {
    if expression.isFixed {
      guard case .duration(let span)? = constants.value(of: expression), span.months == 0
      else { throw .dateArithmetic }
      return SwiftExpression(
        "\(Double(span.microseconds) / Double(Timestamp.microsecondsPerSecond))",
        span.microseconds < 0 ? .prefix : .primary
      )
    }
    if case .arithmetic(let operation, let left, let right) = expression.kind {
      return try dates(operation, left, right)
    }
    guard case .duration(let amount, let unit) = expression.kind else { return nil }
    guard unit.span.months == 0 else { throw .dateArithmetic }
    let seconds = unit.span.microseconds / Timestamp.microsecondsPerSecond
    return unwrapped([try value(amount)], strength: .multiplication, operand: .ternary) {
      "Double(\($0[0])) * \(seconds)"
    }
  }

  private func dates(
    _ operation: ArithmeticOperator,
    _ left: TypedExpression,
    _ right: TypedExpression
  ) throws(Inexpressible) -> SwiftExpression {
    if left.type == .date, right.type == .date {
      return unwrapped([try value(left), try value(right)], strength: .primary, operand: .primary) {
        "\($0[0]).timeIntervalSince(\($0[1]))"
      }
    }
    guard [.add, .subtract].contains(operation) else { throw .dateArithmetic }
    guard left.type == .date || right.type == .date else {
      return unwrapped(
        [try value(left), try value(right)],
        strength: .addition,
        operand: .multiplication
      ) { "\($0[0]) \(operation.rawValue) \($0[1])" }
    }
    let (date, span) = left.type == .date ? (left, right) : (right, left)
    return try moved(try value(date), by: span, isBack: operation == .subtract)
  }

  private func moved(
    _ date: SwiftExpression,
    by span: TypedExpression,
    isBack: Bool
  ) throws(Inexpressible) -> SwiftExpression {
    if span.isFixed, case .duration(let span)? = constants.value(of: span) {
      return unwrapped([date], strength: .primary, operand: .primary) {
        SwiftConstants.moved($0[0], by: span, isBack: isBack)
      }
    }
    return unwrapped([date, try value(span)], strength: .primary, operand: .primary) {
      "\($0[0]).addingTimeInterval(\(isBack ? "-" : "")\($0[1]))"
    }
  }

  // MARK: Functions

  func call(
    _ function: ScalarFunction,
    _ arguments: [TypedExpression],
    type: ValueType
  ) throws(Inexpressible) -> SwiftExpression {
    if function == .now { return SwiftExpression("Date.now") }
    if function == .today {
      return SwiftExpression("Calendar.current.startOfDay(for: Date.now)")
    }
    var parts: [SwiftExpression] = []
    for argument in arguments { parts.append(try value(argument)) }
    if function == .min || function == .max { return try extreme(function, parts, type) }
    guard let template = Self.template(function, parts.count, type) else {
      throw .function(function)
    }
    let written = unwrapped(parts, strength: template.strength, operand: .primary) {
      template.fill($0, self.global)
    }
    return SwiftExpression(
      written.text,
      isOptional: written.isOptional || template.isOptional,
      written.strength
    )
  }

  /// A global function, with its module if a member has the same name.
  private func global(_ name: String) -> String {
    names.contains(name) ? (name == "pow" ? "Foundation." : "Swift.") + name : name
  }

  /// A call, with `$0` … for arguments and `@` before global functions.
  private struct Template {
    let text: String
    var isOptional = false
    var strength = SwiftStrength.primary

    func fill(_ arguments: [String], _ global: (String) -> String) -> String {
      var text = text
      for name in ["abs", "pow"] { text = text.replacing("@\(name)", with: global(name)) }
      // Split first, since arguments can contain such marks.
      let pieces = text.split(separator: "$", omittingEmptySubsequences: false)
      return pieces.dropFirst().reduce(String(pieces[0])) { written, piece in
        let index = piece.first?.wholeNumberValue ?? 0
        return written + (arguments.indices.contains(index) ? arguments[index] : "")
          + piece.dropFirst()
      }
    }
  }

  private static func template(
    _ function: ScalarFunction,
    _ count: Int,
    _ type: ValueType
  ) -> Template? {
    switch (function, type) {
    case (.lower, _): Template(text: "$0.lowercased()")
    case (.upper, _): Template(text: "$0.uppercased()")
    case (.trim, _): Template(text: "$0.trimmingCharacters(in: .whitespacesAndNewlines)")
    case (.length, _): Template(text: "$0.count")
    case (.replace, _): Template(text: "$0.replacingOccurrences(of: $1, with: $2)")
    case (.abs, _): Template(text: "@abs($0)")
    case (.round, .double) where count == 1: Template(text: "$0.rounded()")
    case (.floor, .double): Template(text: "$0.rounded(.down)")
    case (.ceil, .double): Template(text: "$0.rounded(.up)")
    case (.floor, .int), (.ceil, .int): Template(text: "$0")
    case (.sqrt, .double):
      Template(text: "$0 < 0 ? nil : $0.squareRoot()", isOptional: true, strength: .ternary)
    case (.power, .double): Template(text: "@pow($0, $1)")
    case (.days, _): Template(text: "Int($1.timeIntervalSince($0) / 86_400)")
    case (.year, _), (.month, _), (.day, _), (.weekday, _), (.hour, _), (.minute, _):
      Template(
        text: "Calendar(identifier: .gregorian).dateComponents(in: .gmt, from: $0)"
          + ".\(function.rawValue)!"
      )
    default: nil
    }
  }

  /// The minimum or maximum of the non-nil values.
  private func extreme(
    _ function: ScalarFunction,
    _ parts: [SwiftExpression],
    _ type: ValueType
  ) throws(Inexpressible) -> SwiftExpression {
    guard type.isComparableInSwift else { throw .function(function) }
    let list = parts.map(\.text).joined(separator: ", ")
    if parts.contains(where: \.isOptional) {
      return SwiftExpression(
        "[\(list)].compactMap { $0 }.\(function.rawValue)()",
        isOptional: true
      )
    }
    return SwiftExpression("[\(list)].\(function.rawValue)()!")
  }
}

extension TypedExpression {
  /// Whether the value never changes.
  var isFixed: Bool { isConstant && !readsClock }

  private var readsClock: Bool {
    switch kind {
    case .call(.now, _), .call(.today, _): true
    default: children.contains { $0.readsClock }
    }
  }
}

extension ValueType {
  /// Whether Swift can compare the values directly.
  var isComparableInSwift: Bool { isNumeric || [.string, .date, .duration].contains(self) }
}
