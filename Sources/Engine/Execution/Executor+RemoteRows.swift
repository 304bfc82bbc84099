import Columns
import Model
import Planning
import Storage

/// Results of stores that are slow to read twice.
extension Executor {
  /// The rows of a plan with the stored columns that they need, read by the same scan; nil if it is
  /// better to read these when rows are displayed.
  func rowsReadAtOnce(_ outputs: [OutputColumn], of input: Plan) throws -> FetchedRows? {
    guard environment.readsAllRows, environment.profile == nil, input.readsAllColumns,
      environment.snapshot.capability((any RemoteSnapshot).self, of: input.entity) != nil
    else { return nil }
    let sources = FetchedRows.sources(of: outputs)
    if sources.isEmpty { return nil }
    do {
      let (references, read) = try withoutPushdownIfRefused(input) { plan in
        guard plan.readsAllColumns else { throw ColumnBudget.TooLarge() }
        return try records(of: plan, with: sources)
      }
      return FetchedRows(
        columns: outputs,
        references: references,
        entity: input.entity,
        environment: environment,
        read: read
      )
    } catch is ColumnBudget.TooLarge {
      return nil
    }
  }

  private func records(
    of plan: Plan,
    with sources: [ColumnSource]
  ) throws -> ([Int64], ReadColumns) {
    let budget = ColumnBudget()
    guard case .sort(let keys, _, let input) = plan else {
      let found = try collect(plan) { RecordCollector(sources, $0, budget) }
      return (found.references, ReadColumns(found, isInOrder: true))
    }
    let found = try collect(input, reading: keys.map(\.expression)) { compiler in
      CollectorPair(
        RowSorter(keys, keep: nil, compiler),
        RecordCollector(sources, compiler, budget)
      )
    }
    let sorted = try found.first.sortedReferences(environment, entity: input.entity)
    return (sorted, ReadColumns(found.second, isInOrder: false))
  }
}

extension Plan {
  /// Whether a result reads the columns of all records of the scan that match.
  fileprivate var readsAllColumns: Bool {
    switch self {
    case .scan(let query): query.grouping == nil
    case .filter(_, let input), .sort(_, keep: nil, let input): input.readsAllColumns
    case .sort, .rows, .distinct, .group, .window, .slice, .slicePer, .project: false
    }
  }
}

/// Columns of a result's records that were read in advance.
struct ReadColumns {
  /// The record of each row of the columns. They ascend unless the result has the same order.
  private let references: [Int64]
  private let columns: [ColumnSource: Column]
  private let isInOrder: Bool

  init(_ collector: RecordCollector, isInOrder: Bool) {
    (references, columns) = (collector.references, collector.columns)
    self.isInOrder = isInOrder
  }

  /// The columns of the records at `range` of a result; nil if others are needed.
  func batch(_ range: Range<Int>, of wanted: [Int64], _ sources: [ColumnSource]) -> Batch? {
    let found = sources.compactMap { columns[$0] }
    guard found.count == sources.count else { return nil }
    if isInOrder {
      return Batch(
        start: range.lowerBound,
        count: range.count,
        references: wanted,
        columns: found
      )
    }
    let first = references.first ?? 0
    let rows = wanted[range].map { reference -> Int64 in
      // Most references are consecutive numbers.
      let (guess, overflow) = reference.subtractingReportingOverflow(first)
      if !overflow, references.indices.contains(Int(guess)), references[Int(guess)] == reference {
        return guess
      }
      return Int64(references.firstPlace(from: reference))
    }
    return Batch(
      start: 0,
      count: range.count,
      references: Array(wanted[range]),
      columns: found.map { $0.gathered(at: rows) }
    )
  }
}
