import Columns
import Expressions
import Model
import Storage

/// Computes an aggregate for all groups.
final class AggregateColumn {
  private let aggregate: GroupAggregate
  private let filter: Condition?
  private let accumulator: any GroupAccumulator

  /// - Parameter others: Aggregates of the same groups; the same numbers are collected once.
  init(
    _ aggregate: GroupAggregate,
    _ compiler: ProgramCompiler,
    sharing others: [AggregateColumn] = []
  ) {
    self.aggregate = aggregate
    if NumberCollector.functions.contains(aggregate.function),
      let collector = others.lazy.compactMap({ $0.numbers(of: aggregate) }).first
    {
      filter = nil
      accumulator = SharedNumbers(collector, aggregate)
    } else {
      filter = aggregate.filter.map { Condition($0, compiler) }
      accumulator = makeGroupAccumulator(aggregate, compiler)
    }
  }

  /// The numbers, if they are those of another aggregate.
  private func numbers(of other: GroupAggregate) -> NumberCollector? {
    guard aggregate.element == other.element, aggregate.filter == other.filter else { return nil }
    return accumulator as? NumberCollector
  }

  /// Adds the given rows of a batch, or all; row `n` belongs to group `groups[n]`.
  func add(
    _ context: BatchContext,
    _ rows: [Int]?,
    _ groups: [UInt32],
    groupCount: Int
  ) throws {
    if accumulator is SharedNumbers { return }
    guard let filter else {
      return try add(GroupedRows(context: context, rows: rows, groups: groups), groupCount)
    }
    let all = rows ?? Array(0..<context.count)
    let holds = try holds(filter, context, all)
    let selected = all.indices.filter { holds($0) }
    try add(
      GroupedRows(
        context: context,
        rows: selected.map { all[$0] },
        groups: selected.map { groups[$0] }
      ),
      groupCount
    )
  }

  /// Whether the aggregates of parts can be combined.
  var isAppendable: Bool { accumulator is any AppendableAccumulator }

  /// Adds the aggregate of following rows; their group `n` is `groups[n]` here.
  func append(_ next: AggregateColumn, _ groups: [UInt32], groupCount: Int) {
    accumulator.grow(to: groupCount)
    next.accumulator.grow(to: groups.count)
    guard let own = accumulator as? any AppendableAccumulator else {
      preconditionFailure("\(type(of: accumulator)) needs all rows one after another")
    }
    own.append(any: next.accumulator, groups)
  }

  private func add(_ rows: GroupedRows, _ groupCount: Int) throws {
    accumulator.grow(to: groupCount)
    do {
      try accumulator.add(rows)
    } catch is BatchFailure {
      guard let element = aggregate.element else { return }
      let evaluation = RowEvaluation(rows.context)
      for (row, group) in rows.pairs {
        try accumulator.add(try evaluation.value(element, row: row), to: Int(group))
      }
    }
  }

  /// A test whether the filter selects the row at an index of `rows`.
  private func holds(
    _ filter: Condition,
    _ context: BatchContext,
    _ rows: [Int]
  ) throws -> (Int) -> Bool {
    do {
      let mask = try filter.mask(context)
      return { mask[rows[$0]] != 0 }
    } catch is BatchFailure {
      let evaluation = RowEvaluation(context)
      let holds = try rows.map { try evaluation.holds(filter.expression, row: $0) }
      return { holds[$0] }
    }
  }

  /// The aggregate of `groupCount` groups; throws ``GroupFailure`` if one is out of range.
  func column(groupCount: Int) throws -> Column {
    accumulator.grow(to: groupCount)
    return try accumulator.column()
  }
}

/// Rows of a batch with their groups.
struct GroupedRows {
  let context: BatchContext
  /// The rows; all of the batch if nil.
  let rows: [Int]?
  /// The group of each row.
  let groups: [UInt32]

  /// The rows with their groups.
  var pairs: [(row: Int, group: UInt32)] {
    guard let rows else { return groups.enumerated().map { ($0.offset, $0.element) } }
    return zip(rows, groups).map { ($0, $1) }
  }

  /// The number of turns.
  static let turnCount = 4

  /// Calls `body` with each value, its group and its turn. Separate sums per turn can be computed
  /// in parallel by the processor.
  @inline(__always)
  func forEachValueInTurns<Element>(
    in vector: Vector<Element>,
    _ body: (Element, Int, _ turn: Int) -> Void
  ) {
    guard rows == nil, vector.validity == nil else {
      var turn = 0
      return forEachValue(in: vector) { value, group in
        body(value, group, turn)
        turn = (turn &+ 1) & (Self.turnCount - 1)
      }
    }
    groups.withUnsafeBufferPointer { groups in
      vector.values.withUnsafeBufferPointer { values in
        guard let values = values.baseAddress.map({ $0 + vector.start }) else { return }
        var row = 0
        while row &+ Self.turnCount <= groups.count {
          body(values[row], Int(groups[row]), 0)
          body(values[row &+ 1], Int(groups[row &+ 1]), 1)
          body(values[row &+ 2], Int(groups[row &+ 2]), 2)
          body(values[row &+ 3], Int(groups[row &+ 3]), 3)
          row &+= Self.turnCount
        }
        while row < groups.count {
          body(values[row], Int(groups[row]), 0)
          row &+= 1
        }
      }
    }
  }

  /// Calls `body` with each value and its group.
  @inline(__always)
  func forEachValue<Element>(in vector: Vector<Element>, _ body: (Element, Int) -> Void) {
    forEachPlacedValue(in: vector) { value, group, _ in body(value, group) }
  }

  /// Calls `body` with each value, its group and its index in ``groups``.
  @inline(__always)
  func forEachPlacedValue<Element>(
    in vector: Vector<Element>,
    _ body: (Element, Int, _ place: Int) -> Void
  ) {
    groups.withUnsafeBufferPointer { groups in
      vector.values.withUnsafeBufferPointer { values in
        guard let values = values.baseAddress.map({ $0 + vector.start }) else { return }
        switch (rows, vector.validity) {
        case (nil, nil):
          for row in 0..<groups.count { body(values[row], Int(groups[row]), row) }
        case (nil, let validity?):
          for row in 0..<groups.count where validity[row] != 0 {
            body(values[row], Int(groups[row]), row)
          }
        case (let rows?, _):
          for index in 0..<groups.count where vector.isValid(rows[index]) {
            body(values[rows[index]], Int(groups[index]), index)
          }
        }
      }
    }
  }
}
