public import Expressions
public import Model

/// Writes a predicate as an NSPredicate format string with its arguments.
public struct PredicateFormatPrinter {
  private let schema: Schema
  private let texts: FetchTextPrinter
  private let context: EvaluationContext

  /// Creates a printer; `texts` prints omitted parts.
  public init(schema: Schema, texts: FetchTextPrinter, context: EvaluationContext) {
    self.schema = schema
    self.texts = texts
    self.context = context
  }

  /// The source of an NSPredicate for all `conjuncts`; lists those that it cannot express.
  public func print(_ conjuncts: [TypedExpression]) -> PrintedQuery {
    var printed = PrintedQuery()
    let marks = PredicateArguments()
    var parts: [PredicateFormat] = []
    for conjunct in conjuncts {
      let writer = PredicateFormatWriter(
        schema: schema,
        arguments: marks,
        context: context,
        kinds: texts.names
      )
      do throws(Inexpressible) {
        parts.append(try writer.condition(conjunct, isNegated: false))
      } catch {
        let text = texts.text(of: conjunct)
        printed.omissions.append(
          .init(part: "where \(text)", reason: error.explanation(in: "NSPredicate"))
        )
      }
    }
    if parts.isEmpty { return printed }
    let needed: PredicateStrength = parts.count > 1 ? .and : .or
    let (format, arguments) = marks.resolved(
      parts.map { $0.text(needed) }.joined(separator: " AND ")
    )
    let list = ([FetchLiteralText.quoted(format)] + arguments).joined(separator: ", ")
    printed.lines = ["NSPredicate(format: \(list))"]
    return printed
  }
}

/// The arguments for `%@` and `%K` in a format string.
///
/// Marks represent them until the format is complete, since parts can be repeated or reordered.
final class PredicateArguments {
  private var all: [(sign: String, text: String)] = []

  /// Delimits the number of an argument; no string of the language contains it.
  private static let mark: Character = "\0"

  /// Adds a value; returns its mark.
  func add(_ text: String) -> String { add(text, "%@") }

  /// Adds a name; returns its mark.
  func addKey(_ text: String) -> String { add(text, "%K") }

  private func add(_ text: String, _ sign: String) -> String {
    all.append((sign, text))
    return "\(Self.mark)\(all.count - 1)\(Self.mark)"
  }

  /// The final format, and the arguments in order.
  func resolved(_ format: String) -> (format: String, arguments: [String]) {
    var result = ""
    var arguments: [String] = []
    for (index, part) in format.split(separator: Self.mark, omittingEmptySubsequences: false)
      .enumerated()
    {
      if index.isMultiple(of: 2) {
        result += part
      } else if let place = Int(part), all.indices.contains(place) {
        result += all[place].sign
        arguments.append(all[place].text)
      }
    }
    return (result, arguments)
  }
}

/// A part of a format string and its precedence.
struct PredicateFormat {
  let text: String
  let strength: PredicateStrength

  init(_ text: String, _ strength: PredicateStrength = .primary) {
    self.text = text
    self.strength = strength
  }

  /// The text, in parentheses if its context has a higher precedence.
  func text(_ needed: PredicateStrength) -> String {
    strength < needed ? "(\(text))" : text
  }
}

/// Precedences in format strings, from low to high.
enum PredicateStrength: Int, Comparable {
  case or
  case and
  case not
  case comparison
  case addition
  case multiplication
  case primary

  static func < (left: PredicateStrength, right: PredicateStrength) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The next higher precedence.
  var next: PredicateStrength { PredicateStrength(rawValue: rawValue + 1) ?? .primary }
}
