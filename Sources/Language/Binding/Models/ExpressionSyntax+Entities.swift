import Syntax

extension ExpressionSyntax {
  /// The models that the expression names; a computed attribute waits for them.
  var namedEntities: [NameSyntax] {
    switch kind {
    case .backlink(_, let entity, _), .recordLiteral(let entity, _):
      [entity] + kind.children.flatMap(\.namedEntities)
    case .typeTest(let operand, let entity, _), .cast(let operand, let entity):
      operand.namedEntities + [entity]
    case .subquery(let query) where query.savedQuery == nil && query.arguments == nil:
      [query.entity] + query.parts.flatMap(\.namedEntities)
    default: kind.children.flatMap(\.namedEntities)
    }
  }

  /// Whether the expression uses a saved query.
  var usesSavedQuery: Bool {
    if case .subquery(let query) = kind {
      return query.savedQuery != nil || query.arguments != nil
        || query.parts.contains(where: \.usesSavedQuery)
    }
    return kind.children.contains(where: \.usesSavedQuery)
  }
}

extension QuerySyntax {
  /// The expressions in the clauses of a query in parentheses.
  fileprivate var parts: [ExpressionSyntax] {
    [predicate, limit, offset].compactMap { $0 } + sort.map(\.expression)
  }
}
