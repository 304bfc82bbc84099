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
    var arguments: [String] = []
    var parts: [PredicateFormat] = []
    for conjunct in conjuncts {
      let own = PredicateArguments()
      let writer = PredicateFormatWriter(
        schema: schema,
        arguments: own,
        context: context,
        kinds: texts.names
      )
      do throws(Inexpressible) {
        parts.append(try writer.condition(conjunct, isNegated: false))
        arguments += own.texts
      } catch {
        let text = texts.text(of: conjunct)
        printed.omissions.append(
          .init(part: "where \(text)", reason: error.explanation(in: "NSPredicate"))
        )
      }
    }
    if parts.isEmpty { return printed }
    let needed: PredicateStrength = parts.count > 1 ? .and : .or
    let format = parts.map { $0.text(needed) }.joined(separator: " AND ")
    let list = ([FetchLiteralText.quoted(format)] + arguments).joined(separator: ", ")
    printed.lines = ["NSPredicate(format: \(list))"]
    return printed
  }
}

/// Values that a format string cannot hold: they stand behind it, for `%@`.
final class PredicateArguments {
  private(set) var texts: [String] = []

  /// The sign that stands in the format for the argument `text`.
  func add(_ text: String) -> String {
    texts.append(text)
    return "%@"
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
