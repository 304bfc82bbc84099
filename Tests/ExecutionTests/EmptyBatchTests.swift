import Expressions
import MemoryStore
import Model
import Planning
import Storage
import Testing

@testable import Execution

/// Batches and scans without matching rows create no group.
@Suite struct EmptyBatchTests {
  private static let record = RecordExpression.scope(level: 0, entity: "Row")
  private static let size = Int64(Batch.defaultCount)
  private static let number = TypedExpression(
    .attribute(AttributePath(["number"]), of: record),
    .int
  )
  private static let name = TypedExpression(
    .attribute(AttributePath(["name"]), of: record),
    .string
  )
  /// On one thread, and in parts of a batch.
  private static let divisions = [
    ScanDivision.standard,
    ScanDivision(minPlaces: Int(size), firstPlaces: 64, minOwners: 0),
  ]

  /// Rows from `size + 10` on. The first hundred of them have no name either.
  private func makeRequest() -> FetchRequest {
    var request = FetchRequest(entity: "Row")
    request.predicate = TypedExpression(
      .comparison(.greater, Self.number, .literal(.int(Self.size + 10), .int)),
      .bool
    )
    return request
  }

  @Test(arguments: divisions.indices)
  func groupsAreOfTheRemainingRows(division: Int) throws {
    let count = GroupAggregate(function: .count, filter: nil, element: nil, type: .int)
    let upper = TypedExpression(.call(.upper, [Self.name]), .string)
    for key in [Self.name, upper] {
      var request = makeRequest()
      request.grouping = Grouping(keys: [key], aggregates: [count])
      request.columns = [
        OutputColumn(name: "key", expression: Grouping.key(0, .string)),
        OutputColumn(name: "count", expression: Grouping.aggregate(0, .int)),
      ]
      let isUpper = key == upper
      let expected: [[Value]] = [
        [.null, .int(90)], [.string(isUpper ? "A" : "a"), .int((2 * Self.size - 100) / 2)],
        [.string(isUpper ? "B" : "b"), .int((2 * Self.size - 100) / 2)],
      ]
      #expect(try rows(request, Self.divisions[division]) == expected)
    }
  }

  @Test(arguments: divisions.indices)
  func distinctRowsAreTheRemainingOnes(division: Int) throws {
    var request = makeRequest()
    request.isDistinct = true
    request.columns = [OutputColumn(name: "name", expression: Self.name)]
    let expected: [[Value]] = [[.null], [.string("b")], [.string("a")]]
    #expect(try rows(request, Self.divisions[division]) == expected)
  }

  private func rows(_ request: FetchRequest, _ division: ScanDivision) throws -> [[Value]] {
    try makeStore().snapshot().rows(of: request, Reference.moment, division: division)
  }

  /// Three batches of rows numbered from 1; the names `a` and `b` begin a hundred rows into the second.
  private func makeStore() throws -> InMemoryStore {
    let store = InMemoryStore()
    let attributes = [
      Attribute(name: "number", type: .int),
      Attribute(name: "name", type: .string, isOptional: true),
    ]
    let entity = Entity(name: "Row", properties: attributes.map(Property.attribute))
    try store.apply(SchemaChange(entities: [entity]))
    var changes = ChangeSet()
    let records: [[AttributePath: Value]] = (1...3 * Self.size).map { number in
      let name: Value =
        number > Self.size + 100 ? .string(number.isMultiple(of: 2) ? "a" : "b") : .null
      return [AttributePath(["number"]): .int(number), AttributePath(["name"]): name]
    }
    changes.inserted = [RecordRows(entity, records)]
    try store.apply(changes)
    return store
  }
}
