import Columns
import Expressions
import Model
import Platform
import Storage

/// The state of an aggregate for each group.
protocol GroupAccumulator: AnyObject {
  /// Extends the state to `groupCount` groups.
  func grow(to groupCount: Int)
  /// Adds rows. Throws ``BatchFailure``, without adding any, if one may fail.
  func add(_ rows: GroupedRows) throws
  /// Adds a value from the scalar evaluator.
  func add(_ value: Value, to group: Int) throws
  /// The aggregates of all groups; throws ``GroupFailure`` if one is out of range.
  func column() throws -> Column
}

/// An accumulator that can be combined from parts of the rows.
protocol AppendableAccumulator: GroupAccumulator {
  /// Adds the state of following rows; its group `n` is `groups[n]` here.
  func append(_ next: Self, _ groups: [UInt32])
}

extension AppendableAccumulator {
  /// The same for an accumulator of the same aggregate, which has the same type.
  func append(any next: any GroupAccumulator, _ groups: [UInt32]) {
    guard let next = next as? Self else {
      preconditionFailure(
        "the parts of an aggregate are kept by \(Self.self) and \(type(of: next))"
      )
    }
    append(next, groups)
  }
}

/// An aggregate is out of range; the group is the first one.
struct GroupFailure: Error {
  let error: EvaluationError
  let group: Int
}

extension Array {
  /// Extends the array with `filler` to `count` elements.
  mutating func grow(to count: Int, filler: Element) {
    append(contentsOf: repeatElement(filler, count: count - self.count))
  }
}

extension Array where Element: BitwiseCopyable {
  /// Extends the array with `filler` to `count` elements.
  mutating func grow(to count: Int, filler: Element) {
    guard isEmpty else {
      return append(contentsOf: repeatElement(filler, count: count - self.count))
    }
    // Groups are at random places: with small pages, most of the time would be spent on addresses.
    self = LargePages.array(of: count) { $0.initialize(repeating: filler) }
  }
}

extension Array where Element: FixedWidthInteger {
  /// Adds `next[n]` to element `places[n]`.
  mutating func add(_ next: [Element], at places: [UInt32]) {
    // A buffer avoids exclusivity checks for each access.
    withUnsafeMutableBufferPointer { elements in
      for (place, added) in zip(places, next) { elements[Int(place)] += added }
    }
  }
}

/// The accumulator for an aggregate and the program of its element.
func makeGroupAccumulator(
  _ aggregate: GroupAggregate,
  _ compiler: ProgramCompiler
) -> any GroupAccumulator {
  guard let element = aggregate.element else { return RecordCounter() }
  if aggregate.function == .countDistinct { return DistinctCounter(element, compiler) }
  if element.isRecord, aggregate.options.sort.isEmpty,
    [.first, .last, .list].contains(aggregate.function)
  {
    return RecordAccumulator(aggregate, of: element, compiler)
  }
  if let pairs = PairCollector(aggregate, element, compiler) { return pairs }
  let program = compiler.compile(element)
  switch (aggregate.function, program) {
  case (.sum, .double(let node)), (.avg, .double(let node)):
    return DoubleTotals(node, isAverage: aggregate.function == .avg)
  case (.sum, .int64(let node)), (.avg, .int64(let node)):
    return IntegerTotals(node, isAverage: aggregate.function == .avg)
  case (.min, .double(let node)), (.max, .double(let node)):
    return DoubleExtremes(node, isLeast: aggregate.function == .min)
  case (.min, .int64(let node)), (.max, .int64(let node)):
    return IntegerExtremes(
      node,
      isLeast: aggregate.function == .min,
      areDates: element.type == .date
    )
  case (.median, .double), (.median, .int64), (.percentile, .double), (.percentile, .int64),
    (.stddev, .double), (.stddev, .int64), (.stddevp, .double), (.stddevp, .int64),
    (.variance, .double), (.variance, .int64), (.skewness, .double), (.skewness, .int64):
    return NumberCollector(compiler.asDouble(program), aggregate)
  case (.min, .string(let node)), (.max, .string(let node)):
    return StringExtremes(node, isLeast: aggregate.function == .min)
  case (.mode, .int64) where element.type == .int || element.type == .date:
    return ModeCounter(element, isText: false, compiler)
  case (.mode, .string):
    return ModeCounter(element, isText: true, compiler)
  case (.text, .string(let node)) where aggregate.options.isPlainText:
    guard case .string(let separator) = aggregate.options.argument else { break }
    return JoinedStrings(node, separator: separator)
  case (.count, _):
    return ValueCounter(compiler.compile(TypedExpression(.isNull(element), .bool)), compiler)
  default: break
  }
  return ElementCollector(aggregate, element, compiler)
    ?? ReductionAccumulator(aggregate, compiler.asValues(program, element.type))
}

