import Model
import TestSupport

/// Paths to records.
extension RandomExpressions {
  /// A path and the record that it starts from.
  struct Path {
    let base: RecordExpression
    let steps: [RelationshipReference]

    /// The place of the records at its end.
    func element(level: Int) -> Place {
      let entity = steps.last?.destination ?? base.entity
      return Place(record: .scope(level: level, entity: entity), level: level)
    }
  }

  /// A path whose last step is to-many, now and then by other steps; nil if none was found.
  func toManyPath(from record: RecordExpression, _ random: inout SeededRandom) -> Path? {
    for _ in 0..<8 {
      let base = reachable(from: record, &random)
      let first = schema.relationships(of: base.entity, toMany: true)
      if first.isEmpty { continue }
      var steps = [random.pick(first)]
      if random.chance(30) { steps += furtherSteps(from: steps[0].destination, &random) }
      return Path(base: base, steps: steps)
    }
    return nil
  }

  /// A path of one to-one step at most.
  func toOnePath(from record: RecordExpression, _ random: inout SeededRandom) -> Path {
    let reached = reachable(from: record, &random)
    if case .toOne(let step, let start) = reached { return Path(base: start, steps: [step]) }
    return Path(base: reached, steps: [])
  }

  /// A to-many step from `entity`, or a to-one step and a to-many one; empty if there is none.
  private func furtherSteps(
    from entity: String,
    _ random: inout SeededRandom
  ) -> [RelationshipReference] {
    let toOnes = random.chance(30) ? schema.relationships(of: entity, toMany: false) : []
    let step = toOnes.isEmpty ? nil : random.pick(toOnes)
    let last = schema.relationships(of: step?.destination ?? entity, toMany: true)
    if last.isEmpty { return [] }
    return [step].compactMap { $0 } + [random.pick(last)]
  }
}
