import Syntax

extension ExpressionSyntax {
  /// The names of the models that the expression says by name: what computes with it waits for them.
  var namedEntities: [NameSyntax] {
    switch kind {
    case .backlink(_, let entity, _): [entity] + parts.flatMap(\.namedEntities)
    case .recordLiteral(let entity, _): [entity] + parts.flatMap(\.namedEntities)
    case .typeTest(let operand, let entity, _), .cast(let operand, let entity):
      operand.namedEntities + [entity]
    case .subquery(let query) where query.savedQuery == nil && query.arguments == nil:
      [query.entity] + query.parts.flatMap(\.namedEntities)
    default: parts.flatMap(\.namedEntities)
    }
  }

  /// Whether a query within the expression asks a saved one.
  var asksSavedQuery: Bool {
    if case .subquery(let query) = kind {
      return query.savedQuery != nil || query.arguments != nil
        || query.parts.contains(where: \.asksSavedQuery)
    }
    return parts.contains(where: \.asksSavedQuery)
  }

  /// The expressions that stand directly within this one, queries in parentheses aside.
  private var parts: [ExpressionSyntax] {
    switch kind {
    case .literal, .name, .selfRecord, .parameter, .enumCase, .subquery:
      []
    case .recordLiteral(_, let key):
      key.values
    case .member(let operand, _), .unary(_, _, let operand), .isNull(let operand, _),
      .unit(let operand, _), .parenthesized(let operand), .quantified(_, let operand),
      .typeTest(let operand, _, _), .cast(let operand, _):
      [operand]
    case .identity(let operand), .backlink(let operand, _, _):
      [operand].compactMap { $0 }
    case .quantifier(_, let argument):
      argument.parts
    case .call(_, let arguments):
      arguments.flatMap(\.parts)
    case .binary(_, let left, let right):
      [left, right]
    case .between(let operand, let lower, let upper, _, _):
      [operand, lower, upper]
    case .membership(let operand, .values(let values), _, _):
      [operand, values]
    case .membership(let operand, .range(let lower, let upper, _), _, _):
      [operand, lower, upper]
    case .list(let elements):
      elements
    case .conditional(let condition, let then, let otherwise):
      [condition, then, otherwise]
    }
  }
}

extension CallArgument {
  fileprivate var parts: [ExpressionSyntax] { [expression] + [filter].compactMap { $0 } }
}

extension QuerySyntax {
  /// The expressions of the clauses that a query behind `in` takes.
  fileprivate var parts: [ExpressionSyntax] {
    [predicate, limit, offset].compactMap { $0 } + sort.map(\.expression)
  }
}
