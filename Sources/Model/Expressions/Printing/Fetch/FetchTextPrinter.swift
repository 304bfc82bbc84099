public import Foundation
public import Model

/// Writes bound expressions as the language writes them: `spent > limit and name ~ "vac"`.
///
/// What the binder made out of a text is written as the reader would write it: widened Ints as
/// they are, computed attributes by their names, `not any(not …)` as `all(…)`.
public struct FetchTextPrinter: Sendable {
  /// The computed attributes that are written by their names.
  public let names: ComputedNames
  package let timeZone: TimeZone
  /// What is written for attributes and relationships of rows that are not records: `count()` for
  /// `@aggregate0`.
  public var aliases: [String: String] = [:]

  /// Creates a printer; dates are written as the clocks of `timeZone` show them.
  public init(names: ComputedNames = ComputedNames(), timeZone: TimeZone = .gmt) {
    self.names = names
    self.timeZone = timeZone
  }

  /// The text of `expression`, which stands at scope level `level`.
  public func text(of expression: TypedExpression, level: Int = 0) -> String {
    FetchTextWriter(printer: self, level: level).text(expression, .weakest)
  }

  /// The text of `expression` without looking for the name of a computed attribute in its place.
  public func definition(of expression: TypedExpression, level: Int = 0) -> String {
    FetchTextWriter(printer: self, level: level).form(of: expression).text
  }

  /// `name desc nulls last using lexical`; what goes without saying is left out.
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

  /// `count(expenses where amount > 10)`, for a reduction that is written without a path.
  public func text(
    of function: AggregateFunction,
    _ element: TypedExpression?,
    where filter: TypedExpression?
  ) -> String {
    let writer = FetchTextWriter(printer: self, level: 0)
    return writer.reduction(function, element.map { writer.text($0, .weakest) } ?? "", filter)
  }

  /// `expenses`: the way to the records that are reduced.
  public func source(of aggregate: ToManyAggregate, level: Int = 0) -> String {
    FetchTextWriter(printer: self, level: level).path(aggregate.path, from: aggregate.base)
  }
}

/// How strongly a form holds its parts together, from weak to strong.
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

  /// The next stronger one: what an operand needs that must not be of the same strength.
  var next: FetchStrength { FetchStrength(rawValue: rawValue + 1) ?? .primary }
}

/// A piece of text and how strongly it holds together.
struct FetchForm {
  let text: String
  let strength: FetchStrength

  init(_ text: String, _ strength: FetchStrength = .primary) {
    self.text = text
    self.strength = strength
  }
}
