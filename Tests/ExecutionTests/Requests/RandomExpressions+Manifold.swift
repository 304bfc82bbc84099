import Expressions
import Model
import TestSupport

/// Enums, arrays and composites.
extension RandomExpressions {
  func enumeration(
    _ type: EnumerationType,
    _ depth: Int,
    _ place: Place,
    _ random: inout SeededRandom
  ) -> TypedExpression {
    if random.chance(60) { return leaf(.enumeration(type), place, &random) }
    if random.chance(50) {
      let cases = (0..<2).map { _ in make(.enumeration(type), depth - 1, place, &random).ordered }
      let call = TypedExpression(.call(random.pick([.min, .max]), cases), .int)
      return call.unordered(.enumeration(type))
    }
    // Any Int may stand for a case, those beyond the last one for none.
    return make(.int, depth - 1, place, &random).unordered(.enumeration(type))
  }

  func list(
    _ element: ValueType,
    _ depth: Int,
    _ place: Place,
    _ random: inout SeededRandom
  ) -> TypedExpression {
    if random.chance(60) { return leaf(.list(element), place, &random) }
    if random.chance(30) { return arrayAggregate(.list(element), depth, place, &random) }
    let parts = (0..<random.pick([0, 1, 2, 3])).map { _ in
      make(element, depth - 1, place, &random)
    }
    return TypedExpression(.list(parts), .list(element))
  }

  func composite(
    _ type: ValueType,
    _ place: Place,
    _ random: inout SeededRandom
  ) -> TypedExpression {
    let record = reachable(from: place.record, &random)
    let attributes = schema.stored.entity(record.entity)?.attributes ?? []
    // Every root has one of each.
    let attribute = random.pick(attributes.filter { $0.type == type })
    let leaves = StoredField.leaves(of: attribute).map {
      CompositeLeaf(names: Array($0.path.components.dropFirst()), path: $0.path, type: $0.type)
    }
    return TypedExpression(.composite(leaves, of: record), type)
  }

  /// Equality of arrays, of composites, the order of cases, and tests for nil of all of them.
  func manifoldComparison(
    _ depth: Int,
    _ place: Place,
    _ random: inout SeededRandom
  ) -> TypedExpression.Kind {
    let type = random.pick(schema.manifold)
    let left = make(type, depth - 1, place, &random)
    if random.chance(20) { return .isNull(left) }
    let right = make(type, depth - 1, place, &random)
    guard type == .enumeration(schema.kind), random.chance(60) else {
      return .comparison(random.pick([.equal, .notEqual]), left, right)
    }
    return .comparison(random.pick(ComparisonOperator.allCases), left.ordered, right.ordered)
  }

  func arrayMembership(
    _ depth: Int,
    _ place: Place,
    _ random: inout SeededRandom
  ) -> TypedExpression.Kind {
    let type = random.pick(schema.elements)
    let operand = type == .int && random.chance(20) ? .double : type
    return .arrayMembership(
      make(operand, depth - 1, place, &random),
      in: make(.list(type), depth - 1, place, &random)
    )
  }

  /// A reduction of an array whose elements, or what is made of them, are of `type`.
  func arrayAggregate(
    _ type: ValueType,
    _ depth: Int,
    _ place: Place,
    _ random: inout SeededRandom
  ) -> TypedExpression {
    let elementType = random.pick(schema.elements)
    let array = make(.list(elementType), depth - 1, place, &random)
    let level = place.level + 1
    let inner = Place(
      record: place.record,
      level: level,
      element: TypedExpression(.element(level: level), elementType)
    )
    var function = AggregateFunction.list
    var reduced = type
    if case .list(let element) = type {
      reduced = element
    } else {
      function = random.pick(Self.functions(of: type) + (type == .bool ? [] : [.first, .last]))
    }
    let isCount = function == .count && random.chance(60)
    return TypedExpression(
      .arrayAggregate(
        ArrayAggregate(
          function: function,
          array: array,
          level: level,
          filter: random.chance(50) ? make(.bool, min(depth - 1, 2), inner, &random) : nil,
          element: isCount ? nil : make(reduced, min(depth - 1, 2), inner, &random)
        )
      ),
      type
    )
  }
}
