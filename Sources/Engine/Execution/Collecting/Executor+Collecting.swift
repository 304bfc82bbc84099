import Columns
import Expressions
import Foundation
import Model
import Planning
import Storage
import Synchronization

/// Thresholds for dividing work among threads.
struct ScanDivision {
  /// Below that, waking a second thread takes as long as the work.
  static let standard = ScanDivision(
    minPlaces: 1 << 17,
    firstPlaces: 1 << 15,
    minOwners: 1 << 12
  )

  /// The minimum number of rows per thread.
  let minPlaces: Int
  /// The number of rows that the calling thread reads first, to find out whether dividing pays.
  let firstPlaces: Int
  /// The number of owners after which aggregates of related records are computed for all owners.
  let minOwners: Int

  /// Divides `places`, which are more than one thread's.
  func parts(of places: Range<Int>, perCore: Int) -> [Range<Int>] {
    let wanted = perCore * ProcessInfo.processInfo.activeProcessorCount
    let count = max(1, min(wanted, places.count / minPlaces))
    // Validity has 64 rows per word.
    let size = (places.count / count + 63) / 64 * 64
    return stride(from: places.lowerBound, to: places.upperBound, by: size).map {
      $0..<min($0 + size, places.upperBound)
    }
  }
}

extension Executor {
  /// Collects the rows of `plan`, in parallel parts if there are many.
  ///
  /// - Parameter make: Creates a collector. Its programs are compiled immediately, so that the scan
  ///   knows the columns.
  func collect<Collector: BatchCollector>(
    _ plan: Plan,
    reading expressions: [TypedExpression] = [],
    _ make: (ProgramCompiler) -> Collector
  ) throws -> Collector {
    let compiler = ProgramCompiler()
    if case .scan(let query) = plan { compiler.readsAllRows = query.isPlain }
    let collector = make(compiler)
    guard let places = try divisiblePlaces(of: plan, reading: expressions, compiler) else {
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
    for part in collectInParallel(plan, parts, make) {
      try collector.append(part.get(), environment)
    }
    return collector
  }

  private func add(_ batches: any BatchOperator, to collector: some BatchCollector) throws {
    while let batch = try batches.next() { try collector.add(batch) }
  }

  /// Collects a part; stops when an earlier part has failed.
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

  /// Collects parts in parallel, each with its own programs.
  private func collectInParallel<Collector: BatchCollector>(
    _ plan: Plan,
    _ parts: [Range<Int>],
    _ make: (ProgramCompiler) -> Collector
  ) -> [Result<Collector, any Error>] {
    // All threads are done when this returns, and each has its own environment.
    nonisolated(unsafe) let environment = environment
    let failure = FirstFailedPart()
    return withoutActuallyEscaping(make) { make in
      nonisolated(unsafe) let make = make
      return inParallel(parts.count) { part in
        Transferred(
          Result {
            let compiler = ProgramCompiler()
            let collector = make(compiler)
            let executor = Executor(environment: environment.forAnotherThread())
            let batches = try executor.batches(of: plan, compiler, places: parts[part])
            try executor.add(batches, to: collector, of: part, beside: failure)
            return collector
          }
        )
      }
    }.map(\.value)
  }

  /// The number of rows of the scan, if collecting in parts is possible and pays; otherwise nil.
  private func divisiblePlaces(
    of plan: Plan,
    reading expressions: [TypedExpression],
    _ compiler: ProgramCompiler
  ) throws -> Int? {
    // Profiling needs one thread, and a nested query runs once.
    guard environment.profile == nil, !expressions.contains(where: \.containsQuery),
      let query = plan.filteredScan, query.isPlain,
      let snapshot = environment.snapshot
        .capability((any DivisibleSnapshot).self, of: query.entity)
    else { return nil }
    // Compiled only once, so that the columns of the scan are known.
    for condition in plan.scannedConditions { _ = compiler.compile(condition) }
    guard let places = try snapshot.divisiblePlaces(of: query.entity, compiler.sources),
      places - environment.division.firstPlaces >= 2 * environment.division.minPlaces
    else { return nil }
    return places
  }
}

extension Plan {
  /// The query of a scan below filters without nested queries; nil for other plans.
  fileprivate var filteredScan: StoreQuery? {
    switch self {
    case .scan(let query): query
    case .filter(let conjuncts, let input):
      conjuncts.contains(where: \.containsQuery) ? nil : input.filteredScan
    case .rows, .distinct, .group, .window, .sort, .slice, .slicePer, .project: nil
    }
  }
}

extension Plan {
  /// The conditions of the filters over a scan.
  fileprivate var scannedConditions: [TypedExpression] {
    guard case .filter(let conjuncts, let input) = self else { return [] }
    return conjuncts + input.scannedConditions
  }
}

/// The first part that has failed.
private final class FirstFailedPart: Sendable {
  private let number = Atomic<Int>(.max)

  func note(_ part: Int) { number.min(part, ordering: .relaxed) }

  func isBefore(_ part: Int) -> Bool { number.load(ordering: .relaxed) < part }
}

/// Transfers a value that only one thread uses at a time.
struct Transferred<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
