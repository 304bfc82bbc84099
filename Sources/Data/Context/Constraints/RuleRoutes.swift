import Expressions
import Model

/// What a rule reads: fields and references of records on routes from the rule's record.
struct RuleRoutes {
  /// What is read from the records at the end of a route.
  struct Reading {
    /// The steps from the rule's record.
    let route: [RelationshipReference]
    /// The root entity at the end of the route.
    let entity: String
    var fields: Set<AttributePath> = []
    var references: Set<String> = []
  }

  /// One reading for each route, the shortest first.
  private(set) var readings: [Reading] = []
  /// Whether the rule contains a query, so that any change may affect any record.
  private(set) var containsQuery = false

  init(_ condition: TypedExpression, of entity: String) {
    containsQuery = condition.containsQuery
    reach([], entity)
    visit(condition, scopes: [(route: [], entity: entity)])
    readings.sort { $0.route.count < $1.route.count }
  }

  private typealias Scope = (route: [RelationshipReference], entity: String)

  private mutating func visit(_ expression: TypedExpression, scopes: [Scope]) {
    switch expression.kind {
    case .attribute(let path, let record):
      let place = follow(record, scopes)
      readings[place].fields.insert(path)
    case .composite(let leaves, let record):
      let place = follow(record, scopes)
      readings[place].fields.formUnion(leaves.map(\.path))
    case .record(let record):
      _ = follow(record, scopes)
    case .aggregate(let aggregate):
      let scope = follow(aggregate.path, from: aggregate.base, scopes)
      for part in aggregate.parts { visit(part, scopes: scopes + [scope]) }
    case .shape(let shape):
      let scope = follow(shape.path, from: shape.base, scopes)
      for part in shape.parts { visit(part, scopes: scopes + [scope]) }
    case .arrayAggregate(let aggregate):
      for part in aggregate.parts { visit(part, scopes: scopes + [scopes[scopes.count - 1]]) }
    default:
      break
    }
    for child in expression.children { visit(child, scopes: scopes) }
  }

  /// The index of the reading at the end of the route to `record`.
  private mutating func follow(_ record: RecordExpression, _ scopes: [Scope]) -> Int {
    switch record {
    case .scope(let level, let entity):
      let scope = scopes.indices.contains(level) ? scopes[level] : (route: [], entity: entity)
      return reach(scope.route, scope.entity)
    case .toOne(let step, let base):
      return follow(step, from: follow(base, scopes))
    }
  }

  private mutating func follow(
    _ path: [RelationshipReference],
    from base: RecordExpression,
    _ scopes: [Scope]
  ) -> Scope {
    var place = follow(base, scopes)
    for step in path { place = follow(step, from: place) }
    return (readings[place].route, readings[place].entity)
  }

  /// Follows one more step, which also depends on the reference itself.
  private mutating func follow(_ step: RelationshipReference, from place: Int) -> Int {
    readings[place].references.insert(step.name)
    return reach(readings[place].route + [step], step.destination)
  }

  @discardableResult
  private mutating func reach(_ route: [RelationshipReference], _ entity: String) -> Int {
    if let place = readings.firstIndex(where: { $0.route == route }) { return place }
    readings.append(Reading(route: route, entity: entity))
    return readings.count - 1
  }
}
