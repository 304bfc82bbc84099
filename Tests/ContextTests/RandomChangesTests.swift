import TestSupport
import Testing

/// Long random sequences of statements in sessions against a plain model of what they mean.
@Suite struct RandomChangesTests {
  @Test(arguments: FixedWorlds.all.indices)
  func agreesWithThePlainModel(world place: Int) throws {
    let world = FixedWorlds.all[place]
    let tally = Tally()
    for seed in 0..<UInt64(fuzzCount(80)) {
      var scenario = Scenario(
        world: world,
        contextCount: seed.isMultiple(of: 2) ? 1 : 2,
        seed: seed * 100 + UInt64(place)
      )
      guard let failure = try scenario.make(40, tally) else { continue }
      let shortest = try scenario.shrink(failure)
      Issue.record("\(shortest.difference)\n\(scenario.description)")
      break
    }
    #expect(tally.done > 100)
    #expect(tally.refusals.values.reduce(0, +) > 10)
    print("\(world.name): \(tally.done) steps done, refused: \(tally.refusals)")
  }
}
