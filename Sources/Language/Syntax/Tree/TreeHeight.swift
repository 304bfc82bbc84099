extension ExpressionSyntax.Kind {
  /// The height of the highest subexpression; 0 for a leaf.
  var heightOfChildren: Int {
    switch self {
    case .subquery(let query), .queryValue(let query, _): return query.height
    default: break
    }
    return children.reduce(0) { max($0, $1.height) }
  }
}

extension QuerySyntax {
  fileprivate var height: Int {
    let expressions =
      [moment?.expression, predicate, pivot, groupPredicate, limit, offset, chart?.bins]
      .compactMap { $0 } + groupKeys
      + sort.map(\.expression) + (arguments?.arguments ?? []).map(\.value)
      + (chart?.columns ?? [])
    let items = (selection?.items ?? []).map(\.height)
    return max(items.max() ?? 0, expressions.reduce(0) { max($0, $1.height) })
  }
}

extension SelectItem {
  fileprivate var height: Int {
    switch self {
    case .all: 0
    case .expression(let expression, _): expression.height
    case .shape(let shape, _): shape.height
    }
  }
}

extension ShapeSyntax {
  fileprivate var height: Int {
    let expressions = [path, predicate, limit, offset].compactMap { $0 } + sort.map(\.expression)
    return 1 + expressions.reduce(items.map(\.height).max() ?? 0) { max($0, $1.height) }
  }
}
