import Diagnostics
import Model
import Syntax

enum TypeError: BindingError {
  case notCondition(SourceSpan, found: ValueType)
  case different(SourceSpan, ValueType, SourceSpan, ValueType)
  case unexpected(SourceSpan, found: ValueType, expected: ValueType, of: String)
  case unreadable(SourceSpan, text: String, ValueType)
  case unitOfNonNumber(SourceSpan, unit: NameSyntax, found: ValueType)
  case fractionOfCalendar(SourceSpan, unit: NameSyntax)
  case calendarDuration(SourceSpan)
  case dateOutOfRange(SourceSpan)
  case integerTooLarge(SourceSpan)
  case numberTooLong(SourceSpan)

  var diagnostic: Diagnostic {
    switch self {
    case .notCondition(let span, let found):
      Diagnostic(
        .error,
        "a condition must be a Bool",
        at: .init(span, Wording.this(found)),
        help: ["compare it with something, as in `… == …`"]
      )
    case .different(let first, let firstType, let second, let secondType):
      Diagnostic(
        .error,
        "both values must have the same type",
        at: .init(second, Wording.this(secondType)),
        also: [.init(first, Wording.this(firstType))]
      )
    case .unexpected(let span, let found, let expected, let owner):
      Diagnostic(
        .error,
        "\(owner) takes \(expected)",
        at: .init(span, Wording.this(found))
      )
    case .unreadable(let span, let text, let type):
      Diagnostic(
        "\"\(text)\" is not \(Wording.article(type))",
        at: span,
        help: Self.example(type).map { ["for example \($0)"] } ?? []
      )
    case .unitOfNonNumber(let span, let unit, let found):
      Diagnostic(.error, "`\(unit.text)` needs a number", at: .init(span, Wording.this(found)))
    case .fractionOfCalendar(let span, let unit):
      Diagnostic("`\(unit.text)` needs a whole number", at: span)
    case .calendarDuration(let span):
      Diagnostic(
        "months and years have no fixed length; they can only be added to a date",
        at: span
      )
    case .integerTooLarge(let span):
      Diagnostic(
        "this number does not fit in an Int",
        at: span,
        help: ["an Int is between -9223372036854775808 and 9223372036854775807"]
      )
    case .numberTooLong(let span):
      Diagnostic(
        "this number has more than 38 digits",
        at: span,
        help: ["that is the limit of a Decimal; write a Double with an exponent, as in `1e40`"]
      )
    case .dateOutOfRange(let span):
      Diagnostic("the date is out of range", at: span)
    }
  }

  private static func example(_ type: ValueType) -> String? {
    switch type {
    case .date: "\"2026-03-09\" or \"2026-03-09T17:30:00Z\""
    case .uuid: "\"6F9619FF-8B86-D011-B42D-00CF4FC964FF\""
    case .decimal: "\"12.50\""
    case .data: "\"SGVsbG8=\", in base64"
    default: nil
    }
  }
}

/// An operator that does not apply to its operands.
struct OperatorMismatch: BindingError {
  let symbol: String
  let span: SourceSpan
  let left: (span: SourceSpan, type: ValueType)
  /// Nil for a prefix operator.
  let right: (span: SourceSpan, type: ValueType)?
  let help: [String]

  var diagnostic: Diagnostic {
    let labels = [left, right].compactMap { $0 }.map {
      Diagnostic.Label($0.span, Wording.this($0.type))
    }
    return Diagnostic(.error, message, at: .init(span), also: labels, help: help)
      .with(unknown: right == nil ? .word : nil)
  }

  private var message: String {
    guard let right, right.type != left.type else {
      return "`\(symbol)` does not apply to \(left.type)"
    }
    let combines = ArithmeticOperator(rawValue: symbol.replacing("=", with: "")) != nil
    return "`\(symbol)` cannot \(combines ? "combine" : "compare") \(left.type) with \(right.type)"
  }
}
