import Model

/// What is made of the records behind a path: aggregates and shapes.
extension ScalarEvaluator {
  /// Members come in the order of the path; what follows the value that decides is not evaluated.
  func reduce(
    _ aggregate: ToManyAggregate,
    type: ValueType,
    _ scopes: [Int64]
  ) throws -> Value {
    var reduction = Reduction(aggregate.function, type: type)
    for member in try members(aggregate.path, from: aggregate.base, scopes) {
      let inner = Array(scopes.prefix(aggregate.level)) + [member]
      if let filter = aggregate.filter, try !holds(filter, scopes: inner) { continue }
      if let element = aggregate.element {
        reduction.add(try evaluate(element, scopes: inner))
        if reduction.isDecided { break }
      } else {
        reduction.addRecord()
      }
    }
    return try reduction.result()
  }

  /// Elements come in their order; what follows the value that decides is not evaluated.
  func reduce(
    _ aggregate: ArrayAggregate,
    type: ValueType,
    _ scopes: [Int64]
  ) throws -> Value {
    var reduction = Reduction(aggregate.function, type: type)
    // The element's level has a place among the scopes, so that levels further in are theirs.
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

  /// Members are filtered, then sorted, then cut; what is cut off is not shown, so it cannot fail.
  func shape(_ shape: RecordShape, _ scopes: [Int64]) throws -> Value {
    var members = try self.members(shape.path, from: shape.base, scopes).map {
      Array(scopes.prefix(shape.level)) + [$0]
    }
    if let filter = shape.filter { members = try members.filter { try holds(filter, scopes: $0) } }
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

  /// The records at the end of a path, flattened, duplicates kept.
  private func members(
    _ path: [RelationshipReference],
    from base: RecordExpression,
    _ scopes: [Int64]
  ) throws -> [Int64] {
    guard let start = try reference(base, scopes) else { return [] }
    return try path.reduce([start]) { records, relationship in
      try records.flatMap { record in
        relationship.isToMany
          ? try source.members(of: relationship, reference: record)
          : try source.destination(of: relationship, reference: record).map { [$0] } ?? []
      }
    }
  }
}
