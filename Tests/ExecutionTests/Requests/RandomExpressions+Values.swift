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
      let parts = ScalarFunction.allCases.filter {
        DateFunctions.isPart($0) || DateFunctions.isDifference($0)
      }
      let function = random.pick(parts)
      let dates = (0..<(DateFunctions.isPart(function) ? 1 : 2)).map { _ in
        make(.date, depth - 1, place, &random)
      }
      return TypedExpression(.call(function, dates + zone(&random)), type)
    case 3:
      return aggregate(type, depth, place, &random)
    case 4:
      return random.chance(50)
        ? arrayAggregate(type, depth, place, &random) : aggregate(type, depth, place, &random)
    case 5 where random.chance(50):
      return conversion(type, depth, place, &random)
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
      return part(make(.string, depth - 1, place, &random), depth, place, &random)
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

  /// A number or a string as another type; strings often are not numbers.
  private func conversion(
    _ type: ValueType,
    _ depth: Int,
    _ place: Place,
    _ random: inout SeededRandom
  ) -> TypedExpression {
    let source = random.pick([ValueType.int, .double, .decimal, .string])
    var operand = make(source, depth - 1, place, &random)
    if source == .string, random.chance(50) {
      let number = make(random.pick([.int, .double]), 0, place, &random)
      operand = TypedExpression(.call(.toString, [number]), .string)
    }
    let function = ScalarFunction.conversion(to: type) ?? .toInt
    return TypedExpression(.call(function, [operand]), type)
  }

  /// A function of a string that returns a string.
  private func part(
    _ text: TypedExpression,
    _ depth: Int,
    _ place: Place,
    _ random: inout SeededRandom
  ) -> TypedExpression {
    func number() -> TypedExpression {
      .literal(.int(Int64.random(in: -1...4, using: &random)), .int)
    }
    func pattern() -> TypedExpression {
      .literal(.string(random.pick(["[a-m]+", "(.)(.)", "", "x*?"])), FunctionDeclaration.pattern)
    }
    let call: (ScalarFunction, [TypedExpression])
    switch Int.random(in: 0..<8, using: &random) {
    case 0: call = (.prefix, [text, number()])
    case 1: call = (.slice, [text, number(), make(.int, depth - 1, place, &random)])
    case 2: call = (.match, [text, pattern(), .literal(.int(0), .int)])
    case 3: call = (.replaceMatches, [text, pattern(), .literal(.string("<$0>"), .string)])
    case 4: call = (.padded, [text, number()])
    case 5:
      let pattern = TypedExpression.literal(.string("EEE d.MM.yyyy HH:mm"), .string)
      call = (.toString, [make(.date, depth - 1, place, &random), pattern] + zone(&random))
    default:
      let function = random.pick([
        ScalarFunction.lower, .upper, .trim, .capitalized, .reversed, .toString,
      ])
      call = (function, [text])
    }
    return TypedExpression(.call(call.0, call.1), .string)
  }

  private func zone(_ random: inout SeededRandom) -> [TypedExpression] {
    guard random.chance(40) else { return [] }
    let zone = random.pick(["Europe/Oslo", "America/New_York", "Asia/Kathmandu"])
    return [.literal(.string(zone), FunctionDeclaration.zone)]
  }

  func date(
    _ depth: Int,
    _ place: Place,
    _ random: inout SeededRandom
  ) -> TypedExpression {
    if random.chance(15) { return aggregate(.date, depth, place, &random) }
    if random.chance(15) { return arrayAggregate(.date, depth, place, &random) }
    if random.chance(10) { return TypedExpression(.call(random.pick([.now, .today]), []), .date) }
    if random.chance(20) {
      let unit = TypedExpression.literal(
        .string(random.pick(CalendarUnit.allCases).rawValue),
        FunctionDeclaration.unit
      )
      let date = make(.date, depth - 1, place, &random)
      let function = random.pick([ScalarFunction.startOf, .endOf])
      return TypedExpression(.call(function, [unit, date] + zone(&random)), .date)
    }
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
