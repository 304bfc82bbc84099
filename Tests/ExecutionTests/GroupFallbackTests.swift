import Columns
import Expressions
import Foundation
import MemoryStore
import Model
import Planning
import Storage
import Testing

@testable import Execution

/// Groups whose keys are columns in some batches, and in others, where a row might fail, values found
/// row by row.
@Suite struct GroupFallbackTests {
  private static let record = RecordExpression.scope(level: 0, entity: "Row")
  private static let number = attribute("number", .int)
  private static let name = attribute("name", .string)

  /// Three batches of rows.
  private static let count = 3 * Int64(Batch.defaultCount)

  /// `if number > half or number * factor > 0 then name else "c"`: the product is out of range in rows
  /// that do not need it, so all batches but the first are left to the definition.
  private static let key: TypedExpression = {
    let product = TypedExpression(
      .arithmetic(.multiply, number, .literal(.int(.max / (count / 2 + 1)), .int)),
      .int
    )
    let isLarge = TypedExpression(
      .comparison(.greater, number, .literal(.int(count / 2), .int)),
      .bool
    )
    let isPositive = TypedExpression(
      .comparison(.greater, product, .literal(.int(0), .int)),
      .bool
    )
    return TypedExpression(
      .conditional(
        TypedExpression(.or(isLarge, isPositive), .bool),
        then: name,
        otherwise: .literal(.string("c"), .string)
      ),
      .string
    )
  }()

  @Test func groupsAreTheSameInAllBatches() throws {
    let count = GroupAggregate(function: .count, filter: nil, element: nil, type: .int)
    var request = FetchRequest(entity: "Row")
    request.grouping = Grouping(keys: [Self.key], aggregates: [count])
    request.columns = [
      OutputColumn(name: "key", expression: Grouping.key(0, .string)),
      OutputColumn(name: "count", expression: Grouping.aggregate(0, .int)),
    ]
    let expected: [[Value]] = ["a", "b", "c"].map { [.string($0), .int(Self.count / 3)] }
    #expect(try rows(request) == expected)
  }

  @Test func distinctRowsAreTheSameInAllBatches() throws {
    var request = FetchRequest(entity: "Row")
    request.isDistinct = true
    request.columns = [OutputColumn(name: "key", expression: Self.key)]
    #expect(try rows(request) == [[.string("b")], [.string("c")], [.string("a")]])
  }

  @Test func sortsAreTheSameInAllBatches() throws {
    var request = FetchRequest(entity: "Row", limit: 1, offset: Int(Self.count / 3) - 1)
    request.sort = [
      SortKey(expression: Self.key, isDescending: false, nullsFirst: true, order: .standard)
    ]
    request.columns = [OutputColumn(name: "number", expression: Self.number)]
    #expect(try rows(request) == [[.int(Self.count)]])
  }

  private static func attribute(_ name: String, _ type: ValueType) -> TypedExpression {
    TypedExpression(.attribute(AttributePath([name]), of: record), type)
  }

  private func rows(_ request: FetchRequest) throws -> [[Value]] {
    try makeStore().snapshot().rows(of: request, Reference.moment)
  }

  /// Rows numbered from 1, whose names go round: `b`, `c`, `a`, `b` …
  private func makeStore() throws -> InMemoryStore {
    let store = InMemoryStore()
    let attributes = [
      Attribute(name: "number", type: .int), Attribute(name: "name", type: .string),
    ]
    let entity = Entity(name: "Row", properties: attributes.map(Property.attribute))
    try store.apply(SchemaChange(entities: [entity]))
    var changes = ChangeSet()
    let records: [[AttributePath: Value]] = (1...Self.count).map { number in
      [
        AttributePath(["number"]): .int(number),
        AttributePath(["name"]): .string(["a", "b", "c"][Int(number % 3)]),
      ]
    }
    changes.inserted = [RecordRows(entity, records)]
    try store.apply(changes)
    return store
  }
}
