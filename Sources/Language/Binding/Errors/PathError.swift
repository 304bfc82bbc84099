import Diagnostics
import Model
import Syntax

/// Invalid paths, shapes and queries in parentheses.
enum PathError: BindingError {
  case noIdentity(SourceSpan)
  case noRelationship(NameSyntax, entity: String, others: [String])
  case wrongBacklink(SourceSpan, relationship: String, destination: String, found: String)
  case inheritedBacklink(NameSyntax, owner: String)
  case castBeforeShape(SourceSpan)
  case shapeOfValue(SourceSpan, found: ValueType, help: [String])
  case repeatedField(SourceSpan, name: String, first: SourceSpan)
  case kindOfValue(SourceSpan)
  case unrelatedKind(NameSyntax, found: String, kinds: [String])
  case queryAsValue(SourceSpan, operator: String)

  var diagnostic: Diagnostic {
    switch self {
    case .noIdentity(let span):
      Diagnostic("only records have an `@id`", at: span)
    case .kindOfValue(let span):
      Diagnostic(
        "only records have a model",
        at: span,
        help: ["to test for a value, use `is nil` or `is not nil`"]
      )
    case .unrelatedKind(let name, let found, let kinds):
      Diagnostic(
        "a \(found) is never a \(name.text)",
        at: name.span,
        help: kinds.isEmpty
          ? ["\(found) has no submodels"]
          : ["it can be " + Wording.choice(kinds.map { "`\($0)`" })]
      )
    case .noRelationship(let name, let entity, let others):
      Diagnostic(
        "`\(entity).\(name.text)` is not a relationship",
        at: name.span,
        help: others.isEmpty
          ? []
          : ["the relationships of \(entity): " + Wording.list(others)]
      )
    case .wrongBacklink(let span, let relationship, let destination, let found):
      Diagnostic(
        .error,
        "`\(relationship)` references \(destination), so it cannot be followed back from here",
        at: .init(span, "this is \(found)")
      )
    case .inheritedBacklink(let name, let owner):
      Diagnostic(
        "`\(name.text)` is declared in \(owner)",
        at: name.span,
        help: ["write `@inverse(\(owner).\(name.text))`; filter with `where self is …`"]
      )
    case .castBeforeShape(let span):
      Diagnostic(
        "a shape cannot follow a cast in the middle of a to-many path",
        at: span,
        help: ["nest the shapes, and filter with `where self is …` inside the braces"]
      )
    case .shapeOfValue(let span, let found, let help):
      Diagnostic(
        .error,
        "`{ … }` must follow a relationship",
        at: .init(span, Wording.this(found)),
        help: help
      )
    case .repeatedField(let span, let name, let first):
      Diagnostic(
        .error,
        "duplicate `\(name)`",
        at: .init(span),
        also: [.init(first, "first here")],
        help: ["rename one of them with `as`"]
      )
    case .queryAsValue(let span, let symbol):
      Diagnostic(
        "`\(symbol)` cannot compare with a query, which can find any number of records",
        at: span,
        help: [symbol == "!=" ? "write `not in (…)`" : "write `in (…)`"]
      )
    }
  }
}
