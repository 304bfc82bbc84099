import Columns
import Expressions
import MemoryStore
import Model
import Planning
import Storage
import Synchronization
import Testing

@testable import Execution

/// Results of remote stores read the columns of all rows with the scan.
@Suite struct RemoteRowsTests {
  private static let record = RecordExpression.scope(level: 0, entity: "Row")
  private static let number = TypedExpression(
    .attribute(AttributePath(["number"]), of: record),
    .int
  )
  private static let name = TypedExpression(
    .attribute(AttributePath(["name"]), of: record),
    .string
  )

  private func requests() -> [FetchRequest] {
    var all = FetchRequest(entity: "Row")
    all.columns = [
      OutputColumn(name: "name", expression: Self.name),
      OutputColumn(name: "number", expression: Self.number),
      OutputColumn(
        name: "upper",
        expression: TypedExpression(.call(.upper, [Self.name]), .string)
      ),
    ]
    var some = all
    some.predicate = TypedExpression(
      .comparison(.greater, Self.number, .literal(.int(8_000), .int)),
      .bool
    )
    let key = SortKey(
      expression: Self.name,
      isDescending: true,
      nullsFirst: false,
      order: .standard
    )
    var (allSorted, someSorted) = (all, some)
    allSorted.sort = [key]
    someSorted.sort = [key]
    return [all, some, allSorted, someSorted]
  }

  @Test func rowsArriveWithTheScan() throws {
    for request in requests() {
      let remote = RemoteRecords(try makeStore().snapshot())
      let expected = try makeStore().snapshot().rows(of: request, Reference.moment)
      #expect(try remote.rows(of: request, Reference.moment) == expected)
      #expect(remote.gatherCount == 0)
    }
  }

  @Test func fewRowsAreReadWhenTheyAreDisplayed() throws {
    for request in requests() {
      let remote = RemoteRecords(try makeStore().snapshot())
      let executor = Executor(
        snapshot: remote,
        evaluation: Reference.moment,
        cancellation: CancellationFlag()
      )
      let rows = try executor.rows(of: executor.plan(request))
      #expect(remote.gatherCount == 0)
      _ = try rows.rows(0..<10)
      #expect(remote.gatherCount == 1)
    }
  }

  @Test func partsShareTheirBudget() throws {
    let executor = Executor(
      snapshot: try makeStore().snapshot(),
      evaluation: Reference.moment,
      cancellation: CancellationFlag()
    ).dividing(ScanDivision(minPlaces: 512, firstPlaces: 512, minOwners: 0))
    let plan = Plan.scan(StoreQuery(entity: "Row", moment: Reference.moment))
    let sources = [ColumnSource.attribute(AttributePath(["number"]))]
    // A number and a reference for each row.
    let budget = ColumnBudget(limit: 200_000)
    let found = try executor.collect(plan) { RecordCollector(sources, $0, budget) }
    #expect(found.references.count == 10_000)
    #expect(throws: ColumnBudget.TooLarge.self) {
      _ = try executor.collect(plan) { RecordCollector(sources, $0, budget) }
    }
    #expect(throws: ColumnBudget.TooLarge.self) {
      let small = ColumnBudget(limit: 100_000)
      _ = try executor.collect(plan) { RecordCollector(sources, $0, small) }
    }
  }

  @Test func otherResultsReadOnlyTheirRows() throws {
    var request = requests()[2]
    request.limit = 5
    let remote = RemoteRecords(try makeStore().snapshot())
    let expected = try makeStore().snapshot().rows(of: request, Reference.moment)
    #expect(try remote.rows(of: request, Reference.moment) == expected)
    #expect(remote.gatherCount > 0)
  }

  /// Rows numbered from 1 with two names and nil.
  private func makeStore() throws -> InMemoryStore {
    let store = InMemoryStore()
    let attributes = [
      Attribute(name: "number", type: .int),
      Attribute(name: "name", type: .string, isOptional: true),
    ]
    let entity = Entity(name: "Row", properties: attributes.map(Property.attribute))
    try store.apply(SchemaChange(entities: [entity]))
    let records: [[AttributePath: Value]] = (Int64(1)...10_000).map { number in
      let name: Value = number % 3 == 0 ? .null : .string(number % 3 == 1 ? "a" : "b")
      return [AttributePath(["number"]): .int(number), AttributePath(["name"]): name]
    }
    var changes = ChangeSet()
    changes.inserted = [RecordRows(entity, records)]
    try store.apply(changes)
    return store
  }
}

/// The records of another snapshot, as if they were far away.
private final class RemoteRecords: RemoteSnapshot {
  private let base: any StoreSnapshot
  private let gathers = Mutex(0)

  init(_ base: any StoreSnapshot) { self.base = base }

  /// How often records were read by their references.
  var gatherCount: Int { gathers.withLock { $0 } }

  var version: StoreVersion { base.version }

  func scan(_ entity: String, _ sources: [ColumnSource]) throws -> any BatchReader {
    try base.scan(entity, sources)
  }

  func gather(
    _ sources: [ColumnSource],
    of entity: String,
    at references: [Int64]
  ) throws -> [Column] {
    gathers.withLock { $0 += 1 }
    return try base.gather(sources, of: entity, at: references)
  }

  func members(of relationship: RelationshipReference, owners: [Int64]) throws -> MemberLists {
    try base.members(of: relationship, owners: owners)
  }

  func recordIDs(of entity: String, at references: [Int64]) throws -> [RecordID] {
    try base.recordIDs(of: entity, at: references)
  }

  func reference(to id: RecordID) throws -> Int64? { try base.reference(to: id) }
}
