import Columns
import Expressions
import Model
import Storage

/// Collects records with their sort keys and puts them in order; identity is the last tie.
///
/// When only the first rows are needed, later keys are looked at only for the records that the
/// first key leaves in question.
final class RowSorter {
  /// Up to how many rows are kept by a heap; more than these are found sooner by sorting all.
  private static let pruningLimit = 4096
  /// How many rows are collected, at least, before those without hope are looked for.
  private static let pruningStep = 8192

  private let keys: [SortKey]
  private let keep: Int?
  private let compiler: ProgramCompiler
  /// Whether later keys are looked at when the first one has been.
  private let laterKeysWait: Bool
  private var collected: [SortKeyValues]
  private var references: [Int64] = []
  /// A row whose first key has a greater word is behind ``keep`` others; nil while that is not known.
  private var bound: UInt64?
  private var nextPruning = pruningStep

  /// The programs are compiled at once, so that a scan knows what to bring.
  init(_ keys: [SortKey], keep: Int?, _ compiler: ProgramCompiler) {
    self.keys = keys
    self.keep = keep
    self.compiler = compiler
    laterKeysWait =
      (keep ?? .max) <= Self.pruningLimit && !keys.dropFirst().contains { $0.expression.canFail }
    collected = keys.prefix(laterKeysWait ? 1 : keys.count).map { SortKeyValues($0, compiler) }
  }

  /// Adds the rows of a batch that are asked; batches come in identity order.
  func add(_ batch: SelectedBatch) throws {
    let batch = hopeful(batch)
    let selection = batch.selection
    guard batch.context.count > 0, selection?.isEmpty != true else { return }
    do {
      for index in collected.indices { try collected[index].add(batch, selection) }
    } catch let failure as ExecutionError {
      // The first record that fails by any key is the one to name.
      let rows = selection ?? Array(0..<batch.context.count)
      throw try RowEvaluation(batch.context)
        .firstFailure(of: keys.map(\.expression), rows: rows) ?? failure
    }
    references += batch.selectedReferences
    try pruneInTime(batch.context.environment.cancellation)
  }

  /// Adds what another sorter has collected of the rows behind.
  func append(_ next: RowSorter, _ environment: ExecutionEnvironment) throws {
    for index in collected.indices { collected[index].append(next.collected[index]) }
    references += next.references
    try pruneInTime(environment.cancellation)
  }

  /// The batch without rows that are behind enough others, as far as the first key tells at once.
  private func hopeful(_ batch: SelectedBatch) -> SelectedBatch {
    // A row that may fail is found by adding it.
    guard let bound, let mask = try? collected[0].rows(of: batch.context, notBehind: bound) else {
      return batch
    }
    return SelectedBatch(context: batch.context, mask: MaskKernels.both(batch.mask, mask))
  }

  /// Drops rows without hope once there are many, and notes which later ones have none.
  private func pruneInTime(_ cancellation: CancellationFlag) throws {
    guard laterKeysWait, collected[0].hasWords, let keep, references.count >= nextPruning else {
      return
    }
    if keep > 0 { try dropHopelessRows(keep, cancellation) }
    nextPruning = 2 * references.count + Self.pruningStep
    let (words, validity) = try collected[0].normalised(cancellation)
    let found = validity.map { validity in words.indices.filter { validity[$0] != 0 } }
    let foundCount = found?.count ?? words.count
    guard keep > 0, (keys[0].nullsFirst ? words.count : foundCount) >= keep else { return }
    bound = found.map { $0.lazy.map { words[$0] }.max() } ?? words.max()
  }

  /// The references of all records in order, or of the first `keep`.
  func sortedReferences(_ environment: ExecutionEnvironment, entity: String) throws -> [Int64] {
    // 2^32 rows would need more memory than row numbers of 32 bits save.
    guard UInt32(exactly: references.count) != nil else { throw StoreError.full(entity: entity) }
    if let keep, keep <= Self.pruningLimit, keep < references.count {
      try dropHopelessRows(keep, environment.cancellation)
    }
    for key in keys.dropFirst(collected.count) {
      collected.append(try values(of: key, environment, entity: entity))
    }
    let rows = try sortedRows(environment.cancellation)
    return rows.prefix(keep ?? rows.count).map { references[Int($0)] }
  }

  private func sortedRows(_ cancellation: CancellationFlag) throws -> [UInt32] {
    var keys = PackedKeys()
    for (values, key) in zip(collected, self.keys) {
      let (words, validity) = try values.normalised(cancellation)
      keys.add(words, validity, nullsFirst: key.nullsFirst)
    }
    return try keys.sortedRows(references.count, cancellation)
  }

  /// Drops the records that the first key alone puts behind `keep` others.
  private func dropHopelessRows(_ keep: Int, _ cancellation: CancellationFlag) throws {
    let (words, validity) = try collected[0].normalised(cancellation)
    let candidates = FirstRows(words, validity, nullsFirst: keys[0].nullsFirst).rows(keep)
    collected = collected.map { $0.selecting(candidates) }
    references = candidates.map { references[$0] }
  }

  /// A later key for the records that are left.
  private func values(
    of key: SortKey,
    _ environment: ExecutionEnvironment,
    entity: String
  ) throws -> SortKeyValues {
    let compiler = ProgramCompiler()
    var values = SortKeyValues(key, compiler)
    for start in stride(from: 0, to: references.count, by: RowGatherer.chunk) {
      let end = min(start + RowGatherer.chunk, references.count)
      let context = try compiler.context(
        entity: entity,
        references: Array(references[start..<end]),
        outer: [],
        environment: environment
      )
      try values.add(SelectedBatch(context: context, mask: nil), nil)
    }
    return values
  }
}

/// How many records are gathered at once.
enum RowGatherer {
  static let chunk = 4096
}
