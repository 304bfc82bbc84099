import Columns
import Expressions
import Model
import Planning
import Storage

/// Groups records, computes the aggregates, and creates a row for each group.
final class GroupCollector: BatchCollector {
  private let grouping: Grouping
  private let entity: String
  private let compiler: ProgramCompiler
  private let numbers: GroupNumbers
  private let aggregates: [AggregateColumn]
  /// The first record of each group, which provides the keys.
  private var representatives: [Int64] = []
  private var rowCount = 0

  /// The minimum average size of groups for which parallel parts pay.
  private static let minRows = 8

  /// Compiles the programs immediately, so that the scan knows the columns.
  init(_ grouping: Grouping, of entity: String, _ compiler: ProgramCompiler) {
    self.grouping = grouping
    self.entity = entity
    self.compiler = compiler
    numbers = GroupNumbers(grouping.keys, compiler)
    aggregates = grouping.aggregates.reduce(into: []) { known, aggregate in
      known.append(AggregateColumn(aggregate, compiler, sharing: known))
    }
  }

  var mayBeDivided: Bool {
    aggregates.allSatisfy(\.isAppendable) && rowCount >= Self.minRows * numbers.count
  }

  /// Adds the selected rows of a batch; batches come in identity order.
  func add(_ batch: SelectedBatch) throws {
    let rows = batch.selection
    rowCount += rows?.count ?? batch.context.count
    do {
      let groups = try numbers.numbers(of: batch)
      noteRepresentatives(batch, groups, rows)
      for aggregate in aggregates {
        try aggregate.add(batch.context, rows, groups, groupCount: numbers.count)
      }
    } catch let failure as ExecutionError {
      throw firstFailure(in: batch.context, rows ?? Array(0..<batch.context.count)) ?? failure
    }
  }

  /// Adds the groups of following rows, matched by their first records.
  func append(_ next: GroupCollector, _ environment: ExecutionEnvironment) throws {
    var groups: [UInt32] = []
    let gatherer = RowGatherer(entity: entity, environment)
    try gatherer.forEachBatch(of: next.representatives, compiler) { batch in
      let numbers = try numbers.numbers(of: batch)
      noteRepresentatives(batch, numbers, nil)
      groups += numbers
    }
    for (aggregate, added) in zip(aggregates, next.aggregates) {
      aggregate.append(added, groups, groupCount: numbers.count)
    }
    rowCount += next.rowCount
  }

  /// The error of the first record that fails in a key or aggregate.
  private func firstFailure(in context: BatchContext, _ rows: [Int]) -> (any Error)? {
    let evaluation = RowEvaluation(context)
    do {
      for row in rows {
        for key in grouping.keys { _ = try evaluation.value(key, row: row) }
        for aggregate in grouping.aggregates {
          if let filter = aggregate.filter, try !evaluation.holds(filter, row: row) { continue }
          if let element = aggregate.element { _ = try evaluation.value(element, row: row) }
        }
      }
      return nil
    } catch {
      return error
    }
  }

  /// Groups are numbered in order, so a row with the next number begins a group.
  private func noteRepresentatives(
    _ batch: SelectedBatch,
    _ groups: [UInt32],
    _ rows: [Int]?
  ) {
    guard representatives.count < numbers.count else { return }
    let references = batch.context.references
    for (index, group) in groups.enumerated() where Int(group) == representatives.count {
      representatives.append(references[rows.map { $0[index] } ?? index])
    }
  }

  /// The rows of all groups in ascending order of their keys.
  func rows(_ environment: ExecutionEnvironment) throws -> DerivedRows {
    try environment.groups(grouping, columns(environment))
  }

  /// The number of groups. Without keys there is always one.
  var count: Int { grouping.keys.isEmpty ? 1 : numbers.count }

  /// The keys and aggregates of all groups.
  func columns(_ environment: ExecutionEnvironment) throws -> [Column] {
    let aggregates = try self.aggregates.map {
      try column(of: $0, groupCount: count, environment)
    }
    let keys = try grouping.keys.map {
      try KeyColumn($0).column(of: representatives, entity: entity, environment)
    }
    return keys + aggregates
  }

  private func column(
    of aggregate: AggregateColumn,
    groupCount: Int,
    _ environment: ExecutionEnvironment
  ) throws -> Column {
    do {
      return try aggregate.column(groupCount: groupCount)
    } catch let failure as GroupFailure {
      let rows = ScalarEvaluator(
        source: SnapshotRecords(environment: environment),
        context: environment.evaluation
      )
      let keys = try grouping.keys.map {
        try rows.evaluate($0, scopes: [representatives[failure.group]])
      }
      throw ExecutionError.evaluationOfGroup(failure.error, keys: keys)
    }
  }
}
