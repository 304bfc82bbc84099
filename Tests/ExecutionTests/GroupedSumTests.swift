import Columns
import Expressions
import MemoryStore
import Model
import Planning
import Storage
import TestSupport
import Testing

@testable import Execution

/// Sums and averages of groups against the exact sum of each, number by number.
@Suite struct GroupedSumTests {
  /// What the numbers of a batch are like.
  struct Numbers: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let groupCount: Int
    let make: @Sendable (_ row: Int, _ random: inout SeededRandom) -> Double

    init(
      _ description: String,
      groupCount: Int = 5,
      _ make: @escaping @Sendable (_ row: Int, _ random: inout SeededRandom) -> Double
    ) {
      testDescription = description
      self.groupCount = groupCount
      self.make = make
    }

    static let all = [
      Numbers("money") { Double(Int.random(in: -99_999...99_999, using: &$1)) / 100 },
      Numbers("money in many groups", groupCount: 700) {
        Double(Int.random(in: -99_999...99_999, using: &$1)) / 100
      },
      Numbers("money in too many groups", groupCount: 3_000) {
        Double(Int.random(in: -99_999...99_999, using: &$1)) / 100
      },
      Numbers("at the bounds") { _, random in
        Double(
          sign: random.chance(50) ? .plus : .minus,
          exponent: random.pick([-20, 6]),
          significand: random.pick([1, 2 - .ulpOfOne, Double.random(in: 1..<2, using: &random)])
        )
      },
      Numbers("the greatest alone") { _, _ in 0x1.fffffffffffffp6 },
      Numbers("larger from batch to batch") { row, random in
        Double(
          sign: random.chance(30) ? .minus : .plus,
          exponent: 5 * (row / Batch.defaultCount),
          significand: Double.random(in: 1..<2, using: &random)
        )
      },
      Numbers("out of range in some batches") { row, random in
        let isFar = row / Batch.defaultCount % 2 == 1 && random.chance(1)
        return random.pick([0, -0.0, 0.1, 17.25, -3e3, isFar ? random.pick([1e300, 1e-300]) : 0.3])
      },
      Numbers("infinite at last") { row, _ in row == count - 1 ? .infinity : 0.1 },
      Numbers("of all magnitudes") { _, random in
        Double(
          sign: .plus,
          exponent: Int.random(in: -1074...900, using: &random),
          significand: 1.5
        )
      },
    ]
  }

  /// More rows than are added before the parts are put together.
  private static let count = SplitWindow.maxNumbers + Batch.defaultCount + 100
  private static let record = RecordExpression.scope(level: 0, entity: "Row")
  private static let group = attribute("group", .int)
  private static let number = attribute("number", .double)

  @Test(arguments: Numbers.all, [ScanDivision.standard, .always])
  func sumsAreExact(numbers: Numbers, division: ScanDivision) throws {
    try check(numbers, isFiltered: false, division)
  }

  @Test(arguments: Numbers.all)
  func sumsOfSomeRowsAreExact(numbers: Numbers) throws {
    try check(numbers, isFiltered: true, .standard)
  }

  private func check(_ numbers: Numbers, isFiltered: Bool, _ division: ScanDivision) throws {
    var random = SeededRandom(seed: 21)
    let rows = (0..<Self.count).map { row in
      let number = random.chance(4) ? nil : numbers.make(row, &random)
      return (group: Int.random(in: 0..<numbers.groupCount, using: &random), number: number)
    }
    var sums: [Int: (sum: ExactSum, count: Int64)] = [:]
    for row in rows where !isFiltered || row.group > 1 {
      var (sum, count) = sums[row.group] ?? (ExactSum(), 0)
      if let number = row.number {
        sum.add(number)
        count += 1
      }
      sums[row.group] = (sum, count)
    }
    let expected = sums.sorted { $0.key < $1.key }.map { group, total -> [Value] in
      [
        .int(Int64(group)), total.sum.total.map(Value.double) ?? .null,
        total.sum.mean(of: total.count).map(Value.double) ?? .null,
      ]
    }
    #expect(try answer(rows, isFiltered, division) == expected)
  }

  private func answer(
    _ rows: [(group: Int, number: Double?)],
    _ isFiltered: Bool,
    _ division: ScanDivision
  ) throws -> [[Value]] {
    var request = FetchRequest(entity: "Row")
    if isFiltered {
      let one = TypedExpression(.literal(.int(1)), .int)
      request.predicate = TypedExpression(.comparison(.greater, Self.group, one), .bool)
    }
    let totals = [AggregateFunction.sum, .avg].map {
      GroupAggregate(function: $0, filter: nil, element: Self.number, type: .double)
    }
    request.grouping = Grouping(keys: [Self.group], aggregates: totals)
    let key = Grouping.key(0, .int)
    request.columns = [
      OutputColumn(name: "group", expression: key),
      OutputColumn(name: "sum", expression: Grouping.aggregate(0, .double)),
      OutputColumn(name: "average", expression: Grouping.aggregate(1, .double)),
    ]
    request.sort = [
      SortKey(expression: key, isDescending: false, nullsFirst: true, order: .standard)
    ]
    return try store(of: rows).snapshot().rows(of: request, Reference.moment, division: division)
  }

  private static func attribute(_ name: String, _ type: ValueType) -> TypedExpression {
    TypedExpression(.attribute(AttributePath([name]), of: record), type)
  }

  private func store(of rows: [(group: Int, number: Double?)]) throws -> InMemoryStore {
    let store = InMemoryStore()
    let attributes = [
      Attribute(name: "group", type: .int),
      Attribute(name: "number", type: .double, isOptional: true),
    ]
    let entity = Entity(name: "Row", properties: attributes.map(Property.attribute))
    try store.apply(SchemaChange(entities: [entity]))
    var changes = ChangeSet()
    changes.inserted = [
      RecordRows(
        entity,
        rows.map { row in
          [
            AttributePath(["group"]): .int(Int64(row.group)),
            AttributePath(["number"]): row.number.map(Value.double) ?? .null,
          ]
        }
      )
    ]
    try store.apply(changes)
    return store
  }
}
