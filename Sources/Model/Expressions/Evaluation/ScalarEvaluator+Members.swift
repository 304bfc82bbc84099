package import Model

/// Aggregates and shapes.
extension ScalarEvaluator {
  /// Related records are visited in path order until the result is decided.
  func reduce(
    _ aggregate: ToManyAggregate,
    type: ValueType,
    _ scopes: [Int64]
  ) throws -> Value {
    var reduction = Reduction(aggregate.function, options: aggregate.options, type: type)
    try visit(aggregate.path, from: aggregate.base, scopes) { member in
      let inner = Array(scopes.prefix(aggregate.level)) + [member]
      if let filter = aggregate.filter, try !holds(filter, scopes: inner) { return true }
      guard let element = aggregate.element else {
        reduction.addRecord()
        return true
      }
      reduction.add(try evaluate(element, scopes: inner))
      return !reduction.isDecided
    }
    return try reduction.result()
  }

  /// Elements are visited in order until the result is decided.
  func reduce(
    _ aggregate: ArrayAggregate,
    type: ValueType,
    _ scopes: [Int64]
  ) throws -> Value {
    var reduction = Reduction(aggregate.function, options: aggregate.options, type: type)
    // A placeholder for the element's level keeps the indexes of inner levels right.
    let inner = Array(scopes.prefix(aggregate.level)) + [0]
    var evaluator = self
    for value in Arrays.elements(of: try evaluate(aggregate.array, scopes: scopes)) {
      evaluator.elements[aggregate.level] = value
      if let filter = aggregate.filter, try !evaluator.holds(filter, scopes: inner) { continue }
      if let element = aggregate.element {
        reduction.add(try evaluator.evaluate(element, scopes: inner))
        if reduction.isDecided { break }
      } else {
        reduction.addRecord()
      }
    }
    return try reduction.result()
  }

  /// Filters, sorts, then cuts; only records that remain are evaluated.
  func shape(_ shape: RecordShape, _ scopes: [Int64]) throws -> Value {
    var members: [[Int64]] = []
    try visit(shape.path, from: shape.base, scopes) { member in
      let inner = Array(scopes.prefix(shape.level)) + [member]
      if try shape.filter.map({ try holds($0, scopes: inner) }) ?? true { members.append(inner) }
      return true
    }
    let objects = try sorted(members, by: shape.sort)
      .dropFirst(shape.offset)
      .prefix(shape.limit ?? .max)
      .map { member in
        Value.object(
          try shape.fields.map {
            ObjectField($0.name, try evaluate($0.expression, scopes: member))
          }
        )
      }
    return shape.isToMany ? .list(objects) : objects.first ?? .null
  }

  private func sorted(_ members: [[Int64]], by keys: [SortKey]) throws -> [[Int64]] {
    if keys.isEmpty { return members }
    let values = try members.map { member in
      try keys.map { try evaluate($0.expression, scopes: member) }
    }
    return members.indices.sorted { left, right in
      let order = KeyOrder.compare(values[left], values[right], by: keys)
      return order == 0 ? left < right : order < 0
    }.map { members[$0] }
  }

  /// Calls `body` with each record at the end of a path, including duplicates, while it returns
  /// true.
  package func visit(
    _ path: [RelationshipReference],
    from base: RecordExpression,
    _ scopes: [Int64],
    _ body: (Int64) throws -> Bool
  ) throws {
    guard let start = try reference(base, scopes) else { return }
    _ = try visit(path[...], from: start, body)
  }

  private func visit(
    _ path: ArraySlice<RelationshipReference>,
    from record: Int64,
    _ body: (Int64) throws -> Bool
  ) throws -> Bool {
    guard let step = path.first else { return try body(record) }
    guard step.isToMany else {
      guard let next = try source.destination(of: step, reference: record) else { return true }
      return try visit(path.dropFirst(), from: next, body)
    }
    return try source.members(of: step, reference: record).allSatisfy {
      try visit(path.dropFirst(), from: $0, body)
    }
  }
}
