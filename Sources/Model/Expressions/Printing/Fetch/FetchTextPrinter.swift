public import Foundation
public import Model

/// Prints bound expressions in the language: `spent > limit and name ~ "vac"`.
///
/// The text is close to the original: conversions of Ints are omitted, computed attributes have
/// their names, and `not any(not …)` is `all(…)`.
public struct FetchTextPrinter: Sendable {
  /// The computed attributes that are printed by name.
  public let names: ComputedNames
  package let timeZone: TimeZone
  /// The names of columns of derived rows: `count()` for `@aggregate0`.
  public var aliases: [String: String] = [:]

  /// Creates a printer; dates are in `timeZone`.
  public init(names: ComputedNames = ComputedNames(), timeZone: TimeZone = .gmt) {
    self.names = names
    self.timeZone = timeZone
  }

  /// The text of `expression` at scope level `level`.
  public func text(of expression: TypedExpression, level: Int = 0) -> String {
    FetchTextWriter(printer: self, level: level).text(expression, .weakest)
  }

  /// The text of `expression` itself, even if it is a computed attribute.
  public func definition(of expression: TypedExpression, level: Int = 0) -> String {
    FetchTextWriter(printer: self, level: level).form(of: expression).text
  }

  /// The operand of a negation that is printed without `not`, as `!~` or `all`; else nil.
  package func negatedOperand(of expression: TypedExpression, level: Int) -> TypedExpression? {
    guard case .not(let operand) = expression.kind,
      FetchTextWriter(printer: self, level: level).form(of: expression).strength != .not
    else { return nil }
    return operand
  }

  /// `name desc nulls last using lexical`, without defaults.
  public func text(of key: SortKey, level: Int = 0) -> String {
    var text = self.text(of: key.expression, level: level)
    if key.isDescending { text += " desc" }
    if key.nullsFirst == key.isDescending { text += " nulls \(key.nullsFirst ? "first" : "last")" }
    if key.order == .lexical { text += " using lexical" }
    return text
  }

  /// The literal of `value`.
  public func text(of value: Value) -> String {
    FetchLiteralText(timeZone: timeZone).text(of: value)
  }

  /// The text of an aggregate without a path: `count(expenses where amount > 10)`.
  public func text(
    of function: AggregateFunction,
    _ element: TypedExpression?,
    where filter: TypedExpression?,
    options: AggregateOptions = AggregateOptions()
  ) -> String {
    let writer = FetchTextWriter(printer: self, level: 0)
    let records = filter == nil ? [] : ["self"]
    let parts = element.map { writer.values($0, options) } ?? records
    return writer.reduction(function, parts, filter, options)
  }

  /// The path of an aggregate: `expenses`.
  public func source(of aggregate: ToManyAggregate, level: Int = 0) -> String {
    FetchTextWriter(printer: self, level: level).path(aggregate.path, from: aggregate.base)
  }
}

/// Operator precedence, from weak to strong.
enum FetchStrength: Int, Comparable {
  case weakest
  case conditional
  case or
  case and
  case not
  case comparison
  case coalesce
  case sum
  case product
  case sign
  case unit
  case primary

  static func < (left: FetchStrength, right: FetchStrength) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The next stronger precedence, for an operand that must not have the same one.
  var next: FetchStrength { FetchStrength(rawValue: rawValue + 1) ?? .primary }
}

/// A text with its precedence.
struct FetchForm {
  let text: String
  let strength: FetchStrength

  init(_ text: String, _ strength: FetchStrength = .primary) {
    self.text = text
    self.strength = strength
  }
}
