import Expressions
import Model

extension FetchRequest {
  /// The entities whose records decide the result, those that are read for it and those on the way to them;
  /// for a request in the store's own terms root entities.
  public var entitiesRead: Set<String> {
    var read = Set(expressions.flatMap(\.entitiesRead))
    switch source {
    case .records: read.insert(entity)
    case .rows(let inner): read.formUnion(inner.entitiesRead)
    }
    // The rows of groups and of other requests are read as records of entities that no store has.
    return read.filter { !$0.hasPrefix("@") }
  }

  /// The expressions of the request itself.
  private var expressions: [TypedExpression] {
    [predicate, groupPredicate].compactMap { $0 } + (grouping?.parts ?? [])
      + sort.map(\.expression) + columns.map(\.expression)
  }
}
