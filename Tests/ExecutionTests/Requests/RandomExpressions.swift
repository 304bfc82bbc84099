import Expressions
import Model
import TestSupport

/// Generates random bound expressions over one stored entity.
struct RandomExpressions {
  let schema: RandomSchema
  let entity: String

  /// A record that the expression can read, with the scope level that it is used at.
  struct Place {
    let record: RecordExpression
    let level: Int
    /// The element of an array that is being reduced, if one is.
    var element: TypedExpression?
  }

  func expression(_ type: ValueType, depth: Int, _ random: inout SeededRandom) -> TypedExpression {
    let place = Place(record: .scope(level: 0, entity: entity), level: 0)
    return make(type, depth, place, &random)
  }

  func make(
    _ type: ValueType,
    _ depth: Int,
    _ place: Place,
    _ random: inout SeededRandom
  ) -> TypedExpression {
    if depth <= 0 || random.chance(15) { return leaf(type, place, &random) }
    if random.chance(15), let call = call(of: type, depth, place, &random) { return call }
    if random.chance(12) { return choice(type, depth, place, &random) }
    switch type {
    case .bool: return condition(depth, place, &random)
    case .int, .double, .decimal: return number(type, depth, place, &random)
    case .string: return string(depth, place, &random)
    case .date: return date(depth, place, &random)
    case .enumeration(let type): return enumeration(type, depth, place, &random)
    case .list(let element): return list(element, depth, place, &random)
    case .composite: return leaf(type, place, &random)
    default:
      return random.chance(30)
        ? aggregate(type, depth, place, &random) : leaf(type, place, &random)
    }
  }

  func leaf(
    _ type: ValueType,
    _ place: Place,
    _ random: inout SeededRandom
  ) -> TypedExpression {
    if let element = place.element, element.type == type, random.chance(60) { return element }
    if case .composite = type { return composite(type, place, &random) }
    if random.chance(35) {
      return .literal(
        random.chance(8) ? .null : RandomValues.value(of: type, &random),
        type
      )
    }
    let record = reachable(from: place.record, &random)
    let fitting = schema.fields(of: record.entity, type)
    guard !fitting.isEmpty else {
      return .literal(RandomValues.value(of: type, &random), type)
    }
    return TypedExpression(.attribute(random.pick(fitting).path, of: record), type)
  }

  /// The record itself or one at the end of a few to-one steps.
  func reachable(
    from record: RecordExpression,
    _ random: inout SeededRandom
  ) -> RecordExpression {
    var record = record
    while random.chance(30) {
      let steps = schema.relationships(of: record.entity, toMany: false)
      if steps.isEmpty { break }
      record = .toOne(random.pick(steps), of: record)
    }
    return record
  }

  func choice(
    _ type: ValueType,
    _ depth: Int,
    _ place: Place,
    _ random: inout SeededRandom
  ) -> TypedExpression {
    let (first, second) = (
      make(type, depth - 1, place, &random), make(type, depth - 1, place, &random)
    )
    if type != .bool, random.chance(30) {
      let third = random.chance(30) ? [make(type, depth - 1, place, &random)] : []
      return TypedExpression(.call(random.pick([.min, .max]), [first, second] + third), type)
    }
    if random.chance(50) { return TypedExpression(.coalesce(first, second), type) }
    let condition = make(.bool, depth - 1, place, &random)
    return TypedExpression(.conditional(condition, then: first, otherwise: second), type)
  }

