import TestSupport
import Testing

/// Compares long random sequences of statements with a simple reference model.
@Suite struct RandomChangesTests {
  @Test(arguments: FixedWorlds.all.indices)
  func agreesWithThePlainModel(world place: Int) throws {
    try tryWorld(place, sequences: fuzzCount(24), usesFile: false)
  }

  @Test(arguments: FixedWorlds.all.indices)
  func agreesWithThePlainModelInAFile(world place: Int) throws {
    try tryWorld(place, sequences: fuzzCount(8), usesFile: true)
  }

  private func tryWorld(_ place: Int, sequences: Int, usesFile: Bool) throws {
    let world = FixedWorlds.all[place]
    let tally = Tally()
    for seed in 0..<UInt64(sequences) {
      var scenario = Scenario(
        world: world,
        contextCount: seed.isMultiple(of: 2) ? 1 : 2,
        seed: seed * 100 + UInt64(place),
        usesFile: usesFile
      )
      guard let failure = try scenario.make(40, tally) else { continue }
      let shortest = try scenario.shrink(failure)
      Issue.record("\(shortest.difference)\n\(scenario.description)")
      break
    }
    #expect(tally.done > 100)
    #expect(tally.refusals.values.reduce(0, +) > sequences / 8)
    print("\(world.name): \(tally.done) steps done, refused: \(tally.refusals)")
  }
}
