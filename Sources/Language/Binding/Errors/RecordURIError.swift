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
        "records of this store have no URIs: those of Core Data and SwiftData stores have",
        at: span,
        help: [
          entity.identity == .number
            ? "a record is named by its number: `\(quotedIfNeeded(entity.name))#3`"
            : "`select @id` shows how records are named"
        ]
      )
    case .noURI(let span, let example):
      Diagnostic("this is no URI of a record", at: span, help: ["`\(example)` is one"])
    case .otherStore(let span, let example):
      Diagnostic(
        "the URI is of a record in another store",
        at: span,
        help: ["the URIs of this store begin with `\(example.form.prefix)`"]
      )
    case .noEntity(let span, let uri, let nearest):
      Diagnostic("no model is called `\(uri.entity)`", at: span, help: Wording.help(nearest))
    case .otherEntity(let span, let uri, let wanted):
      Diagnostic(
        "the URI is of a record of \(uri.entity), which is no \(wanted.name)",
        at: span,
        help: ["`\(quotedIfNeeded(uri.entity))#\"\(uri)\"`"]
      )
    }
  }
}
