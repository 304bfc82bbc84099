import Expressions
import Model
import TestSupport

/// Numbers, strings, dates and records.
extension RandomExpressions {
  func number(
    _ type: ValueType,
    _ depth: Int,
    _ place: Place,
    _ random: inout SeededRandom
  ) -> TypedExpression {
    switch Int.random(in: 0..<7, using: &random) {
    case 0:
      return TypedExpression(.negate(make(type, depth - 1, place, &random)), type)
    case 1 where type != .int:
      return TypedExpression(.widen(make(.int, depth - 1, place, &random)), type)
    case 2:
      let function = random.pick([ScalarFunction.abs, .round, .floor, .ceil])
      return TypedExpression(.call(function, [make(type, depth - 1, place, &random)]), type)
    case 3 where type == .int:
      let function = random.pick([ScalarFunction.year, .month, .day, .weekday, .hour, .minute])
      return TypedExpression(.call(function, [make(.date, depth - 1, place, &random)]), type)
    case 3:
      return aggregate(type, depth, place, &random)
    case 4:
      return random.chance(50)
        ? arrayAggregate(type, depth, place, &random) : aggregate(type, depth, place, &random)
    case 5 where type == .int:
      return TypedExpression(.call(.length, [make(.string, depth - 1, place, &random)]), type)
    case 5 where type == .double:
      return TypedExpression(.call(.sqrt, [make(.double, depth - 1, place, &random)]), type)
    default:
      return TypedExpression(
        .arithmetic(
          random.pick(ArithmeticOperator.allCases),
          make(type, depth - 1, place, &random),
          make(type, depth - 1, place, &random)
        ),
        type
      )
    }
  }

  func string(
    _ depth: Int,
    _ place: Place,
    _ random: inout SeededRandom
  ) -> TypedExpression {
    if random.chance(15) { return aggregate(.string, depth, place, &random) }
    if random.chance(15) { return arrayAggregate(.string, depth, place, &random) }
    if random.chance(50) {
      let function = random.pick([ScalarFunction.lower, .upper, .trim])
      return TypedExpression(.call(function, [make(.string, depth - 1, place, &random)]), .string)
    }
    return TypedExpression(
      .arithmetic(
        .add,
        make(.string, depth - 1, place, &random),
        make(.string, depth - 1, place, &random)
      ),
      .string
    )
  }

  func date(
    _ depth: Int,
    _ place: Place,
    _ random: inout SeededRandom
  ) -> TypedExpression {
    if random.chance(15) { return aggregate(.date, depth, place, &random) }
    if random.chance(15) { return arrayAggregate(.date, depth, place, &random) }
    if random.chance(10) { return TypedExpression(.call(random.pick([.now, .today]), []), .date) }
    let amount =
      random.chance(25)
      ? make(.int, depth - 1, place, &random)
      : .literal(.int(Int64.random(in: -30...30, using: &random)), .int)
    return TypedExpression(
      .arithmetic(
        random.pick([.add, .subtract]),
        make(.date, depth - 1, place, &random),
        TypedExpression(.duration(amount, random.pick(TimeUnit.allCases)), .duration)
      ),
      .date
    )
  }

  /// A record as a value: one that is reached by a to-one path, or a literal.
  func record(_ place: Place, _ random: inout SeededRandom) -> TypedExpression {
    if random.chance(20) {
      return record(.record(entity: random.pick(schema.roots)), place, &random)
    }
    let record = reachable(from: place.record, &random)
    return TypedExpression(.record(record), .record(entity: record.entity))
  }

  /// A record of `type` as a value.
  func record(
    _ type: ValueType,
    _ place: Place,
    _ random: inout SeededRandom
  ) -> TypedExpression {
    guard case .record(let entity) = type, random.chance(80) else {
      return .literal(.null, type)
    }
    for _ in 0..<random.pick([0, 4, 4, 4]) {
      let record = reachable(from: place.record, &random)
      if record.entity == entity { return TypedExpression(.record(record), type) }
    }
    let id = RecordID(entity: entity, key: .number(Int64.random(in: 1...40, using: &random)))
    return .literal(.record(id), type)
  }

  /// Whether a record is one of a model, or of nothing that specializes it.
  func kindTest(_ place: Place, _ random: inout SeededRandom) -> TypedExpression {
    let record = reachable(from: place.record, &random)
    let kind = random.pick(schema.declared.kinds(of: record.entity))
    return random.chance(60)
      ? schema.declared.kindTest(kind, of: record) : exactKindTest(kind, of: record)
  }

  /// Only what has kinds below it has an attribute that says so.
  private func exactKindTest(_ kind: String, of record: RecordExpression) -> TypedExpression {
    schema.declared.kinds(of: record.entity).count > 1
      ? schema.declared.exactKindTest(kind, of: record)
      : schema.declared.kindTest(kind, of: record)
  }
}
