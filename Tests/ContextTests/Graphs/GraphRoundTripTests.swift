import Context
import Features
import Foundation
import MemoryStore
import Model
import Session
import TestSupport
import Testing
import Transfer

/// Stores with random content are written as graphs and restored.
@Suite struct GraphRoundTripTests {
  @Test(arguments: FixedWorlds.all.indices)
  func aRestoredStoreIsTheSame(world place: Int) throws {
    let world = FixedWorlds.all[place]
    var rounds = 0
    for seed in 0..<UInt64(fuzzCount(2)) {
      let run = try RandomRun(world, contexts: 1)
      var maker = StepMaker(world, seed: seed * 100 + UInt64(place) + 7)
      let original = run.sessions[0]
      for _ in 0..<40 {
        let difference = try run.perform(maker.step(run.contexts))
        try #require(difference == nil, "seed \(seed)")
      }
      _ = SessionAnswer("save", in: original)
      guard !original.modelContext.hasChanges else { continue }
      rounds += 1
      let text = try original.dumped()
      let restored = QuerySession(store: InMemoryStore())
      _ = try restored.restore(json: text, name: "graph.json")
      try #require(try restored.dumped() == text)
      try expectSameRecords(original, restored)
      #expect(try restored.check().lines == original.check().lines)

      // From here on the same statements have the same effects, including new identities.
      for session in [original, restored] { _ = SessionAnswer("autosave on", in: session) }
      for _ in 0..<25 {
        let step = maker.step(run.contexts)
        guard case .change = step.action else { continue }
        let statement = StatementText.text(step.action)
        let answers = [original, restored].map { Self.words(SessionAnswer(statement, in: $0)) }
        try #require(answers[0] == answers[1], "\(world.name), seed \(seed): \(statement)")
      }
      try expectSameRecords(original, restored)
      #expect(try restored.dumped() == original.dumped())
    }
    #expect(rounds > 0)
  }

  @Test(arguments: FixedWorlds.all.indices)
  func anyCoderKeepsAGraph(world place: Int) throws {
    let world = FixedWorlds.all[place]
    let run = try RandomRun(world, contexts: 1)
    var maker = StepMaker(world, seed: UInt64(place))
    for _ in 0..<60 { _ = try run.perform(maker.step(run.contexts)) }
    let original = run.sessions[0]
    let graph = try original.graph()
    let data = try JSONEncoder().encode(graph)
    #expect(try JSONDecoder().decode(ObjectGraph.self, from: data) == graph)
    let text = GraphText.text(of: graph)
    #expect(try GraphText.graph(text, name: "graph.json") == graph)
    let restored = QuerySession(store: InMemoryStore())
    try restored.restore(graph)
    #expect(try restored.graph() == graph)
    try expectSameRecords(original, restored)
  }

  private static func words(_ answer: SessionAnswer) -> [String] {
    switch answer {
    case .done(.message(let message)): [message]
    case .done: ["done"]
    case .refused(_, let messages): messages
    }
  }

  private func expectSameRecords(_ one: QuerySession, _ other: QuerySession) throws {
    let left = try SessionReader(one, gathers: true).told()
    let right = try SessionReader(other, gathers: true).told()
    try #require(left == right)
  }
}

extension QuerySession {
  /// The models and records as JSON.
  func dumped() throws -> String {
    var bytes: [UInt8] = []
    try dump { bytes.append(contentsOf: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
