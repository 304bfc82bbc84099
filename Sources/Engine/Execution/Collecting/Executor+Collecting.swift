import Columns
import Expressions
import Foundation
import Model
import Planning
import Storage
import Synchronization

/// From how much work on other ways are taken.
struct ScanDivision {
  /// Of fewer places a second thread gains nothing: waking it takes as long as they do.
  static let standard = ScanDivision(
    fewestPlaces: 1 << 17,
    firstPlaces: 1 << 15,
    fewestOwners: 1 << 12
  )

  /// How many places a thread goes through, at least.
  let fewestPlaces: Int
  /// Of how many places the caller's thread learns whether dividing the others pays.
  let firstPlaces: Int
  /// Of how many owners members are reduced owner by owner before all are.
  let fewestOwners: Int

  /// The parts of `places`, which is more than a thread's own.
  func parts(of places: Range<Int>, perCore: Int) -> [Range<Int>] {
    let wanted = perCore * ProcessInfo.processInfo.activeProcessorCount
    let count = max(1, min(wanted, places.count / fewestPlaces))
    // Bits of rows are kept in words of 64.
    let size = (places.count / count + 63) / 64 * 64
    return stride(from: places.lowerBound, to: places.upperBound, by: size).map {
      $0..<min($0 + size, places.upperBound)
    }
  }
}

extension Executor {
  /// What a collector makes of the rows of `plan`, in parts side by side where there are many.
  ///
  /// - Parameter make: Makes a collector; its programs are compiled at once, so that a scan knows
  ///   what to bring.
  func collect<Collector: BatchCollector>(
    _ plan: Plan,
    reading expressions: [TypedExpression] = [],
    _ make: (ProgramCompiler) -> Collector
  ) throws -> Collector {
    let compiler = ProgramCompiler()
    let collector = make(compiler)
    guard let places = try divisiblePlaces(of: plan, reading: expressions) else {
      try add(try batches(of: plan, compiler), to: collector)
      return collector
    }
    let first = 0..<environment.division.firstPlaces
    try add(try batches(of: plan, compiler, places: first), to: collector)
    let rest = first.upperBound..<places
    guard collector.mayBeDivided else {
      try add(try batches(of: plan, compiler, places: rest), to: collector)
      return collector
    }
    let parts = environment.division.parts(of: rest, perCore: Collector.partsPerCore)
    for part in collectSideBySide(plan, parts, make) {
      try collector.append(part.get(), environment)
    }
    return collector
  }

  private func add(_ batches: any BatchOperator, to collector: some BatchCollector) throws {
    while let batch = try batches.next() { try collector.add(batch) }
  }

  /// The same for a part; when one before it has failed, nobody asks for it any more.
  private func add(
    _ batches: any BatchOperator,
    to collector: some BatchCollector,
    of part: Int,
    beside failure: FirstFailedPart
  ) throws {
    do {
      while !failure.isBefore(part), let batch = try batches.next() { try collector.add(batch) }
    } catch {
      failure.note(part)
      throw error
    }
  }

  /// What collectors make of parts of the rows, each with programs of its own.
  private func collectSideBySide<Collector: BatchCollector>(
    _ plan: Plan,
    _ parts: [Range<Int>],
    _ make: (ProgramCompiler) -> Collector
  ) -> [Result<Collector, any Error>] {
    // All threads are done when this returns, and each has an environment of its own.
    nonisolated(unsafe) let environment = environment
    let failure = FirstFailedPart()
    return withoutActuallyEscaping(make) { make in
      nonisolated(unsafe) let make = make
      return inParallel(parts.count) { part in
        Transferred(
          Result {
            let compiler = ProgramCompiler()
            let collector = make(compiler)
            let executor = Executor(environment: environment.besides())
            let batches = try executor.batches(of: plan, compiler, places: parts[part])
            try executor.add(batches, to: collector, of: part, beside: failure)
            return collector
          }
        )
      }
    }.map(\.value)
  }

  /// How many places the scan of a plan goes through, if its rows can be collected in parts that are
  /// worth it.
  private func divisiblePlaces(
    of plan: Plan,
    reading expressions: [TypedExpression]
  ) throws -> Int? {
    // Figures of steps are taken on one thread, and a query inside runs once.
    guard environment.profile == nil, !expressions.contains(where: \.asksQuery),
      let query = plan.filteredScan, query.isPlain,
      let places = try environment.snapshot
        .capability((any DivisibleSnapshot).self, of: query.entity)?
        .divisiblePlaces(of: query.entity),
      places - environment.division.firstPlaces >= 2 * environment.division.fewestPlaces
    else { return nil }
    return places
  }
}

extension Plan {
  /// What the store is asked, where nothing but filters without queries of their own stand over it.
  fileprivate var filteredScan: StoreQuery? {
    switch self {
    case .scan(let query): query
    case .filter(let conjuncts, let input):
      conjuncts.contains(where: \.asksQuery) ? nil : input.filteredScan
    case .rows, .distinct, .group, .sort, .slice, .project: nil
    }
  }
}

/// The first of several parts that has failed.
private final class FirstFailedPart: Sendable {
  private let number = Atomic<Int>(.max)

  func note(_ part: Int) { number.min(part, ordering: .relaxed) }

  func isBefore(_ part: Int) -> Bool { number.load(ordering: .relaxed) < part }
}

/// Hands what one thread has made, and does not touch any more, over to another.
private struct Transferred<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