  private func condition(
    _ depth: Int,
    _ place: Place,
    _ random: inout SeededRandom
  ) -> TypedExpression {
    let next = { (type: ValueType, random: inout SeededRandom) in
      make(type, depth - 1, place, &random)
    }
    let kind: TypedExpression.Kind
    switch Int.random(in: 0..<15, using: &random) {
    case 14: return kindTest(place, &random)
    case 11: return arrayAggregate(.bool, depth, place, &random)
    case 12: kind = arrayMembership(depth, place, &random)
    case 13: kind = manifoldComparison(depth, place, &random)
    case 9: return aggregate(.bool, depth, place, &random)
    case 10: kind = membershipInQuery(depth, place, &random)
    case 0: kind = .and(next(.bool, &random), next(.bool, &random))
    case 1: kind = .or(next(.bool, &random), next(.bool, &random))
    case 2: kind = .not(next(.bool, &random))
    case 3:
      let type = random.pick([ValueType.int, .double, .string, .date, .uuid, .decimal, .bool])
      kind = .isNull(next(type, &random))
    case 4:
      let type = random.pick([ValueType.int, .double, .string, .date, .uuid, .decimal, .bool])
      kind = .membership(
        next(type, &random),
        (0..<Int.random(in: 0...4, using: &random)).map { _ in next(type, &random) }
      )
    case 5:
      let type = random.pick([ValueType.int, .double, .string, .date, .decimal])
      kind = .range(
        next(type, &random),
        from: next(type, &random),
        to: next(type, &random),
        isClosed: random.chance(50)
      )
    case 6:
      let match = StringMatch(
        random.pick(StringMatch.Operation.allCases),
        ignoresCase: random.chance(30),
        ignoresDiacritics: random.chance(30)
      )
      let pattern =
        pattern(for: match, place, &random) ?? next(.string, &random)
      kind = .match(match, next(.string, &random), pattern)
    default:
      kind = comparison(depth, place, &random)
    }
    return TypedExpression(kind, .bool)
  }

  private func comparison(
    _ depth: Int,
    _ place: Place,
    _ random: inout SeededRandom
  ) -> TypedExpression.Kind {
    if random.chance(10) {
      let side = record(place, &random)
      let other = record(side.type, place, &random)
      return .comparison(random.pick([.equal, .notEqual]), side, other)
    }
    if random.chance(8) {
      return .comparison(
        random.pick(ComparisonOperator.allCases),
        span(depth, place, &random),
        span(depth, place, &random)
      )
    }
    let types: [ValueType] = [.int, .double, .string, .date, .uuid, .decimal]
    let left = random.pick(types)
    let right = left == .int && random.chance(30) ? .double : left
    return .comparison(
      random.pick(ComparisonOperator.allCases),
      make(left, depth - 1, place, &random),
      make(right, depth - 1, place, &random)
    )
  }

  /// An exact duration: an amount of a unit, or the difference of two dates.
  private func span(
    _ depth: Int,
    _ place: Place,
    _ random: inout SeededRandom
  ) -> TypedExpression {
    let kind: TypedExpression.Kind
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      kind = .duration(make(.double, depth - 1, place, &random), random.pick([.minutes, .weeks]))
    case 1:
      kind = .duration(make(.int, depth - 1, place, &random), random.pick([.seconds, .days]))
    default:
      kind = .arithmetic(
        .subtract,
        make(.date, depth - 1, place, &random),
        make(.date, depth - 1, place, &random)
      )
    }
    return TypedExpression(kind, .duration)
  }

  /// A reduction of related records, sometimes with a filter that may read outer records.
  func aggregate(
    _ type: ValueType,
    _ depth: Int,
    _ place: Place,
    _ random: inout SeededRandom
  ) -> TypedExpression {
    guard let path = toManyPath(from: place.record, &random) else {
      return leaf(type, place, &random)
    }
    let element = path.element(level: place.level + 1)
    let function = random.pick(Self.functions(of: type))
    // Expressions for the place around the aggregate are allowed in it, too: then an aggregate
    // inside has the level of this one.
    let filterPlace = random.chance(30) ? place : element
    let elementPlace = random.chance(20) ? place : element
    let isCount = function == .count && random.chance(60)
    return TypedExpression(
      .aggregate(
        ToManyAggregate(
          function: function,
          base: path.base,
          path: path.steps,
          level: element.level,
          filter: random.chance(40) ? make(.bool, min(depth - 1, 2), filterPlace, &random) : nil,
          element: isCount ? nil : make(type, min(depth - 1, 2), elementPlace, &random)
        )
      ),
      type
    )
  }

  static func functions(of type: ValueType) -> [AggregateFunction] {
    switch type {
    case .int: [.count, .sum, .min, .max]
    case .double, .decimal: [.sum, .avg, .min, .max]
    case .bool: [.any]
    default: [.min, .max]
    }
  }
}
