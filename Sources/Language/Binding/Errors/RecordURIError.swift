import Diagnostics
import Model
import Syntax

/// Invalid URIs of records.
enum RecordURIError: BindingError {
  case noURIs(SourceSpan, Entity)
  case noURI(SourceSpan, RecordURI)
  case otherStore(SourceSpan, RecordURI)
  case noEntity(SourceSpan, RecordURI, nearest: [String])
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
