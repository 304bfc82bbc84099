import Columns
import Storage
import Synchronization

/// The memory that the columns of a result may take, which all collectors of its parts share.
final class ColumnBudget: Sendable {
  /// Thrown for more columns than the budget allows.
  struct TooLarge: Error {}

  private let limit: Int
  private let bytes = Atomic(0)

  init(limit: Int = 1 << 29) { self.limit = limit }

  func take(_ more: Int) throws {
    if bytes.add(more, ordering: .relaxed).newValue > limit { throw TooLarge() }
  }
}

/// Collects records with some of their columns.
final class RecordCollector: BatchCollector {
  private let sources: [ColumnSource]
  /// The places of the columns in a batch.
  private let places: [Int]
  private var builders: [any ColumnBuilder] = []
  private let budget: ColumnBudget
  /// The memory of each column in bytes, and that of the references.
  private var sizes: [Int]
  /// The records in scan order.
  private(set) var references: [Int64] = []

  init(_ sources: [ColumnSource], _ compiler: ProgramCompiler, _ budget: ColumnBudget) {
    (self.sources, self.budget) = (sources, budget)
    places = sources.map(compiler.index)
    sizes = Array(repeating: 0, count: sources.count + 1)
  }

  var mayBeDivided: Bool { true }

  func add(_ batch: SelectedBatch) throws {
    let rows = batch.context.batch
    let selected = batch.selection?.map { Int64(rows.start + $0) }
    try add(
      batch.selectedReferences,
      places.map { place in
        let column = rows.columns[place]
        if let selected { return column.gathered(at: selected) }
        if rows.start == 0, column.count == rows.count { return column }
        return column.gathered(at: (rows.start..<rows.start + rows.count).map(Int64.init))
      }
    )
  }

  func append(_ next: RecordCollector, _ environment: ExecutionEnvironment) throws {
    // The part is dropped afterwards.
    try budget.take(-next.sizes.reduce(0, +))
    next.sizes = []
    try add(next.references, next.builders.map(\.column))
  }

  private func add(_ added: [Int64], _ columns: [Column]) throws {
    if added.isEmpty { return }
    if builders.isEmpty {
      builders = columns.map { makeColumnBuilder(continuing: $0.gathered(at: [])) }
    }
    references += added
    let before = sizes.reduce(0, +)
    sizes[columns.count] = references.count * 8
    for (place, column) in columns.enumerated() {
      guard builders[place].append(contentsOf: column) else { throw MismatchedColumn() }
      if case .string(let all) = builders[place].column {
        sizes[place] = all.codes.count * 4 + all.dictionary.byteCount
      } else {
        sizes[place] += column.byteCount
      }
    }
    try budget.take(sizes.reduce(0, +) - before)
  }

  /// The columns, with a row for each of the references.
  var columns: [ColumnSource: Column] {
    Dictionary(uniqueKeysWithValues: zip(sources, builders.map(\.column)))
  }
}

/// Passes batches on to two collectors.
final class CollectorPair<First: BatchCollector, Second: BatchCollector>: BatchCollector {
  let first: First
  let second: Second

  init(_ first: First, _ second: Second) { (self.first, self.second) = (first, second) }

  var mayBeDivided: Bool { first.mayBeDivided && second.mayBeDivided }

  func add(_ batch: SelectedBatch) throws {
    try first.add(batch)
    try second.add(batch)
  }

  func append(_ next: CollectorPair, _ environment: ExecutionEnvironment) throws {
    try first.append(next.first, environment)
    try second.append(next.second, environment)
  }
}
