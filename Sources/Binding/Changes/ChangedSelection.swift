import Diagnostics
import Expressions
import Model
import Storage
import Syntax

/// Gives the records that an `update` or a `delete` names their meaning.
struct ChangedSelection {
  /// Finds the records.
  let request: FetchRequest
  /// The records' model.
  let entity: Entity
}

extension QueryBinder {
  /// The records that a statement changes; nil if something is wrong.
  ///
  /// Without a `where` and without a `limit` the word `all` is required, so that nobody changes
  /// everything by forgetting a clause.
  func changedRecords(
    _ query: QuerySyntax,
    all: SourceSpan?,
    verb: String
  ) -> ChangedSelection? {
    for keyword in query.clauseKeywords where !keyword.clause.mayStandInChange {
      findings.report(
        ClauseError.unexpectedClause(
          keyword.span,
          clause: keyword.clause.rawValue,
          of: "`\(verb)`",
          help: ["it takes `where`, `sort`, `limit` and `offset`"]
        )
      )
    }
    let isNarrowed = query.predicate != nil || query.limit != nil || query.offset != nil
    if let all, isNarrowed {
      findings.report(ChangeStatementError.allOfSome(all))
    } else if all == nil, !isNarrowed, query.savedQuery == nil, query.arguments == nil,
      case .found = NameLookup(query.entity, in: schema.writableNames)
    {
      findings.report(
        ChangeStatementError.missingAll(query.sourceSpan, verb: verb, entity: query.entity.text)
      )
    }
    guard findings.all.isEmpty, let found = recordQuery(query),
      let entity = schema.entity(found.entity)
    else { return nil }
    let request = FetchRequest(
      entity: found.entity,
      predicate: found.predicate,
      sort: found.sort,
      limit: found.limit,
      offset: found.offset
    )
    return ChangedSelection(request: request, entity: entity)
  }

  /// The `delete` with its meaning.
  func deleteRequest(_ statement: DeleteStatement) -> DeleteRequest? {
    changedRecords(statement.selection, all: statement.all, verb: "delete").map {
      DeleteRequest(selection: $0.request, kind: $0.entity.name)
    }
  }
}

extension Clause {
  /// Whether the clause has a meaning where records are changed.
  fileprivate var mayStandInChange: Bool {
    switch self {
    case .predicate, .sort, .limit, .offset: true
    case .grouping, .groupPredicate, .selection, .distinct: false
    }
  }
}