extension AggregateOptions {
  /// Whether all strings are joined in the order of the rows.
  fileprivate var isPlainText: Bool { sort.isEmpty && !isDistinct && limit == nil }
}

/// `count()`
final class RecordCounter: AppendableAccumulator {
  private var counts: [Int64] = []

  /// The minimum average size of groups that have a count for each turn.
  private static let minRows = 16

  func grow(to groupCount: Int) {
    counts.grow(to: groupCount, filler: 0)
  }

  func add(_ rows: GroupedRows) {
    let turnCount = GroupedRows.turnCount
    counts.withUnsafeMutableBufferPointer { counts in
      guard rows.groups.count >= Self.minRows * counts.count else {
        for group in rows.groups { counts[Int(group)] &+= 1 }
        return
      }
      // The processor waits between additions to the same count.
      withUnsafeTemporaryAllocation(of: Int64.self, capacity: turnCount * counts.count) { turns in
        turns.initialize(repeating: 0)
        for (row, group) in rows.groups.enumerated() {
          turns[Int(group) &* turnCount | row & (turnCount &- 1)] &+= 1
        }
        for place in turns.indices { counts[place / turnCount] += turns[place] }
      }
    }
  }

  func add(_ value: Value, to group: Int) { counts[group] += 1 }

  func append(_ next: RecordCounter, _ groups: [UInt32]) {
    counts.add(next.counts, at: groups)
  }

  func column() -> Column { .int(FixedColumn(values: counts)) }
}

/// `count(name)`
final class ValueCounter: AppendableAccumulator {
  private let isNull: ProgramNode<Vector<UInt8>>
  private var counts: [Int64] = []

  init(_ isNull: Program, _ compiler: ProgramCompiler) {
    self.isNull = compiler.asBool(isNull)
  }

  func grow(to groupCount: Int) {
    counts.grow(to: groupCount, filler: 0)
  }

  func add(_ rows: GroupedRows) throws {
    let isNull = try isNull.result(rows.context)
    counts.withUnsafeMutableBufferPointer { counts in
      rows.forEachValue(in: isNull) { isNull, group in counts[group] += Int64(isNull ^ 1) }
    }
  }

  func add(_ value: Value, to group: Int) { counts[group] += value.isNull ? 0 : 1 }

  func append(_ next: ValueCounter, _ groups: [UInt32]) {
    counts.add(next.counts, at: groups)
  }

  func column() -> Column { .int(FixedColumn(values: counts)) }
}

/// `count(distinct name)`
final class DistinctCounter: GroupAccumulator {
  private let element: TypedExpression
  private let words: KeyWords
  private var pairs = PairTable()
  private var counts: [Int64] = []

  init(_ element: TypedExpression, _ compiler: ProgramCompiler) {
    self.element = element
    words = KeyWords(element, compiler)
  }

  func grow(to groupCount: Int) {
    counts.grow(to: groupCount, filler: 0)
  }

  func add(_ rows: GroupedRows) throws {
    let found = try self.words.rows(rows.context, rows.rows)
    let words = found.words
    for (index, group) in rows.groups.enumerated()
    where found.validity.map({ $0[index] != 0 }) ?? true {
      let known = pairs.count
      if Int(pairs.number(of: group, words[index])) == known { counts[Int(group)] += 1 }
    }
  }

  /// `KeyWords` already uses the scalar evaluator, so nothing is left to add.
  func add(_ value: Value, to group: Int) {}

  func column() -> Column { .int(FixedColumn(values: counts)) }
}

/// Aggregates without a kernel, computed value by value.
final class ReductionAccumulator: GroupAccumulator {
  private let aggregate: GroupAggregate
  private let values: ProgramNode<[Value]>
  private var reductions: [Reduction] = []

  init(_ aggregate: GroupAggregate, _ values: ProgramNode<[Value]>) {
    self.aggregate = aggregate
    self.values = values
  }

  func grow(to groupCount: Int) {
    while reductions.count < groupCount {
      reductions.append(
        Reduction(aggregate.function, options: aggregate.options, type: aggregate.type)
      )
    }
  }

  func add(_ rows: GroupedRows) throws {
    let values = try values.result(rows.context)
    for (row, group) in rows.pairs { reductions[Int(group)].add(values[row]) }
  }

  func add(_ value: Value, to group: Int) { reductions[group].add(value) }

  func column() throws -> Column {
    let values = try reductions.enumerated().map { group, reduction in
      do {
        return try reduction.result()
      } catch let error as EvaluationError {
        throw GroupFailure(error: error, group: group)
      }
    }
    return Column(of: aggregate.type, values)
  }
}
