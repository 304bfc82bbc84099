import Columns
import Expressions
import Model
import Storage
import Synchronization

/// Collects records with their sort keys and sorts them; identity breaks ties.
///
/// If only the first rows are needed, later keys are computed only for candidates by the first key.
final class RowSorter {
  /// The maximum number of rows for a heap; more are faster to sort completely.
  private static let pruningLimit = 4096
  /// The minimum number of rows before pruning, and for each row to keep.
  private static let pruningStep = 512
  private static let pruningFactor = 4

  private let keys: [SortKey]
  private let keep: Int?
  private let compiler: ProgramCompiler
  /// Whether later keys are computed only for candidates.
  private let laterKeysWait: Bool
  private var collected: [SortKeyValues]
  private var references: [Int64] = []
  private let bound: SortBound
  private var nextPruning: Int

  /// Compiles the programs immediately, so that the scan knows the columns.
  ///
  /// - Parameter bound: A bound that the sorters of all parts of the rows share.
  init(
    _ keys: [SortKey],
    keep: Int?,
    sharing bound: SortBound = SortBound(),
    _ compiler: ProgramCompiler
  ) {
    self.keys = keys
    self.bound = bound
    nextPruning = Self.pruningStep(keep)
    self.keep = keep
    self.compiler = compiler
    laterKeysWait =
      (keep ?? .max) <= Self.pruningLimit && !keys.dropFirst().contains { $0.expression.canFail }
    collected = keys.prefix(laterKeysWait ? 1 : keys.count).map { SortKeyValues($0, compiler) }
  }

  /// The number of rows to collect between two prunings.
  private static func pruningStep(_ keep: Int?) -> Int {
    max(pruningStep, pruningFactor * min(keep ?? 0, pruningLimit))
  }

  /// Adds the selected rows of a batch; batches come in identity order.
  func add(_ batch: SelectedBatch) throws {
    let batch = candidates(batch)
    let selection = batch.selection
    guard batch.context.count > 0, selection?.isEmpty != true else { return }
    do {
      for index in collected.indices { try collected[index].add(batch, selection) }
    } catch let failure as ExecutionError {
      // Errors name the first record that fails for any key.
      let rows = selection ?? Array(0..<batch.context.count)
      throw try RowEvaluation(batch.context)
        .firstFailure(of: keys.map(\.expression), rows: rows) ?? failure
    }
    references += batch.references(of: selection)
    try pruneIfLarge(batch.context.environment.cancellation)
  }

  /// Adds the rows that another sorter collected after these.
  func append(_ next: RowSorter, _ environment: ExecutionEnvironment) throws {
    for index in collected.indices { collected[index].append(next.collected[index]) }
    references += next.references
    try pruneIfLarge(environment.cancellation)
  }

  /// The batch without rows that the first key excludes.
  private func candidates(_ batch: SelectedBatch) -> SelectedBatch {
    // Rows that may fail are handled when they are added.
    guard let bound = bound.word,
      let mask = try? collected[0].rows(of: batch.context, notBehind: bound)
    else {
      return batch
    }
    return SelectedBatch(context: batch.context, mask: MaskKernels.both(batch.mask, mask))
  }

  /// Drops excluded rows if there are many, and updates the bound.
  private func pruneIfLarge(_ cancellation: CancellationFlag) throws {
    guard laterKeysWait, collected[0].mayBePruned, let keep, references.count >= nextPruning
    else { return }
    if keep > 0 { try dropExcludedRows(keep, cancellation) }
    nextPruning = 2 * references.count + Self.pruningStep(keep)
    guard collected[0].hasWords else { return }
    let (words, validity) = try collected[0].normalized(cancellation)
    let found = validity.map { validity in words.indices.filter { validity[$0] != 0 } }
    let foundCount = found?.count ?? words.count
    guard keep > 0, (keys[0].nullsFirst ? words.count : foundCount) >= keep else { return }
    let last = found.map { $0.lazy.map { words[$0] }.max() } ?? words.max()
    if let last { bound.lower(to: last) }
  }

