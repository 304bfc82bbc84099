import Diagnostics
import Model
import Syntax

/// A URI that names no record of the model before it.
enum RecordURIError: BindingError {
  /// The store's records have no URIs.
  case noURIs(SourceSpan, Entity)
  /// The text is no URI of a record; the example is one.
  case noURI(SourceSpan, RecordURI)
  /// The URI is one of another store; the example is of this one.
  case otherStore(SourceSpan, RecordURI)
  /// The store has no entity that is called so.
  case noEntity(SourceSpan, RecordURI, nearest: [String])
  /// The record is of an entity that is not the one that is named, nor specialises it.
  case otherEntity(SourceSpan, RecordURI, wanted: Entity)

  var diagnostic: Diagnostic {
    switch self {
    case .noURIs(let span, let entity):
      Diagnostic(
        "records of this store have no URIs",
        at: span,
        help: [
          entity.identity == .number
            ? "write a record by its number: `\(quotedIfNeeded(entity.name))#3`"
            : "`select @id` shows the identities of records"
        ]
      )
    case .noURI(let span, let example):
      Diagnostic("this is not the URI of a record", at: span, help: ["for example `\(example)`"])
    case .otherStore(let span, let example):
      Diagnostic(
        "the URI belongs to another store",
        at: span,
        help: ["the URIs of this store begin with `\(example.form.prefix)`"]
      )
    case .noEntity(let span, let uri, let nearest):
      Diagnostic("no model is named `\(uri.entity)`", at: span, help: Wording.help(nearest))
    case .otherEntity(let span, let uri, let wanted):
      Diagnostic(
        "the URI names a record of \(uri.entity), not of \(wanted.name)",
        at: span,
        help: ["`\(quotedIfNeeded(uri.entity))#\"\(uri)\"`"]
      )
    }
  }
}
