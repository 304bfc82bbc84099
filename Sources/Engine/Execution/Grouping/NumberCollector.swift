import Columns
import Expressions
import Model
import Storage

/// `percentile`, `stddev` and the like of Ints and Doubles, which need all numbers of a group.
///
/// The numbers of all groups are in one array, which makes many groups as fast as few.
final class NumberCollector: AppendableAccumulator {
  private let element: ProgramNode<Vector<Double>>
  private let aggregate: GroupAggregate
  private var numbers: [Double] = []
  /// The group of each number.
  private var groups: [UInt32] = []
  private var groupCount = 0

  init(_ element: ProgramNode<Vector<Double>>, _ aggregate: GroupAggregate) {
    self.element = element
    self.aggregate = aggregate
  }

  func grow(to groupCount: Int) { self.groupCount = max(self.groupCount, groupCount) }

  func add(_ rows: GroupedRows) throws {
    let vector = try element.result(rows.context)
    var (numbers, groups) = (self.numbers, self.groups)
    // Local variables avoid exclusivity checks for each access.
    (self.numbers, self.groups) = ([], [])
    rows.forEachValue(in: vector) { number, group in
      numbers.append(number)
      groups.append(UInt32(truncatingIfNeeded: group))
    }
    (self.numbers, self.groups) = (numbers, groups)
  }

  func add(_ value: Value, to group: Int) {
    switch value {
    case .int(let number): numbers.append(Double(number))
    case .double(let number): numbers.append(number)
    default: return
    }
    groups.append(UInt32(truncatingIfNeeded: group))
  }

  func append(_ next: NumberCollector, _ groups: [UInt32]) {
    numbers += next.numbers
    self.groups += next.groups.map { groups[Int($0)] }
  }

  func column() -> Column {
    let (numbers, starts) = numbersByGroup()
    var column = FixedColumn<Double>(values: [])
    for group in 0..<groupCount {
      let own = Array(numbers[starts[group]..<starts[group + 1]])
      column.append(result(of: own), filler: 0)
    }
    return .double(column)
  }

  private func result(of numbers: [Double]) -> Double? {
    switch aggregate.function {
    case .median, .percentile: Statistics.percentile(of: numbers, aggregate.options.fraction)
    default: Statistics.moment(aggregate.function, of: numbers)
    }
  }

  /// The numbers by group, and the start of each group.
  private func numbersByGroup() -> (numbers: [Double], starts: [Int]) {
    var starts = Array(repeating: 0, count: groupCount + 1)
    for group in groups { starts[Int(group) + 1] += 1 }
    for group in 0..<groupCount { starts[group + 1] += starts[group] }
    var places = starts
    var ordered = Array(repeating: 0.0, count: numbers.count)
    for (number, group) in zip(numbers, groups) {
      ordered[places[Int(group)]] = number
      places[Int(group)] += 1
    }
    return (ordered, starts)
  }
}
