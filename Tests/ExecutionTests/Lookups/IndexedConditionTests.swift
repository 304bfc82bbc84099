import Columns
import Expressions
import MemoryStore
import Model
import Planning
import Storage
import TestSupport
import Testing

@testable import Execution

/// Compares conditions that an index answers with a scan.
@Suite struct IndexedConditionTests {
  private static let record = RecordExpression.scope(level: 0, entity: "Row")
  private static let types: [(name: String, type: ValueType)] = [
    ("code", .int), ("name", .string), ("amount", .double), ("moment", .date), ("label", .string),
  ]

  @Test(arguments: 0..<UInt64(fuzzCount(10)))
  func indexesFindTheSameAsAScan(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let records = (0..<3000).map { record($0, &random) }
    let store = try makeStore(records)
    let deleted = Set(
      (0..<random.pick([0, 40, 1500])).map { _ in
        Int.random(in: 0..<3000, using: &random)
      }
    )
    var changes = ChangeSet()
    if !deleted.isEmpty {
      let keys = deleted.sorted().map { RecordKey.number(Int64($0 + 1)) }
      changes.deleted = [RecordSelection(entity: "Row", keys: .list(keys))]
    }
    try store.apply(changes)
    let snapshot = try store.snapshot()
    var lookups = 0
    for _ in 0..<60 {
      // Only the unique attribute has an index.
      let place = random.chance(80) ? 0 : Int.random(in: 0..<Self.types.count, using: &random)
      let (condition, holds) = condition(on: place, records, &random)
      var request = FetchRequest(entity: "Row", predicate: condition)
      request.columns = [OutputColumn(name: "code", expression: Self.attribute(0))]
      let expected = records.indices
        .filter { !deleted.contains($0) && holds(records[$0][place]) }
        .map { [records[$0][0]] }
      for _ in 0..<2 {
        #expect(try snapshot.rows(of: request, Reference.moment) == expected, "\(condition)")
      }
      let supported = try snapshot.pushdown(of: request.entity).supportedParts(
        of: request,
        conjuncts: [condition],
        moment: Reference.moment
      )
      if supported.conjuncts == [.exact] { lookups += 1 }
    }
    #expect(lookups > 10)
  }

  /// Values that repeat, and nils, except in the first column.
  private func record(_ number: Int, _ random: inout SeededRandom) -> [Value] {
    func orNil(_ value: Value) -> Value { random.chance(10) ? .null : value }
    let few = Int.random(in: -400...400, using: &random)
    return [
      .int(Int64(number * 7 - 9000)), orNil(.string("name \(few / 8)")),
      orNil(.double(random.pick([Double(few) / 4, -0.0, 0, .infinity, -.infinity, 1e-300]))),
      orNil(.date(Timestamp(microseconds: Int64(few) * 1_000_000))),
      orNil(.string("label \(few)")),
    ]
  }

  /// A condition, and whether a value satisfies it.
  private func condition(
    on place: Int,
    _ records: [[Value]],
    _ random: inout SeededRandom
  ) -> (TypedExpression, (Value) -> Bool) {
    let type = Self.types[place].type
    func value() -> Value {
      let known = random.pick(records)[place]
      return known.isNull ? records.first { !$0[place].isNull }?[place] ?? .null : known
    }
    func literal(_ value: Value) -> TypedExpression { .literal(value, type) }
    let attribute = Self.attribute(place)
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      let values = (0..<Int.random(in: 0...4, using: &random)).map { _ in value() }
      let condition = TypedExpression(.membership(attribute, values.map(literal)), .bool)
      return (condition, { $0 != .null && values.contains($0) })
    case 1 where type != .string:
      let (lower, upper, isClosed) = (value(), value(), random.chance(50))
      let condition = TypedExpression(
        .range(attribute, from: literal(lower), to: literal(upper), isClosed: isClosed),
        .bool
      )
      return (
        condition,
        { value in
          ValueOrder.holds(.greaterOrEqual, value, lower)
            && ValueOrder.holds(isClosed ? .lessOrEqual : .less, value, upper)
        }
      )
    default:
      let operations: [ComparisonOperator] = [
        .equal, .equal, .less, .lessOrEqual, .greater, .greaterOrEqual, .notEqual,
      ]
      let (operation, other) = (random.pick(operations), value())
      let isMirrored = random.chance(30)
      let condition = TypedExpression(
        isMirrored
          ? .comparison(operation.mirrored, literal(other), attribute)
          : .comparison(operation, attribute, literal(other)),
        .bool
      )
      return (condition, { ValueOrder.holds(operation, $0, other) })
    }
  }

  private static func attribute(_ place: Int) -> TypedExpression {
    TypedExpression(.attribute(AttributePath([types[place].name]), of: record), types[place].type)
  }

  private func makeStore(_ records: [[Value]]) throws -> InMemoryStore {
    let store = InMemoryStore()
    let attributes = Self.types.map { name, type in
      Attribute(name: name, type: type, isOptional: name != "code", isUnique: name == "code")
    }
    let entity = Entity(
      name: "Row",
      properties: attributes.map(Property.attribute),
      constraints: EntityConstraints(
        uniqueKeys: [],
        indexes: [["name"], ["amount", "code"], ["moment"]]
      )
    )
    try store.apply(SchemaChange(entities: [entity]))
    var changes = ChangeSet()
    changes.inserted = [
      RecordRows(
        entity,
        records.map { values in
          Dictionary(
            zip(Self.types.map { AttributePath([$0.name]) }, values),
            uniquingKeysWith: { first, _ in first }
          )
        }
      )
    ]
    try store.apply(changes)
    return store
  }
}
