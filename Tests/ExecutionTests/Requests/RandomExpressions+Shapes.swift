import Model
import Storage
import TestSupport

/// Shapes, lists, and subqueries in expressions.
extension RandomExpressions {
  /// A column that is nested: a shape, or a list of values.
  func shape(_ random: inout SeededRandom) -> OutputColumn {
    let place = Place(record: .scope(level: 0, entity: entity), level: 0)
    let nested =
      random.chance(25) ? list(place, &random) : shape(depth: 2, place, &random)
    return OutputColumn(name: "nested", expression: nested)
  }

  /// `owner in (Owner where …)`
  func membershipInQuery(
    _ depth: Int,
    _ place: Place,
    _ random: inout SeededRandom
  ) -> TypedExpression.Kind {
    let operand = record(place, &random)
    var asked = entity
    if case .record(let entity) = operand.type { asked = entity }
    let inner = Place(record: .scope(level: 0, entity: asked), level: 0)
    let query = RecordQuery(
      entity: asked,
      predicate: random.chance(80) ? make(.bool, min(depth - 1, 2), inner, &random) : nil,
      sort: random.chance(40) ? [key(inner, &random)] : [],
      limitKeys: random.chance(25) ? [make(.int, 1, inner, &random)] : [],
      limit: random.chance(50) ? Int.random(in: 1...20, using: &random) : nil,
      offset: random.chance(30) ? Int.random(in: 0...5, using: &random) : 0
    )
    return .membershipInQuery(operand, query)
  }

  private func list(_ place: Place, _ random: inout SeededRandom) -> TypedExpression {
    let level = place.level + 1
    guard let path = toManyPath(from: place.record, &random) else {
      return shape(depth: 0, place, &random)
    }
    let element = path.element(level: level)
    let type = random.pick([ValueType.int, .string, .bool, .date, .uuid])
    return TypedExpression(
      .aggregate(
        ToManyAggregate(
          function: .list,
          base: path.base,
          path: path.steps,
          level: level,
          filter: random.chance(40) ? make(.bool, 2, element, &random) : nil,
          element: make(type, 2, element, &random)
        )
      ),
      .list(type)
    )
  }

  private func shape(
    depth: Int,
    _ place: Place,
    _ random: inout SeededRandom
  ) -> TypedExpression {
    let toMany = random.chance(70) ? toManyPath(from: place.record, &random) : nil
    let path = toMany ?? toOnePath(from: place.record, &random)
    let level = place.level + 1
    let element = path.element(level: level)
    let filterPlace = random.chance(30) ? place : element
    let types: [ValueType] = [.int, .double, .string, .date, .bool, .decimal, .uuid]
    var fields = (0..<Int.random(in: 1...3, using: &random)).map { index in
      ShapeField(name: "f\(index)", expression: make(random.pick(types), 2, element, &random))
    }
    if depth > 0, random.chance(50) {
      fields.append(
        ShapeField(name: "inner", expression: shape(depth: depth - 1, element, &random))
      )
    }
    if random.chance(20) {
      fields.append(ShapeField(name: "all", expression: list(element, &random)))
    }
    let shape = RecordShape(
      base: path.base,
      path: path.steps,
      level: level,
      filter: random.chance(40) ? make(.bool, 2, filterPlace, &random) : nil,
      sort: (0..<Int.random(in: 0...2, using: &random)).map { _ in key(element, &random) },
      limit: random.chance(40) ? Int.random(in: 1...4, using: &random) : nil,
      offset: random.chance(20) ? Int.random(in: 0...2, using: &random) : 0,
      fields: fields
    )
    return TypedExpression(.shape(shape), shape.type)
  }

  private func key(_ place: Place, _ random: inout SeededRandom) -> SortKey {
    let types: [ValueType] = [.int, .double, .string, .date, .bool, .decimal]
    return key(
      random.chance(15)
        ? record(place, &random) : make(random.pick(types), 2, place, &random),
      &random
    )
  }
}
