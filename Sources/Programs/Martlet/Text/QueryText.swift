import Diagnostics
public import Model
import Syntax

/// A text of the language with values in it: `"spent > limit and owner == \(owner)"`.
///
/// Values are bound, never pasted in, so whatever they hold they stay values. A `$name` in a text takes
/// its value from ``init(_:parameters:)``.
public struct QueryText: Sendable, ExpressibleByStringInterpolation {
  fileprivate enum Segment: Sendable {
    case text(String)
    case value(Value)
  }

  private var segments: [Segment]
  private var parameters: [String: Value]

  /// A text that a program puts together itself, with the values of its `$name`s.
  public init(_ text: String, parameters: [String: Value] = [:]) {
    segments = [.text(text)]
    self.parameters = parameters
  }

  /// A text as it stands in a program.
  public init(stringLiteral text: String) {
    self.init(text)
  }

  /// A text with values.
  public init(stringInterpolation: StringInterpolation) {
    segments = stringInterpolation.segments
    parameters = [:]
  }

  /// What stands between the quotes of a text in a program.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var segments: [Segment] = []

    /// Begins.
    public init(literalCapacity: Int, interpolationCount: Int) {
      segments.reserveCapacity(2 * interpolationCount + 1)
    }

    /// Adds text of the language.
    public mutating func appendLiteral(_ text: String) {
      segments.append(.text(text))
    }

    /// Adds a value.
    public mutating func appendInterpolation(_ value: (any ValueConvertible)?) {
      segments.append(.value(Value(value)))
    }
  }

  /// Both, one behind the other; where both have a value for a `$name`, that of the right one holds.
  public static func + (left: QueryText, right: QueryText) -> QueryText {
    var both = left
    both.segments += right.segments
    both.parameters.merge(right.parameters) { _, new in new }
    return both
  }

  /// The text with a `$name` for each value, and the values by name.
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

  /// The text behind the keyword of its statement, unless it begins with that.
  func beginning(with keyword: Keyword) -> QueryText {
    var lexer = Lexer(SourceText(name: "", text: rendered().text))
    if lexer.next().keyword == keyword { return self }
    return QueryText(keyword.rawValue + " ") + self
  }
}
