import Expressions
import Foundation
package import Model

/// A column's default.
package enum SQLDefault {
  /// The default value; nil for NULL, expressions, and literals that do not fit the type.
  package static func value(_ text: String, of type: ValueType) -> DefaultValue? {
    guard let expression = moment(text, type) ?? literal(text, type) else { return nil }
    return DefaultValue(
      expression: expression,
      text: FetchTextPrinter().definition(of: expression)
    )
  }

  /// `CURRENT_TIMESTAMP`, `CURRENT_DATE`
  private static func moment(_ text: String, _ type: ValueType) -> TypedExpression? {
    guard type == .date else { return nil }
    let functions: [String: ScalarFunction] = [
      "current_timestamp": .now, "datetime('now')": .now, "current_date": .today,
      "date('now')": .today, "now()": .now, "transaction_timestamp()": .now,
      "statement_timestamp()": .now, "clock_timestamp()": .now,
    ]
    return functions[bare(text).foldedForSQL].map { TypedExpression(.call($0, []), .date) }
  }

  private static func literal(_ text: String, _ type: ValueType) -> TypedExpression? {
    guard let literal = SQLLiteral(bare(text)) else { return nil }
    return literal.value(as: type).map { .literal($0, type) }
  }

  /// The text without enclosing parentheses and blanks.
  private static func bare(_ text: String) -> String {
    var bare = text[...].trimmed
    while bare.first == "(", bare.last == ")", bare.count >= 2 {
      bare = bare.dropFirst().dropLast().trimmed
    }
    return String(bare)
  }
}

/// An SQL literal.
enum SQLLiteral: Equatable {
  case number(String)
  case text(String)
  case flag(Bool)

  /// Parses a number, a quoted string or a truth value; nil for others.
  init?(_ text: String) {
    if let quoted = Self.unquoted(text) {
      self = .text(quoted)
    } else if let flag = ["true": true, "false": false][text.foldedForSQL] {
      self = .flag(flag)
    } else if DecimalText.isNumber(text) {
      self = .number(text.hasPrefix("+") ? String(text.dropFirst()) : text)
    } else {
      return nil
    }
  }

  /// The value of the literal in a column of `type`; nil if it does not fit.
  func value(as type: ValueType) -> Value? {
    switch type {
    case .bool: flag.map(Value.bool)
    case .int: Int64(digits).map(Value.int)
    case .double: Double(digits).flatMap { $0.isFinite ? .double($0) : nil }
    case .decimal: Decimal(string: digits, locale: nil).flatMap { $0.isNaN ? nil : .decimal($0) }
    case .string: .string(digits)
    case .enumeration(let type): type.ordinal(of: digits).map { _ in .string(digits) }
    case .uuid: UUID(uuidString: digits).map(Value.uuid)
    default: nil
    }
  }

  private var digits: String {
    switch self {
    case .number(let text), .text(let text): text
    case .flag(let flag): flag ? "1" : "0"
    }
  }

  private var flag: Bool? {
    switch digits.lowercased() {
    case "0", "false": false
    case "1", "true": true
    default: nil
    }
  }

  private static func unquoted(_ text: String) -> String? {
    guard let quote = text.first, quote == "'" || quote == "\"", text.count >= 2, text.last == quote
    else { return nil }
    let inner = text.dropFirst().dropLast()
    let doubled = "\(quote)\(quote)"
    guard !inner.replacingOccurrences(of: doubled, with: "").contains(quote) else { return nil }
    return inner.replacingOccurrences(of: doubled, with: String(quote))
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    var trimmed = drop(while: \.isWhitespace)
    while trimmed.last?.isWhitespace == true { trimmed.removeLast() }
    return trimmed
  }
}
