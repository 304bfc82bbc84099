import Diagnostics
public import Model
import Syntax

/// A query, condition or sort order in Martlet's language, with bound values.
///
/// Write a string literal. Values in `\( )` are bound, never pasted into the text, so that no value
/// can change the query:
///
/// ```swift
/// let condition: QueryText = "spent > limit and owner == \(owner)"
/// ```
///
/// Use ``init(_:parameters:)`` for a text that your program builds, and `+` to join two texts.
public struct QueryText: Sendable, ExpressibleByStringInterpolation {
  fileprivate enum Segment: Sendable {
    case text(String)
    case value(Value)
  }

  private var segments: [Segment]
  private var parameters: [String: Value]

  /// Creates a query text from a string, with the values of its `$name` parameters.
  ///
  /// ```swift
  /// let condition = QueryText("limit > $least", parameters: ["least": 1000])
  /// ```
  public init(_ text: String, parameters: [String: Value] = [:]) {
    segments = [.text(text)]
    self.parameters = parameters
  }

  /// Creates a query text from a string literal.
  public init(stringLiteral text: String) {
    self.init(text)
  }

  /// Creates a query text from a string literal with values in `\( )`.
  public init(stringInterpolation: StringInterpolation) {
    segments = stringInterpolation.segments
    parameters = [:]
  }

  /// The parts of a string literal: text and values.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var segments: [Segment] = []

    /// Creates an empty interpolation.
    public init(literalCapacity: Int, interpolationCount: Int) {
      segments.reserveCapacity(2 * interpolationCount + 1)
    }

    /// Appends a part of the text.
    public mutating func appendLiteral(_ text: String) {
      segments.append(.text(text))
    }

    /// Appends a bound value.
    public mutating func appendInterpolation(_ value: (any ValueConvertible)?) {
      segments.append(.value(Value(value)))
    }
  }

  /// Joins two texts. If both have a parameter of the same name, the value on the right is used.
  public static func + (left: QueryText, right: QueryText) -> QueryText {
    var both = left
    both.segments += right.segments
    both.parameters.merge(right.parameters) { _, new in new }
    return both
  }

  /// The text with a `$name` for each value, the values by name, and the names of interpolated
  /// values.
  func rendered() -> (text: String, given: [String: Value], interpolated: [String]) {
    var text = ""
    var given = parameters
    var interpolated: [String] = []
    for segment in segments {
      switch segment {
      case .text(let part): text += part
      case .value(let value):
        var number = given.count + 1
        while given["value\(number)"] != nil { number += 1 }
        let name = "value\(number)"
        text += "$" + name
        given[name] = value
        interpolated.append(name)
      }
    }
    return (text, given, interpolated)
  }

  /// The text with a `$name` for each value.
  package var textWithParameters: String { rendered().text }

  /// The text with `keyword` before it, unless it already begins with it.
  func beginning(with keyword: Keyword) -> QueryText {
    var lexer = Lexer(SourceText(name: "", text: rendered().text))
    if lexer.next().keyword == keyword { return self }
    return QueryText(keyword.rawValue + " ") + self
  }
}
