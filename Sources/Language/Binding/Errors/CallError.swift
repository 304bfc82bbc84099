import Diagnostics
import Model
import Syntax

/// Invalid calls of functions and aggregates.
enum CallError: BindingError {
  case unknownFunction(NameSyntax, nearest: [String])
  case argumentCount(NameSyntax, expected: String, found: Int, usage: String? = nil)
  case noSuchDay(SourceSpan)
  case argumentType(NameSyntax, SourceSpan, expected: [ValueType], found: ValueType)
  case noToMany(NameSyntax, SourceSpan, example: String?)
  case toManyAsValue(SourceSpan, name: String, isPathThrough: Bool)
  case filterOutsideAggregate(SourceSpan)
  case clauseOfArgument(SourceSpan, function: String)
  case orderOfAggregate(SourceSpan, function: String)
  case limitOfAggregate(SourceSpan, function: String)
  case fraction(SourceSpan, function: String, found: Double?)
  case separator(SourceSpan, function: String)

  var diagnostic: Diagnostic {
    switch self {
    case .unknownFunction(let name, let nearest):
      Diagnostic("no function is named `\(name.text)`", at: name.span, help: Wording.help(nearest))
        .with(unknown: .function(name.text))
    case .argumentCount(let name, let expected, let found, let usage):
      Diagnostic(
        "`\(name.text)` takes \(expected), not \(found)",
        at: name.span,
        help: found == 0 && name.text.lowercased() == "date"
          ? ["write `now` for the current time, `today` for the current day"]
          : usage.map { ["usage: `\($0)`"] } ?? []
      )
    case .noSuchDay(let span):
      Diagnostic("there is no such date", at: span)
    case .argumentType(let name, let span, let expected, let found):
      Diagnostic(
        .error,
        "`\(name.text)` takes \(Wording.choice(expected.map(\.description)))",
        at: .init(span, Wording.this(found))
      )
    case .noToMany(let name, let span, let example):
      Diagnostic(
        "`\(name.text)` aggregates a to-many relationship or an array",
        at: span,
        help: (example.map { ["for example `\($0)`"] } ?? [])
          + ["put a condition on a group's aggregate in `having`, after `group by`"]
      )
    case .toManyAsValue(let span, let name, let isPathThrough):
      Diagnostic(
        "`\(name)` is many records, not a single value",
        at: span,
        help: [
          "aggregate it: `count(\(name))`, or `sum`, `avg`, `min`, `max` or `list` of an attribute",
          isPathThrough
            ? "or put a quantifier before the path: `any`, `all`, `none`"
            : "or use a quantifier, as in `any(\(name) where …)`",
        ]
      )
    case .filterOutsideAggregate(let span):
      Diagnostic("only an aggregate over a to-many relationship takes `where`", at: span)
    case .clauseOfArgument(let span, let function):
      Diagnostic(
        "`\(function)` takes no `sort` or `limit`",
        at: span,
        help: ["`first`, `last`, `list` and `text` do, as in `first(name sort date desc)`"]
      )
    case .orderOfAggregate(let span, let function):
      Diagnostic(
        "the order of the values does not change the result of `\(function)`",
        at: span,
        help: ["remove the `sort`, or use `first`, `last`, `list` or `text`"]
      )
    case .limitOfAggregate(let span, let function):
      Diagnostic(
        "`\(function)` takes no `limit`",
        at: span,
        help: ["`list` and `text` do, as in `list(name sort date limit 5)`"]
      )
    case .fraction(let span, let function, let found):
      Diagnostic(
        "`\(function)` takes a constant fraction between 0 and 1",
        at: span,
        help: [found.flatMap(Self.share).map { "write `\($0)`" } ?? "for example `0.9`"]
      )
    case .separator(let span, let function):
      Diagnostic(
        "`\(function)` takes a constant string as its separator",
        at: span,
        help: ["for example `\", \"`"]
      )
    }
  }

  /// The fraction that is meant by a percentage, such as 90 or 97.5; 1.5 is probably not one.
  private static func share(_ number: Double) -> Double? {
    guard number > 1, number <= 100, number >= 10 || number.rounded() == number else { return nil }
    return number / 100
  }
}
