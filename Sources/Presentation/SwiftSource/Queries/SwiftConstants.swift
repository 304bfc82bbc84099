import Expressions
import Foundation
import Model

/// Constants declared before a `#Predicate`, which cannot call initializers.
final class SwiftConstants {
  /// The declarations, in order of first use.
  private(set) var declarations: [String] = []
  private let names: SwiftNames
  private let evaluator: ScalarEvaluator<NoRecords>
  private let literals: FetchLiteralText
  private var known: [String: String] = [:]

  init(names: SwiftNames, context: EvaluationContext, timeZone: TimeZone) {
    self.names = names
    evaluator = ScalarEvaluator(source: NoRecords(), context: context)
    literals = FetchLiteralText(timeZone: timeZone)
  }

  /// Creates constants that do not read the clock.
  convenience init(names: SwiftNames, timeZone: TimeZone) {
    let context = EvaluationContext(now: Timestamp(microseconds: 0), timeZone: timeZone)
    self.init(names: names, context: context, timeZone: timeZone)
  }

  /// The value of a constant; nil if evaluating it fails.
  func value(of expression: TypedExpression) -> Value? {
    try? evaluator.evaluate(expression, scopes: [])
  }

  /// A constant in a predicate: a literal or the name of a declaration.
  func expression(_ expression: TypedExpression) throws(Inexpressible) -> SwiftExpression {
    if expression.type == .date, let moment = moment(expression) {
      return SwiftExpression(declared(moment, wish: "date"))
    }
    guard let value = value(of: expression) else { throw .dateArithmetic }
    return try literal(value)
  }

  /// A literal, or the name of a declaration.
  func literal(_ value: Value) throws(Inexpressible) -> SwiftExpression {
    if value.isNull { return .nilLiteral }
    if let text = Self.plainLiteral(value) {
      return SwiftExpression(text, text.hasPrefix("-") ? .prefix : .primary)
    }
    let (text, wish) = try initializer(value)
    return SwiftExpression(declared(text, wish: wish, remark: remark(value)))
  }

  /// A list literal, or the name of a declaration with an element type that allows nil.
  func list(_ values: [Value], type: ValueType, isOptional: Bool) throws(Inexpressible) -> String {
    var texts: [String] = []
    for value in values {
      if let text = Self.plainLiteral(value) {
        texts.append(text)
      } else {
        texts.append(try initializer(value).text)
      }
    }
    let list = "[\(texts.joined(separator: ", "))]"
    let isPlain = values.allSatisfy { Self.plainLiteral($0) != nil }
    if isPlain, !isOptional, !values.isEmpty { return list }
    return declared(list, wish: "list", type: "[\(type)\(isOptional ? "?" : "")]")
  }

  /// A literal that a predicate can contain.
  private static func plainLiteral(_ value: Value) -> String? {
    switch value {
    case .null: "nil"
    case .bool(let flag): flag ? "true" : "false"
    case .int(let number): String(number)
    case .double(let number): number.isFinite ? number.description : nil
    case .string(let text): FetchLiteralText.quoted(text)
    default: nil
    }
  }

  private func initializer(_ value: Value) throws(Inexpressible) -> (text: String, wish: String) {
    switch value {
    case .double(let number): (number < 0 ? "-Double.infinity" : "Double.infinity", "infinity")
    case .date(let moment): (Self.date(moment), "date")
    case .uuid(let uuid): ("UUID(uuidString: \"\(uuid.uuidString)\")!", "uuid")
    case .decimal(let number): ("Decimal(string: \"\(number)\")!", "decimal")
    case .data(let data): ("Data(base64Encoded: \"\(data.base64EncodedString())\")!", "data")
    case .record: throw .identity
    case .list: throw .array
    default: throw .composite
    }
  }

  private func remark(_ value: Value) -> String? {
    if case .date = value { literals.text(of: value) } else { nil }
  }

  private static func date(_ moment: Timestamp) -> String {
    let second = Timestamp.microsecondsPerSecond
    let (seconds, rest) = moment.microseconds.quotientAndRemainder(dividingBy: second)
    let text = rest == 0 ? "\(seconds)" : "\(Double(moment.microseconds) / Double(second))"
    return "Date(timeIntervalSince1970: \(text))"
  }

  /// A value outside of predicates, without a declaration; throws for structs and records.
  func plain(_ value: Value, type: ValueType) throws(Inexpressible) -> String {
    switch (value, type) {
    case (.string(let name), .enumeration(let type)):
      return "\(SwiftName.quoted(type.name)).\(SwiftName.quoted(name))"
    case (.list(let elements), .list(let type)):
      var texts: [String] = []
      for element in elements { texts.append(try plain(element, type: type)) }
      return "[\(texts.joined(separator: ", "))]"
    default:
      if let literal = Self.plainLiteral(value) { return literal }
      return try initializer(value).text
    }
  }

  private func declared(
    _ text: String,
    wish: String,
    type: String? = nil,
    remark: String? = nil
  ) -> String {
    let key = text + (type ?? "")
    if let name = known[key] { return name }
    let name = names.fresh(wish)
    known[key] = name
    let annotation = type.map { ": \($0)" } ?? ""
    declarations.append("let \(name)\(annotation) = \(text)" + (remark.map { "  // \($0)" } ?? ""))
    return name
  }
}

// MARK: - Relative dates

extension SwiftConstants {
  /// `now`, `today` and dates relative to them; otherwise nil.
  func moment(_ expression: TypedExpression) -> String? {
    switch expression.kind {
    case .call(.now, _): return "Date.now"
    case .call(.today, _): return "Calendar.current.startOfDay(for: Date.now)"
    case .arithmetic(let operation, let left, let right):
      guard let start = moment(left), case .duration(let span)? = value(of: right)
      else { return nil }
      return Self.moved(start, by: span, isBack: operation == .subtract)
    default: return nil
    }
  }

  static func moved(_ start: String, by span: TimeSpan, isBack: Bool) -> String {
    var text = start
    if span.months != 0 {
      // A wider type, so that negation cannot overflow.
      let months = isBack ? -Int128(span.months) : Int128(span.months)
      text = "Calendar.current.date(byAdding: .month, value: \(months), to: \(text))!"
    }
    if span.microseconds == 0 { return text }
    let forward = Double(span.microseconds) / Double(Timestamp.microsecondsPerSecond)
    let seconds = isBack ? -forward : forward
    let days = seconds / 86_400
    let amount = days == days.rounded() ? "\(Int64(days)) * 86_400" : "\(seconds)"
    return "\(text).addingTimeInterval(\(amount))"
  }
}
