import Syntax

extension ExpressionSyntax {
  /// The names of the models that the expression says by name: what computes with it waits for them.
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

  /// Whether a query within the expression asks a saved one.
  var asksSavedQuery: Bool {
    if case .subquery(let query) = kind {
      return query.savedQuery != nil || query.arguments != nil
        || query.parts.contains(where: \.asksSavedQuery)
    }
    return kind.children.contains(where: \.asksSavedQuery)
  }
}

extension QuerySyntax {
  /// The expressions of the clauses that a query after `in` takes.
  fileprivate var parts: [ExpressionSyntax] {
    [predicate, limit, offset].compactMap { $0 } + sort.map(\.expression)
  }
}
