import Model

/// A reproducible sequence of steps.
struct Scenario {
  let world: World
  let contextCount: Int
  let seed: UInt64
  var usesFile = false
  var steps: [Step] = []

  /// Where a sequence fails, and how.
  struct Failure {
    let step: Int
    let difference: String
  }

  /// Makes steps and does them; how the first of them fails.
  mutating func make(_ count: Int, _ tally: Tally) throws -> Failure? {
    let run = try RandomRun(world, contexts: contextCount, usesFile: usesFile)
    var maker = StepMaker(world, seed: seed)
    defer { tally.add(run) }
    for place in 0..<count {
      let step = maker.step(run.contexts)
      steps.append(step)
      if let difference = try run.perform(step) {
        return Failure(step: place, difference: difference)
      }
    }
    return try run.finish().map { Failure(step: count, difference: $0) }
  }

  /// Does the steps again.
  private func replay() throws -> Failure? {
    let run = try RandomRun(world, contexts: contextCount, usesFile: usesFile)
    for (place, step) in steps.enumerated() {
      if let difference = try run.perform(step) {
        return Failure(step: place, difference: difference)
      }
    }
    return try run.finish().map { Failure(step: steps.count, difference: $0) }
  }

  /// The same failure with fewer steps: those are left out, one after another, that it does not need.
  mutating func shrink(_ failure: Failure) throws -> Failure {
    var failure = failure
    steps = Array(steps.prefix(failure.step + 1))
    var isShrinking = true
    while isShrinking {
      isShrinking = false
      var place = steps.count - 1
      while place >= 0 {
        var shorter = self
        shorter.steps.remove(at: place)
        if let found = try shorter.replay() {
          shorter.steps = Array(shorter.steps.prefix(found.step + 1))
          isShrinking = true
          failure = found
          self = shorter
          place = min(place, steps.count)
        }
        place -= 1
      }
    }
    return failure
  }

  /// The steps as texts, with the context before each.
  var description: String {
    (["world \(world.name), seed \(seed)"]
      + steps.map { "[\($0.context)] " + StatementText.text($0.action) })
      .joined(separator: "\n")
  }
}

/// Counts the steps of all sequences, so that a test can check its coverage.
final class Tally {
  private(set) var done = 0
  private(set) var refusals: [Refusal: Int] = [:]

  func add(_ run: RandomRun) {
    done += run.doneCount
    refusals.merge(run.refusals, uniquingKeysWith: +)
  }
}
