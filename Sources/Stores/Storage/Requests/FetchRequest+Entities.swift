import Expressions
import Model

extension FetchRequest {
  /// The entities whose records affect the result, including those that paths pass through. If the
  /// request uses stored names, these are root entities.
  public var entitiesRead: Set<String> {
    var read = Set(expressions.flatMap(\.entitiesRead))
    switch source {
    case .records: read.insert(entity)
    case .rows(let inner): read.formUnion(inner.entitiesRead)
    }
    // Groups and rows of other requests are read as records of entities that no store has.
    return read.filter { !$0.hasPrefix("@") }
  }

  /// The expressions of the request, without those of its source.
  private var expressions: [TypedExpression] {
    [predicate, groupPredicate].compactMap { $0 } + (grouping?.parts ?? [])
      + sort.map(\.expression) + columns.map(\.expression)
  }
}
