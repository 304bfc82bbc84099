import Diagnostics
import Model
import Syntax

/// A path, a shape or a query in parentheses that does not fit the place where it stands.
enum PathError: BindingError {
  /// `@id` behind something that is no record.
  case noIdentity(SourceSpan)
  /// A name that should be a relationship is another member.
  case noRelationship(NameSyntax, entity: String, others: [String])
  /// A relationship does not lead to the record that is to be come from.
  case wrongBacklink(SourceSpan, relationship: String, leadsTo: String, found: String)
  /// A backlink names a relationship that the model inherits, so that others have it too.
  case inheritedBacklink(NameSyntax, owner: String)
  /// A shape behind a path that casts on the way to its records.
  case castBeforeShape(SourceSpan)
  /// A shape behind something that is no record.
  case shapeOfValue(SourceSpan, found: ValueType, help: [String])
  /// Two fields of a shape have one name.
  case repeatedField(SourceSpan, name: String, first: SourceSpan)
  /// `is` or `as` behind something that is no record.
  case kindOfValue(SourceSpan)
  /// A record can never be of the named model.
  case unrelatedKind(NameSyntax, found: String, kinds: [String])
  /// A query stands where a value does.
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
