import Context
import Features
import Formats
import Foundation
import MemoryStore
import Model
import Storage
import StoreFixtures
import TestSupport
import Testing

@testable import Session

/// Two random states of a store: what `diff` writes, `apply` reads, and it leads from one to the
/// other and back.
@Suite struct RandomApplyTests {
  @Test(arguments: FixedWorlds.all.indices)
  func differencesLeadFromOneStateToTheOther(world place: Int) throws {
    var rows = 0
    for seed in 0..<UInt64(fuzzCount(12)) {
      let trial = try ApplyTrial(FixedWorlds.all[place], seed: seed * 10 + UInt64(place))
      rows += try trial.run()
    }
    print("\(FixedWorlds.all[place].name): \(rows) rows applied")
    #expect(rows > 50)
  }
}

/// One pair of states.
private struct ApplyTrial {
  private let world: World
  private let seed: UInt64
  private let folder: TemporaryFolder
  private let first: QuerySession
  private let second: QuerySession

  init(_ world: World, seed: UInt64) throws {
    (self.world, self.seed) = (world, seed)
    folder = try TemporaryFolder(inMemory: true)
    var random = SeededRandom(seed: seed)
    let run = try RandomRun(world, contexts: 1)
    var maker = StepMaker(world, seed: seed)
    var texts: [String] = []
    for _ in 0..<40 {
      let step = maker.step(run.contexts)
      texts.append(StatementText.text(step.action))
      if try run.perform(step) != nil || run.isOver { break }
    }
    let cut = Int.random(in: 0...texts.count, using: &random)
    let files = (random.chance(50), random.chance(50))
    first = try Self.session(world, files.0 ? folder.file("a.store") : nil)
    second = try Self.session(world, files.1 ? folder.file("b.store") : nil)
    for (session, texts) in [(first, texts[..<cut]), (second, texts[...])] {
      for text in texts { _ = SessionAnswer(text, in: session) }
      for text in ["rollback", "autosave on"] { _ = SessionAnswer(text, in: session) }
    }
  }

  private static func session(_ world: World, _ path: String?) throws -> QuerySession {
    let store: any Store = try path.map { try ReopenedStore.open($0) } ?? InMemoryStore()
    let session = QuerySession(container: ModelContainer(store: store))
    for text in world.declarations { try session.perform(text) }
    return session
  }

  /// Applies the differences in both directions; the number of rows.
  func run() throws -> Int {
    let (before, after) = try (told(first), told(second))
    let (forward, count) = try write("forward", first, second)
    let (backward, _) = try write("backward", second, first)
    try perform("apply \(stringText(forward))", first)
    try expect(first, after, "forward")
    // The old values do not fit any more.
    if count > 0 {
      guard case .refused = SessionAnswer("apply \(stringText(forward))", in: first) else {
        Issue.record("seed \(seed): applied twice")
        return count
      }
      try expect(first, after, "applied twice")
      try perform("undo", first)
      try expect(first, before, "undo")
    }
    try perform("apply \(stringText(backward))", second)
    try expect(second, before, "backward")
    return count
  }

  private func told(_ session: QuerySession) throws -> [RecordID: VisibleRecord] {
    try SessionReader(session, gathers: false).told()
  }

  private func stringText(_ path: String) -> String { "\"\(path)\"" }

  private func perform(_ text: String, _ session: QuerySession) throws {
    if case .refused(_, let messages) = SessionAnswer(text, in: session) {
      let file = text.split(separator: "\"").dropFirst().first.map(String.init) ?? ""
      let rows = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
      Issue.record("\(world.name), seed \(seed): \(text): \(messages)\n\(rows)")
      throw UnexpectedRefusal(text: text, messages: messages)
    }
  }

  /// Writes the differences of two stores in a random format.
  private func write(
    _ name: String,
    _ old: QuerySession,
    _ new: QuerySession
  ) throws -> (path: String, count: Int) {
    let changes = try old.modelContext.differences(
      with: new.modelContext,
      of: nil,
      old.settings.evaluationContext()
    )
    let formats: [(String, any ResultWriter)] = [
      ("jsonl", JSONWriter.jsonLines), ("json", JSONWriter.json), ("csv", DelimitedWriter.csv),
    ]
    let (ending, writer) = formats[Int(seed % 3)]
    let rows = DifferenceRows(changes).values
    var bytes: [UInt8] = []
    try writer.write(
      rows,
      cancellation: CancellationFlag(),
      to: { bytes.append(contentsOf: $0) }
    )
    let path = try folder.write(String(decoding: bytes, as: UTF8.self), to: "\(name).\(ending)")
    return (path, rows.rowCount)
  }

  private func expect(
    _ session: QuerySession,
    _ expected: [RecordID: VisibleRecord],
    _ name: String
  ) throws {
    let told = try told(session)
    let differing = Set(told.keys).union(expected.keys).filter { told[$0] != expected[$0] }
    let texts = differing.map {
      "\($0) is \(String(describing: told[$0])), not \(String(describing: expected[$0]))"
    }
    try #require(differing.isEmpty, "\(world.name), seed \(seed), \(name): \(texts)")
  }
}
