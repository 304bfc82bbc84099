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
  private var own = Numbers()
  /// The numbers of parts, which are not copied.
  private var parts: [Numbers] = []
  private var groupCount = 0
  private var grouped: GroupedNumbers?

  static let functions: [AggregateFunction] = [
    .median, .percentile, .stddev, .stddevp, .variance, .skewness,
  ]

  init(_ element: ProgramNode<Vector<Double>>, _ aggregate: GroupAggregate) {
    self.element = element
    self.aggregate = aggregate
  }

  func grow(to groupCount: Int) {
    guard groupCount > self.groupCount else { return }
    self.groupCount = groupCount
    grouped = nil
  }

  func add(_ rows: GroupedRows) throws {
    let vector = try element.result(rows.context)
    // A local variable avoids exclusivity checks for each access.
    var own = own
    self.own = Numbers()
    if rows.rows == nil, vector.validity == nil {
      own.values += vector.values[vector.start..<vector.start + vector.count]
      own.groups += rows.groups
    } else {
      rows.forEachValue(in: vector) { own.add($0, $1) }
    }
    self.own = own
    grouped = nil
  }

  func add(_ value: Value, to group: Int) {
    switch value {
    case .int(let number): own.add(Double(number), group)
    case .double(let number): own.add(number, group)
    default: return
    }
    grouped = nil
  }

  func append(_ next: NumberCollector, _ groups: [UInt32]) {
    for part in next.parts + [next.own] { parts.append(part.mapped(to: groups)) }
    grouped = nil
  }

  func column() -> Column { column(of: aggregate) }

  /// An aggregate of the numbers.
  func column(of aggregate: GroupAggregate) -> Column {
    var numbers = grouped ?? GroupedNumbers(parts + [own], groupCount)
    // Another reference would copy the numbers when they are rearranged.
    grouped = nil
    defer { grouped = numbers }
    return .double(FixedColumn(Vector(numbers.results(of: aggregate), filler: 0)))
  }
}

/// An aggregate of numbers that another one collects.
final class SharedNumbers: AppendableAccumulator {
  private let numbers: NumberCollector
  private let aggregate: GroupAggregate

  init(_ numbers: NumberCollector, _ aggregate: GroupAggregate) {
    (self.numbers, self.aggregate) = (numbers, aggregate)
  }

  func grow(to groupCount: Int) { numbers.grow(to: groupCount) }
  func add(_ rows: GroupedRows) {}
  func add(_ value: Value, to group: Int) {}
  func append(_ next: SharedNumbers, _ groups: [UInt32]) {}
  func column() -> Column { numbers.column(of: aggregate) }
}

/// Numbers with their groups.
private struct Numbers {
  var values: [Double] = []
  var groups: [UInt32] = []
  /// The final groups by those of the part; nil if they are the same.
  private var places: [UInt32]?

  @inline(__always)
  mutating func add(_ value: Double, _ group: Int) {
    values.append(value)
    groups.append(UInt32(truncatingIfNeeded: group))
  }

  func mapped(to groups: [UInt32]) -> Numbers {
    var mapped = self
    mapped.places = places.map { $0.map { groups[Int($0)] } } ?? groups
    return mapped
  }

  /// Calls `body` with each number and its group.
  @inline(__always)
  func visit(_ body: (Double, Int) -> Void) {
    values.withUnsafeBufferPointer { values in
      groups.withUnsafeBufferPointer { groups in
        if let places {
          places.withUnsafeBufferPointer { places in
            for row in values.indices { body(values[row], Int(places[Int(groups[row])])) }
          }
        } else {
          for row in values.indices { body(values[row], Int(groups[row])) }
        }
      }
    }
  }
}

/// Numbers one group after another.
private struct GroupedNumbers {
  private var numbers: [Double]
  private let starts: [Int]

  /// The minimum number of numbers for a thread.
  private static let minNumbers = 1 << 16

  init(_ parts: [Numbers], _ groupCount: Int) {
    var starts = Array(repeating: 0, count: groupCount + 1)
    starts.withUnsafeMutableBufferPointer { starts in
      for part in parts { part.visit { starts[$1 + 1] += 1 } }
      for group in 0..<groupCount { starts[group + 1] += starts[group] }
    }
    self.starts = starts
    numbers = Array(unsafeUninitializedCapacity: starts[groupCount]) { numbers, initialized in
      starts.withUnsafeMutableBufferPointer { places in
        for part in parts {
          part.visit { number, group in
            numbers.initializeElement(at: places[group], to: number)
            places[group] += 1
          }
        }
      }
      initialized = numbers.count
    }
  }

  /// An aggregate of each group, by several threads; percentiles rearrange the numbers of a group.
  mutating func results(of aggregate: GroupAggregate) -> [Double?] {
    let parts = parts
    let starts = starts
    return numbers.withUnsafeMutableBufferPointer { numbers in
      // Each thread has its own groups.
      nonisolated(unsafe) let numbers = numbers
      return inParallel(parts.count) { part in
        parts[part].map { group in
          let own = UnsafeMutableBufferPointer(rebasing: numbers[starts[group]..<starts[group + 1]])
          return switch aggregate.function {
          case .median, .percentile: Statistics.percentile(of: own, aggregate.options.fraction)
          default: Statistics.moment(aggregate.function, of: UnsafeBufferPointer(own))
          }
        }
      }
      .flatMap { $0 }
    }
  }

  /// The groups in parts of similar size.
  private var parts: [Range<Int>] {
    var parts: [Range<Int>] = []
    var first = 0
    for group in 0..<starts.count - 1
    where starts[group + 1] - starts[first] >= Self.minNumbers || group == starts.count - 2 {
      parts.append(first..<group + 1)
      first = group + 1
    }
    return parts
  }
}
