import Expressions
import Foundation
import Model
import SQLiteStore
import Storage
import Synchronization
import TestSupport
import Testing

/// Requests to a file, of which SQLite takes over what it can, against the definition.
@Suite struct FileStoreDifferentialTests {
  private let context = EvaluationContext(
    now: Timestamp(microseconds: 1_700_000_000_000_000),
    timeZone: .gmt
  )

  @Test(arguments: 0..<UInt64(fuzzCount(8)))
  func requestsAgreeWithTheDefinition(seed: UInt64) throws {
    var random = SeededRandom(seed: 6000 + seed)
    try withStore(&random) { store, world, random in
      for _ in 0..<60 {
        let request = DifferentialTests.request(&random)
        let expected = Reference(world: world, context: context).outcome(request)
        #expect(store.outcome(request, context) == expected, "seed \(seed): \(request)")
      }
    }
  }

  @Test(arguments: 0..<UInt64(fuzzCount(4)))
  func groupsAndDistinctRowsAgreeWithTheDefinition(seed: UInt64) throws {
    var random = SeededRandom(seed: 7000 + seed)
    try withStore(&random) { store, world, random in
      for _ in 0..<30 {
        let request = RandomGroupings().request(&random)
        let expected = GroupReference(world: world, context: context).outcome(request)
        #expect(store.outcome(request, context) == expected, "seed \(seed): \(request)")
      }
    }
  }

  private func withStore(
    _ random: inout SeededRandom,
    _ body: (FileStore, SampleWorld, inout SeededRandom) throws -> Void
  ) throws {
    let folder = try TemporaryFolder()
    let world = SampleWorld(&random, owners: random.pick([0, 1, 30]), items: random.pick([1, 90]))
    let store = try FileStore(
      path: folder.file("world.store"),
      declarations: RememberedDeclarations()
    )
    try world.load(into: store)
    try body(store, world, &random)
  }
}

/// Schemas by texts that only this process knows.
private final class RememberedDeclarations: DeclarationReader {
  private let schemas = Mutex<[String: Schema]>([:])

  func schema(of text: String) -> Schema {
    schemas.withLock { $0[text] } ?? Schema()
  }

  func declarations(of schema: Schema) -> String {
    schemas.withLock { schemas in
      let text = "schema \(schemas.count)"
      schemas[text] = schema
      return text
    }
  }
}
