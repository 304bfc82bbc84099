public import Expressions
public import Model

/// Writes a predicate as a format string of NSPredicate, with the arguments that it needs.
public struct PredicateFormatPrinter {
  private let schema: Schema
  private let texts: FetchTextPrinter
  private let context: EvaluationContext

  /// Makes a printer; `texts` writes what is quoted in what is left out.
  public init(schema: Schema, texts: FetchTextPrinter, context: EvaluationContext) {
    self.schema = schema
    self.texts = texts
    self.context = context
  }

  /// The source of an NSPredicate that holds where all `conjuncts` do; those that it cannot say are
  /// left out and named.
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

/// Values and names that a format string cannot hold: they stand behind it, for `%@` and `%K`.
///
/// While a format is made, marks stand for them: a part may be written twice, or before an older one.
final class PredicateArguments {
  private var all: [(sign: String, text: String)] = []

  /// What stands around the number of an argument; no text of the language has it.
  private static let mark: Character = "\0"

  /// The mark that stands in the format for the value `text`.
  func add(_ text: String) -> String { add(text, "%@") }

  /// The mark that stands in the format for the name `text`.
  func addKey(_ text: String) -> String { add(text, "%K") }

  private func add(_ text: String, _ sign: String) -> String {
    all.append((sign, text))
    return "\(Self.mark)\(all.count - 1)\(Self.mark)"
  }

  /// The format with signs in the place of the marks, and what stands for them in their order.
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

/// A piece of a format string and what it binds like.
struct PredicateFormat {
  let text: String
  let strength: PredicateStrength

  init(_ text: String, _ strength: PredicateStrength = .primary) {
    self.text = text
    self.strength = strength
  }

  /// The text, in parentheses where its place asks for something stronger.
  func text(_ needed: PredicateStrength) -> String {
    strength < needed ? "(\(text))" : text
  }
}

/// How strongly the forms of a format string bind, from weak to strong.
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

  /// The next stronger one.
  var next: PredicateStrength { PredicateStrength(rawValue: rawValue + 1) ?? .primary }
}
