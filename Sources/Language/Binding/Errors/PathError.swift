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
      Diagnostic("only a record has an `@id`", at: span)
    case .kindOfValue(let span):
      Diagnostic(
        "only a record is of a model",
        at: span,
        help: ["`is nil` and `is not nil` ask whether there is a value"]
      )
    case .unrelatedKind(let name, let found, let kinds):
      Diagnostic(
        "a \(found) is never a \(name.text)",
        at: name.span,
        help: kinds.isEmpty
          ? ["no model specialises \(found)"]
          : ["it may be " + Wording.choice(kinds.map { "`\($0)`" })]
      )
    case .noRelationship(let name, let entity, let others):
      Diagnostic(
        "`\(entity).\(name.text)` is no relationship",
        at: name.span,
        help: others.isEmpty
          ? []
          : ["the relationships of \(entity): " + Wording.list(others)]
      )
    case .wrongBacklink(let span, let relationship, let destination, let found):
      Diagnostic(
        .error,
        "`\(relationship)` leads to \(destination), so it cannot be followed back from here",
        at: .init(span, "this is \(found)")
      )
    case .inheritedBacklink(let name, let owner):
      Diagnostic(
        "`\(name.text)` is a relationship of every \(owner)",
        at: name.span,
        help: ["write `@inverse(\(owner).\(name.text))`; `where self is …` chooses among them"]
      )
    case .castBeforeShape(let span):
      Diagnostic(
        "this casts many records on the way to those that are shown",
        at: span,
        help: ["choose with `where self is …` within the braces, and nest them"]
      )
    case .shapeOfValue(let span, let found, let help):
      Diagnostic(
        .error,
        "`{ … }` shows parts of records, so it follows a relationship",
        at: .init(span, Wording.this(found)),
        help: help
      )
    case .repeatedField(let span, let name, let first):
      Diagnostic(
        .error,
        "`\(name)` is there already",
        at: .init(span),
        also: [.init(first, "first here")],
        help: ["give one of them another name with `as`"]
      )
    case .queryAsValue(let span, let symbol):
      Diagnostic(
        "a query finds any number of records, so `\(symbol)` does not apply to it",
        at: span,
        help: [symbol == "!=" ? "write `not in (…)`" : "write `in (…)`"]
      )
    }
  }
}
