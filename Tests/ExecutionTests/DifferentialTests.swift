import MemoryStore
import Model
import PostgreSQLFixtures
import PostgreSQLStore
import SQLiteStore
import Storage
import StoreFixtures
import TestSupport
import Testing

@testable import StoreContractSuite

/// One answer everywhere: random requests over random records of random models give the same records, in
/// the same order, with the same values, or fail for the same record, by the definition (the scalar
/// evaluator, record by record), in memory, in a file, and in tables as others make them.
@Suite struct DifferentialTests {
  private static let tally = DifferentialTally(seeds: fuzzCount(36))

  @Test(arguments: 0..<UInt64(fuzzCount(36)))
  func storesAgreeWithTheDefinition(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let schema = RandomSchema(&random)
    let world = RandomWorld(schema, counts: [0, 1, 7, 30, 60, 150], &random)
    let folder = try TemporaryFolder(inMemory: true)
    let tables = try MappedWorld(world, isTrusted: true, &random)
    let spoiledTables = try MappedWorld(world, isTrusted: false, &random)
    // Features of large files are tried in turn.
    let isKept = seed.isMultiple(of: 2)
    let files = try world.makeFile(
      in: folder,
      opened: [FileOptions(), .asLarge(keepsColumns: isKept)]
    )
    let memory = try world.makeStore()
    var stores: [DifferentialSide.Store: any StoreSnapshot] = [
      .memory: try memory.snapshot(),
      .minimal: try MinimalStore(copying: memory).snapshot(),
      .file: try files[0].snapshot(),
      (isKept ? .kept : .pages): try files[1].snapshot(),
      .tables: tables.snapshot,
    ]
    stores[.server] = try world.makeServerStore()?.snapshot()
    let sides = [
      DifferentialSide(world, stores),
      DifferentialSide(spoiledTables.world, [.spoiledTables: spoiledTables.snapshot]),
    ]
    for number in 0..<40 {
      let request = RandomRequests(schema).any(&random)
      for side in sides { side.compare(request, Self.tally, "seed \(seed), request \(number)") }
    }
    Self.tally.finish()
  }

  private static let serverTally = DifferentialTally(seeds: fuzzCount(12))

  /// The same for tables of a server.
  @Test(.enabled(if: PrivateServer.shared != nil), arguments: 0..<UInt64(fuzzCount(12)))
  func serversAgreeWithTheDefinition(seed: UInt64) throws {
    let server = try #require(PrivateServer.shared)
    var random = SeededRandom(seed: 2000 + seed)
    let schema = RandomSchema(&random, hasOrders: false)
    let world = RandomWorld(schema, counts: [0, 1, 7, 30, 60, 150], &random)
    let tables = try ServerWorld(world, on: server, number: seed, &random)
    let side = DifferentialSide(tables.world, [.serverTables: tables.snapshot])
    for number in 0..<60 {
      let request = RandomRequests(schema).any(&random)
      side.compare(request, Self.serverTally, "seed \(seed), request \(number)")
    }
    Self.serverTally.finish()
  }

  /// More records than a batch holds, with few different values: ties and failures cross the edges.
  @Test(arguments: 0..<UInt64(fuzzCount(3)))
  func batchesAgreeWithTheDefinition(seed: UInt64) throws {
    var random = SeededRandom(seed: 1000 + seed)
    let schema = RandomSchema(&random)
    let world = RandomWorld(
      schema,
      counts: [Batch.defaultCount / 2, Batch.defaultCount + 50],
      &random
    )
    let side = DifferentialSide(world, [.memory: try world.makeStore().snapshot()])
    for number in 0..<12 {
      var request = RandomRequests(schema).any(&random)
      if random.chance(50) { request.limit = Int.random(in: 1...5000, using: &random) }
      if random.chance(50) { request.offset = Int.random(in: 0...4000, using: &random) }
      side.compare(request, nil, "seed \(seed), request \(number)")
    }
  }
}
