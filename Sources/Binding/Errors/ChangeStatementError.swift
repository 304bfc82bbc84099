import Diagnostics
import Model
import Syntax

/// An `update`, `upsert` or `delete` that does not fit its model.
enum ChangeStatementError: BindingError {
  /// Neither `where` nor `all` says which records are meant.
  case missingAll(SourceSpan, verb: String, entity: String)
  /// `all` stands beside a condition.
  case allOfSome(SourceSpan)
  /// A property, or a part of it, is set twice.
  case setTwice(SourceSpan, path: AttributePath, first: SourceSpan)
  /// Another record than the one that is updated is set.
  case otherRecord(SourceSpan, relationship: String, statement: String)
  /// `+=` or `-=` for a to-one relationship.
  case notSeveral(SourceSpan, relationship: String)
  /// A record of an upsert names no key.
  case noKey(SourceSpan, entity: String, keys: [[String]])
  /// The attributes behind `by` are no key.
  case notAKey(SourceSpan, names: [String], entity: String, keys: [[String]])
  /// A record of an upsert has no value for an attribute of the key that is named.
  case keyWithoutValue(SourceSpan, name: String)

  var diagnostic: Diagnostic {
    switch self {
    case .missingAll(let span, let verb, let entity):
      Diagnostic(
        "`\(verb)` needs to be told which records",
        at: span,
        help: ["write `where …`, or `\(verb) all \(entity)` for all of them"]
      )
    case .allOfSome(let span):
      Diagnostic(
        "`all` means every record, so no clause can choose some",
        at: span,
        help: ["leave `all` out, or the clauses"]
      )
    case .setTwice(let span, let path, let first):
      Diagnostic(
        .error,
        "`\(path)` is set twice",
        at: .init(span),
        also: [.init(first, "it is set here already")]
      )
    case .otherRecord(let span, let relationship, let statement):
      Diagnostic(
        "`\(relationship)` is another record, which has a statement of its own",
        at: span,
        help: ["write `\(statement)`"]
      )
    case .notSeveral(let span, let relationship):
      Diagnostic("`\(relationship)` is one record, so it can only be set by `=`", at: span)
    case .noKey(let span, let entity, let keys):
      Diagnostic(
        "nothing says which \(entity) this is",
        at: span,
        help: [Self.list(keys, of: entity)]
      )
    case .notAKey(let span, let names, let entity, let keys):
      Diagnostic(
        "(\(names.joined(separator: ", "))) is no unique key of \(entity)",
        at: span,
        help: [Self.list(keys, of: entity)]
      )
    case .keyWithoutValue(let span, let name):
      Diagnostic("`\(name)` belongs to the key and has no value here", at: span)
    }
  }

  private static func list(_ keys: [[String]], of entity: String) -> String {
    if keys.isEmpty {
      return "\(entity) has no unique attribute; `insert` adds records in any case"
    }
    let named = keys.map { $0.count == 1 ? "`\($0[0])`" : "`(\($0.joined(separator: ", ")))`" }
    return "the unique keys of \(entity) are " + named.joined(separator: ", ")
  }
}
