import Binding
import Columns
package import Execution
import Expressions
package import Model
import Planning
package import Storage

/// Finds records that violate new constraints of their model.
package struct ConstraintAudit {
  /// The schema of the records, before or after the change.
  let schema: Schema
  let snapshot: any StoreSnapshot
  let executor: Executor

  /// How many records are compared between checks for cancellation.
  private static let rowsAtOnce = 8_192

  package init(schema: Schema, snapshot: any StoreSnapshot, executor: Executor) {
    (self.schema, self.snapshot, self.executor) = (schema, snapshot, executor)
  }

  // MARK: Rules

  /// The rules that some records break.
  package func conflicts(_ checks: [CheckRule], of entity: Entity) throws -> [SchemaConflict] {
    try checks.compactMap { rule in
      do {
        return try exceptions(to: rule.condition, of: entity).map {
          .brokenRule(rule.text, count: $0.count, example: $0.example)
        }
      } catch let error as ExecutionError {
        return .failingRule(rule.text, reason: FailureWording.message(error))
      }
    }
  }

  /// The conflict if some records are outside the bounds, otherwise nil.
  package func conflict(
    _ bounds: RelationshipBounds,
    of relationship: Relationship,
    _ entity: Entity
  ) throws -> SchemaConflict? {
    let count = entity.memberCount(relationship)
    guard let found = try exceptions(to: bounds.holds(for: count), of: entity) else { return nil }
    let value = try executor.column(
      of: stored(count),
      for: [found.reference],
      in: schema.root(of: entity.name)
    ).value(at: 0)
    guard case .int(let number) = value else { return nil }
    return .outOfBounds(
      property: relationship.name,
      bounds,
      count: found.count,
      example: found.example,
      found: Int(number)
    )
  }

  /// The number of records for which a condition is false, and the first; nil if there are none.
  private func exceptions(
    to condition: TypedExpression,
    of entity: Entity
  ) throws -> (count: Int, reference: Int64, example: RecordID)? {
    let isFalse = TypedExpression(
      .comparison(.equal, condition, .literal(.bool(false), .bool)),
      .bool
    )
    let plan = self.plan(FetchRequest(entity: entity.name, predicate: isFalse))
    let count = try executor.count(of: plan)
    guard count > 0, let first = try executor.references(of: plan, first: 1).first else {
      return nil
    }
    let root = schema.root(of: entity.name)
    let examples = try snapshot.recordIDs(of: root, at: [first])
    return examples.first.map { (count, first, $0) }
  }

  // MARK: Unique keys

  /// The conflict if several records have the same values of `key`, otherwise nil.
  func conflict(_ key: [String], named names: [String], of entity: Entity) throws
    -> SchemaConflict?
  {
    let attributes = key.compactMap(entity.attribute)
    guard attributes.count == key.count else { return nil }
    let shared = try executor.rows(of: plan(sharedValues(of: attributes, entity)))
    guard shared.rowCount > 0 else { return nil }
    let batch = try shared.rows(0..<shared.rowCount)
    let count = (0..<batch.count).reduce(0) { sum, row in
      guard case .int(let number) = batch.value(row: row, column: key.count) else { return sum }
      return sum + Int(number)
    }
    let values = key.indices.map { batch.value(row: 0, column: $0) }
    return .sharedValues(
      properties: names,
      count: count,
      values: values,
      examples: try records(with: values, of: attributes, entity)
    )
  }

  /// The conflict if several records have values of `key` that differ only in what it ignores,
  /// otherwise nil.
  func conflict(_ key: FoldedKey, of entity: Entity) throws -> SchemaConflict? {
    let attributes = key.attributes.compactMap(entity.attribute).map { entity.value($0) }
    let request = FetchRequest(
      entity: entity.name,
      predicate: .conjunction(of: attributes.map(\.isPresent)),
      columns: (attributes + [entity.recordValue]).map { OutputColumn(name: "", expression: $0) }
    )
    let rows = try executor.rows(of: plan(request))
    var first: [[Value]: Int] = [:]
    var repeated: [(row: Int, first: Int)] = []
    for start in stride(from: 0, to: rows.rowCount, by: Self.rowsAtOnce) {
      try executor.cancellation.check()
      let batch = try rows.rows(start..<min(start + Self.rowsAtOnce, rows.rowCount))
      for row in 0..<batch.count {
        let values = attributes.indices.map { batch.value(row: row, column: $0) }
        let folded = key.match.folded(values)
        if let other = first[folded] {
          repeated.append((start + row, other))
        } else {
          first[folded] = start + row
        }
      }
    }
    guard let example = repeated.first else { return nil }
    let examples = try [example.first, example.row].map { try rows.rows($0..<($0 + 1)) }
    return .sharedValues(
      properties: key.attributes,
      count: repeated.count + Set(repeated.map(\.first)).count,
      values: attributes.indices.map { examples[0].value(row: 0, column: $0) },
      examples: examples.compactMap { row in
        if case .record(let id) = row.value(row: 0, column: attributes.count) { id } else { nil }
      },
      ignoring: key.match
    )
  }

  /// The values of several records, with the number of these records.
  private func sharedValues(of attributes: [Attribute], _ entity: Entity) -> FetchRequest {
    let keys = attributes.map { entity.value($0) }
    let number = Grouping.aggregate(0, .int)
    return FetchRequest(
      entity: entity.name,
      predicate: .conjunction(of: keys.map(\.isPresent)),
      grouping: Grouping(
        keys: keys,
        aggregates: [GroupAggregate(function: .count, filter: nil, element: nil, type: .int)]
      ),
      groupPredicate: TypedExpression(
        .comparison(.greater, number, .literal(.int(1), .int)),
        .bool
      ),
      columns: keys.enumerated().map { place, key in
        OutputColumn(name: "\(place)", expression: Grouping.key(place, key.type))
      } + [OutputColumn(name: "count", expression: number)]
    )
  }

  /// Two records with the values.
  private func records(
    with values: [Value],
    of attributes: [Attribute],
    _ entity: Entity
  ) throws -> [RecordID] {
    let conditions = zip(attributes, values).map { attribute, value in
      TypedExpression(
        .comparison(.equal, entity.value(attribute), .literal(value, attribute.type)),
        .bool
      )
    }
    let request = FetchRequest(
      entity: entity.name,
      predicate: .conjunction(of: conditions),
      limit: 2
    )
    let found = try executor.references(of: plan(request), first: 2)
    return try snapshot.recordIDs(of: schema.root(of: entity.name), at: Array(found.prefix(2)))
  }

  // MARK: Queries

  private func plan(_ request: FetchRequest) -> Plan {
    Planner.enginePlan(Binder(schema: schema).stored(request))
  }

  private func stored(_ expression: TypedExpression) -> TypedExpression {
    StoredNames(schema)?.expression(expression) ?? expression
  }
}

extension Entity {
  /// The number of related records of a to-many relationship.
  fileprivate func memberCount(_ relationship: Relationship) -> TypedExpression {
    let step = RelationshipReference(
      entity: name,
      name: relationship.name,
      destination: relationship.destination,
      isToMany: true
    )
    let members = ToManyAggregate(
      function: .count,
      base: .scope(level: 0, entity: name),
      path: [step],
      level: 1
    )
    return TypedExpression(.aggregate(members), .int)
  }
}

extension RelationshipBounds {
  /// The condition that a count is within the bounds.
  fileprivate func holds(for count: TypedExpression) -> TypedExpression {
    let least = TypedExpression(.literal(.int(Int64(minimum))), .int)
    let isEnough = TypedExpression(.comparison(.greaterOrEqual, count, least), .bool)
    guard let maximum else { return isEnough }
    let most = TypedExpression(.literal(.int(Int64(maximum))), .int)
    let isNotTooMuch = TypedExpression(.comparison(.lessOrEqual, count, most), .bool)
    return TypedExpression(.and(isEnough, isNotTooMuch), .bool)
  }
}
