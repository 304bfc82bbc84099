import Context
import Features
import MemoryStore
import Model
import Session
import TestSupport
import Testing

/// Stores that random statements made, copied into new ones.
@Suite struct CopyRoundTripTests {
  @Test(arguments: FixedWorlds.all.indices)
  func aCopyIsTheSame(world place: Int) throws {
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
      let copied = QuerySession(store: InMemoryStore())
      try copy(original, to: copied)
      try expectSameRecords(original, copied)
      #expect(try copied.check().lines == original.check().lines)

      // From here on the same statements do the same, to the numbers of new records.
      for session in [original, copied] { _ = SessionAnswer("autosave on", in: session) }
      for _ in 0..<25 {
        let step = maker.step(run.contexts)
        guard case .change = step.action else { continue }
        let statement = StatementText.text(step.action)
        let answers = [original, copied].map { Self.words(SessionAnswer(statement, in: $0)) }
        try #require(answers[0] == answers[1], "\(world.name), seed \(seed): \(statement)")
      }
      try expectSameRecords(original, copied)
    }
    #expect(rounds > 0)
  }

  /// Copies all models and records.
  private func copy(_ original: QuerySession, to other: QuerySession) throws {
    let evaluation = original.settings.evaluationContext()
    let models = try SchemaText(original.schema.declarations(), original.settings.bindingOptions)
    _ = try other.adding(models, named: "the copy") { change in
      try other.modelContext.add(
        original.modelContext.copyOfAll(evaluation),
        declaring: change,
        evaluation
      )
    }
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