  /// The references of all records in order, or of the first `keep`.
  func sortedReferences(_ environment: ExecutionEnvironment, entity: String) throws -> [Int64] {
    if let keep, keep <= Self.pruningLimit, keep < references.count {
      try dropExcludedRows(keep, environment.cancellation)
    }
    for key in keys.dropFirst(collected.count) {
      collected.append(try values(of: key, environment, entity: entity))
    }
    let rows = try sortedRows(environment.cancellation, entity: entity)
    // To look up references at random places takes longer than to add their number.
    if let all = references.consecutive {
      return rows.prefix(keep ?? rows.count).map { Int64(all.lowerBound) + Int64($0) }
    }
    return rows.prefix(keep ?? rows.count).map { references[Int($0)] }
  }

  /// The rows in order, numbered as they were added. All must have been kept.
  func sortedRows(_ cancellation: CancellationFlag, entity: String) throws -> [UInt32] {
    try order(cancellation, entity: entity) { keys, rows in rows }
  }

  /// The rows in order with the ranks of their keys. All must have been kept.
  func order(_ cancellation: CancellationFlag, entity: String) throws -> RowOrder {
    try order(cancellation, entity: entity) { RowOrder(rows: $1, ranks: $0.ranks(of: $1)) }
  }

  /// The words of the first key in its order, and the rows that have a value.
  func firstWords(
    _ cancellation: CancellationFlag
  ) throws -> (words: [UInt64], validity: [UInt8]?) {
    try collected[0].normalized(cancellation)
  }

  private func order<Result>(
    _ cancellation: CancellationFlag,
    entity: String,
    _ result: (PackedKeys, [UInt32]) -> Result
  ) throws -> Result {
    // Row numbers have 32 bits to save memory.
    guard UInt32(exactly: references.count) != nil else { throw StoreError.full(entity: entity) }
    var keys = PackedKeys()
    for (values, key) in zip(collected, self.keys) {
      let (words, validity) = try values.normalized(cancellation)
      keys.add(words, validity, nullsFirst: key.nullsFirst)
    }
    return result(keys, try keys.sortedRows(references.count, cancellation))
  }

  /// Drops rows that the first key excludes from the first `keep`.
  private func dropExcludedRows(_ keep: Int, _ cancellation: CancellationFlag) throws {
    let (words, validity) = try collected[0].normalized(cancellation)
    let candidates = FirstRows(words, validity, nullsFirst: keys[0].nullsFirst).rows(keep)
    collected = collected.map { $0.selecting(candidates) }
    references = candidates.map { references[$0] }
  }

  /// A later key for the remaining records.
  private func values(
    of key: SortKey,
    _ environment: ExecutionEnvironment,
    entity: String
  ) throws -> SortKeyValues {
    let compiler = ProgramCompiler()
    var values = SortKeyValues(key, compiler)
    try RowGatherer(entity: entity, environment).forEachBatch(of: references, compiler) {
      try values.add($0, nil)
    }
    return values
  }
}

/// A bound of the first key, shared by the sorters of all parts of the rows. As many rows as are
/// needed do not come after it, so rows that do are not among the first.
final class SortBound: Sendable {
  private let least = Mutex<UInt64?>(nil)

  /// The word of the bound; nil if it is not known yet.
  var word: UInt64? { least.withLock { $0 } }

  /// Takes over a bound if it excludes more.
  func lower(to word: UInt64) {
    least.withLock { $0 = min($0 ?? word, word) }
  }
}

/// Reads given records in batches.
struct RowGatherer {
  let entity: String
  let environment: ExecutionEnvironment

  /// The number of records to gather at once.
  static let chunk = 4096

  init(entity: String, _ environment: ExecutionEnvironment) {
    (self.entity, self.environment) = (entity, environment)
  }

  /// Calls `body` with the records and the columns that the compiled programs read.
  func forEachBatch(
    of references: [Int64],
    in range: Range<Int>? = nil,
    _ compiler: ProgramCompiler,
    _ body: (SelectedBatch) throws -> Void
  ) throws {
    let range = range ?? references.indices
    for start in stride(from: range.lowerBound, to: range.upperBound, by: Self.chunk) {
      let context = try compiler.context(
        entity: entity,
        references: Array(references[start..<min(start + Self.chunk, range.upperBound)]),
        outer: [],
        environment: environment
      )
      try body(SelectedBatch(context: context, mask: nil))
    }
  }
}
