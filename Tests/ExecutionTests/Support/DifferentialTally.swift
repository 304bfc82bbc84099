import Expressions
import Model
import Storage
import Synchronization

/// Counts comparisons and pushed-down parts, and prints them after the last seed.
final class DifferentialTally: Sendable {
  private struct Counts {
    var requests = 0
    var conjuncts: [Pushdown.Answer: Int] = [:]
    var failing = 0
    var sorts = 0
    var takenSorts = 0
    var limits = 0
    var takenLimits = 0
    var groups = 0
    var takenGroups = 0
  }

  private let counts = Mutex<[DifferentialSide.Store: Counts]>([:])
  private let remainingSeeds: Mutex<Int>
  private let seedCount: Int

  init(seeds: Int) {
    seedCount = seeds
    remainingSeeds = Mutex(seeds)
  }

  /// Counts a request to a store.
  func add(
    _ request: FetchRequest,
    _ store: DifferentialSide.Store,
    _ snapshot: any StoreSnapshot
  ) {
    let conjuncts = request.predicate?.conjuncts ?? []
    let asked = conjuncts.filter { !$0.canFail(at: Reference.moment) }
    let pushdown = snapshot.capability((any PushdownSnapshot).self, of: request.entity)
    let supported =
      pushdown?.supportedParts(of: request, conjuncts: asked, moment: Reference.moment)
      ?? Pushdown(conjuncts: asked.map { _ in .unsupported })
    counts.withLock { counts in
      var count = counts[store] ?? Counts()
      count.requests += 1
      count.failing += conjuncts.count - asked.count
      for answer in supported.conjuncts { count.conjuncts[answer, default: 0] += 1 }
      if !request.sort.isEmpty { count.sorts += 1 }
      if !request.sort.isEmpty, supported.sort { count.takenSorts += 1 }
      let isCut = request.limit != nil || request.offset > 0
      if isCut { count.limits += 1 }
      if isCut, supported.limit, asked.count == conjuncts.count { count.takenLimits += 1 }
      if request.grouping != nil { count.groups += 1 }
      if request.grouping != nil, supported.groups { count.takenGroups += 1 }
      counts[store] = count
    }
  }

  /// Notes that a seed is done.
  func finish() {
    let isOver = remainingSeeds.withLock { remaining in
      remaining -= 1
      return remaining == 0
    }
    if isOver { print(summary) }
  }

  private var summary: String {
    let counts = counts.withLock { $0 }
    let lines = DifferentialSide.Store.allCases.compactMap { store in
      counts[store].map { "  \(store.rawValue): \(Self.text($0))" }
    }
    return (["\(seedCount) schemas compared with the definition"] + lines).joined(separator: "\n")
  }

  private static func text(_ counts: Counts) -> String {
    let answers: [(Pushdown.Answer, String)] = [
      (.exact, "exact"), (.inexact, "inexact"), (.unsupported, "left"),
    ]
    let conjuncts = answers.map { "\(counts.conjuncts[$0, default: 0]) \($1)" }
    return "\(counts.requests) requests; conjuncts: \(conjuncts.joined(separator: ", ")), "
      + "\(counts.failing) that can fail; sorts: \(counts.takenSorts) of \(counts.sorts); "
      + "limits: \(counts.takenLimits) of \(counts.limits); "
      + "groups: \(counts.takenGroups) of \(counts.groups)"
  }
}
