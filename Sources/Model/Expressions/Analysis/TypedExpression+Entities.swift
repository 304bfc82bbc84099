public import Model

extension TypedExpression {
  /// All entities that the value depends on, including those on the path and in queries.
  public var entitiesRead: Set<String> {
    var entities = Set(RecordUses([self]).uses.map(\.record.entity))
    collectPaths(&entities)
    return entities
  }

  /// The entities that the value depends on, except for the stored values of the fetched record: it
  /// includes the record's own entity only if other records of it are read.
  public var otherEntitiesRead: Set<String> {
    let others = RecordUses([self]).uses.map(\.record).filter { record in
      if case .scope(level: 0, _) = record { false } else { true }
    }
    var entities = Set(others.map(\.entity))
    // Within a query in this expression, level 0 is its record. Its entity is collected here.
    collectPaths(&entities)
    return entities
  }

  private func collectPaths(_ entities: inout Set<String>) {
    switch kind {
    case .aggregate(let aggregate): entities.formUnion(aggregate.path.flatMap(\.ends))
    case .shape(let shape): entities.formUnion(shape.path.flatMap(\.ends))
    case .membershipInQuery(_, let query): entities.insert(query.entity)
    default: break
    }
    for part in children + innerParts { part.collectPaths(&entities) }
  }
}

extension RelationshipReference {
  fileprivate var ends: [String] { [entity, destination] }
}
