import Diagnostics
import Model
import Syntax

/// A call of a function or an aggregate that does not fit its declaration.
enum CallError: BindingError {
  /// No function has the name.
  case unknownFunction(NameSyntax, nearest: [String])
  /// It takes another number of arguments.
  case argumentCount(NameSyntax, expected: String, found: Int, usage: String? = nil)
  /// The parts of a date are known, and no calendar has it.
  case noSuchDay(SourceSpan)
  /// It does not take an argument of this type.
  case argumentType(NameSyntax, SourceSpan, expected: [ValueType], found: ValueType)
  /// An aggregate got something that does not lead through a to-many relationship.
  case noToMany(NameSyntax, SourceSpan, example: String?)
  /// A to-many relationship stands where one value is needed.
  case toManyAsValue(SourceSpan, name: String, isPathThrough: Bool)
  /// A `where` stands in a call that reduces nothing.
  case filterOutsideAggregate(SourceSpan)

  var diagnostic: Diagnostic {
    switch self {
    case .unknownFunction(let name, let nearest):
      Diagnostic("no function is named `\(name.text)`", at: name.span, help: Wording.help(nearest))
        .asking(about: .function(name.text))
    case .argumentCount(let name, let expected, let found, let usage):
      Diagnostic(
        "`\(name.text)` takes \(expected), not \(found)",
        at: name.span,
        help: usage.map { ["usage: `\($0)`"] } ?? []
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
    }
  }
}
