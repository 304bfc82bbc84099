import Columns
import Storage

/// Collects records with some of their columns.
final class RecordCollector: BatchCollector {
  private let sources: [ColumnSource]
  /// The places of the columns in a batch.
  private let places: [Int]
  private var builders: [any ColumnBuilder] = []
  /// The memory of each column in bytes.
  private var sizes: [Int]
  /// The records in scan order.
  private(set) var references: [Int64] = []

  /// The memory for the columns in bytes.
  private static let limit = 1 << 29

  /// Thrown for more columns than the limit allows.
  struct TooLarge: Error {}

  init(_ sources: [ColumnSource], _ compiler: ProgramCompiler) {
    self.sources = sources
    places = sources.map(compiler.index)
    sizes = sources.map { _ in 0 }
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
    try add(next.references, next.builders.map(\.column))
  }

  private func add(_ added: [Int64], _ columns: [Column]) throws {
    if added.isEmpty { return }
    if builders.isEmpty {
      builders = columns.map { makeColumnBuilder(continuing: $0.gathered(at: [])) }
    }
    references += added
    for (place, column) in columns.enumerated() {
      guard builders[place].append(contentsOf: column) else { throw MismatchedColumn() }
      if case .string(let all) = builders[place].column {
        sizes[place] = all.codes.count * 4 + all.dictionary.byteCount
      } else {
        sizes[place] += column.byteCount
      }
    }
    if sizes.reduce(0, +) > Self.limit { throw TooLarge() }
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
