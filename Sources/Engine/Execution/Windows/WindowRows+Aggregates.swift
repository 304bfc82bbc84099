import Columns
import Expressions
import Model
import Storage

/// Aggregates over frames.
extension WindowRows {
  func aggregate(
    _ window: Window,
    _ layout: WindowLayout,
    _ frames: WindowFrames
  ) throws -> Column {
    guard let element = window.element else {
      let counts = layout.byRow(Int64(0)) { place, _ in
        Int64(frames.ends[place]) - Int64(frames.starts[place])
      }
      return .int(FixedColumn(values: counts))
    }
    switch window.aggregate {
    case .correlation, .regression: return try line(window, element, layout, frames)
    case .count, .any: return try count(window, element, layout, frames)
    case .sum, .avg: return try total(window, element, layout, frames)
    case .min, .max: return try extreme(window, element, layout, frames)
    case .countDistinct, .mode: return try frequency(window, element, layout, frames)
    case .median, .percentile: return try percentile(window, element, layout, frames)
    case .stddev, .stddevp, .variance, .skewness:
      let numbers = try Numbers(column(of: element), layout)
      let statistics = RangeStatistics(window.aggregate, numbers.values)
      return try column(layout, frames) { start, end in
        statistics.number(of: numbers.range(start, end))
      }
    case .first, .last, .list, .text:
      return try values(window, element, layout, frames)
    }
  }

  // MARK: Running sums

  /// `count(x)` and `any`.
  private func count(
    _ window: Window,
    _ element: TypedExpression,
    _ layout: WindowLayout,
    _ frames: WindowFrames
  ) throws -> Column {
    let column = try self.column(of: element).gathered(at: layout.rowNumbers)
    let counts: PlaceCounts
    if window.aggregate == .any, case .bool(let flags) = column {
      counts = PlaceCounts(layout.rows.count) { flags.isValid($0) && flags.values[$0] != 0 }
      let flags = layout.byRow(UInt8(0)) { place, _ in
        (counts.count(frames.starts[place], frames.ends[place]) > 0).bit
      }
      return .bool(FixedColumn(values: flags))
    }
    counts = PlaceCounts(layout.rows.count, column.isValid)
    let numbers = layout.byRow(Int64(0)) { place, _ in
      counts.count(frames.starts[place], frames.ends[place])
    }
    return .int(FixedColumn(values: numbers))
  }

  /// `sum` and `avg`.
  private func total(
    _ window: Window,
    _ element: TypedExpression,
    _ layout: WindowLayout,
    _ frames: WindowFrames
  ) throws -> Column {
    let column = try self.column(of: element).gathered(at: layout.rowNumbers)
    switch column {
    case .int(let numbers):
      let sums = PrefixSums(numbers.values, isValid: numbers.isValid)
      if window.aggregate == .avg {
        let counts = PlaceCounts(layout.rows.count, numbers.isValid)
        return try self.column(layout, frames) { start, end in
          let count = counts.count(start, end)
          return count == 0 ? nil : Reduction.quotient(sums.integer(Int(start), Int(end)), count)
        }
      }
      let totals = try layout.byRow(Int64(0)) { place, _ in
        let (start, end) = (Int(frames.starts[place]), Int(frames.ends[place]))
        guard let total = Int64(exactly: sums.integer(start, end)) else {
          throw EvaluationError.sumOverflow
        }
        return total
      }
      return .int(FixedColumn(values: totals))
    case .double(let numbers):
      guard let sums = PrefixSums(numbers.values, isValid: numbers.isValid) else { break }
      let counts = PlaceCounts(layout.rows.count, numbers.isValid)
      let isAverage = window.aggregate == .avg
      return try self.column(layout, frames) { start, end in
        let sum = sums.double(Int(start), Int(end))
        return isAverage ? sum.mean(of: counts.count(start, end)) : sum.total
      }
    default: break
    }
    let values = (0..<column.count).map(column.value)
    let results = try frames.results(
      CombinedFrame(window, values),
      .null,
      layout,
      environment.cancellation
    )
    return Column(of: window.type, results)
  }

  /// `correlation` and `regression`.
  private func line(
    _ window: Window,
    _ element: TypedExpression,
    _ layout: WindowLayout,
    _ frames: WindowFrames
  ) throws -> Column {
    guard case .list(let parts) = element.kind, parts.count == 2 else { throw MismatchedColumn() }
    let (x, y) = (try column(of: parts[0]), try column(of: parts[1]))
    let numbers = try Numbers(x, y, layout)
    let statistics = RangeStatistics(window.aggregate, numbers.values, numbers.others)
    if window.aggregate == .correlation {
      return try column(layout, frames) { statistics.number(of: numbers.range($0, $1)) }
    }
    var (current, latest) = (-1..<0, Value.null)
    let lines = try layout.byRow(Value.null) { place, _ in
      if place % 4096 == 4095 { try environment.cancellation.check() }
      let range = numbers.range(frames.starts[place], frames.ends[place])
      if range != current {
        let coefficients = statistics.line(through: range).coefficients
        latest = coefficients.map { .list($0.map(Value.double)) } ?? .null
        current = range
      }
      return latest
    }
    return Column(of: window.type, lines)
  }

  /// A column of numbers of frames, computed once for equal ones in succession.
  @inline(__always)
  private func column(
    _ layout: WindowLayout,
    _ frames: WindowFrames,
    _ number: (_ start: UInt32, _ end: UInt32) -> Double?
  ) throws -> Column {
    var (start, end, latest) = (UInt32.max, UInt32(0), Double?.none)
    let numbers = try layout.byRow(Double?.none) { place, _ in
      if place % 4096 == 4095 { try environment.cancellation.check() }
      if frames.starts[place] != start || frames.ends[place] != end {
        (start, end) = (frames.starts[place], frames.ends[place])
        latest = number(start, end)
      }
      return latest
    }
    return .double(FixedColumn(Vector(numbers, filler: 0)))
  }

  // MARK: Sorted values

  private static func ascending(_ element: TypedExpression) -> SortKey {
    SortKey(expression: element, isDescending: false, nullsFirst: true, order: .lexical)
  }

  /// `min` and `max`.
  private func extreme(
    _ window: Window,
    _ element: TypedExpression,
    _ layout: WindowLayout,
    _ frames: WindowFrames
  ) throws -> Column {
    let (words, validity) = try words(of: Self.ascending(element))
    let best = try frames.results(
      ExtremeFrame(
        layout.rows.map { words[Int($0)] },
        validity.map { validity in layout.rows.map { validity[Int($0)] } },
        isLeast: window.aggregate == .min
      ),
      Column.nullReference,
      layout,
      environment.cancellation
    )
    let sources = best.map { $0 == Column.nullReference ? $0 : Int64(layout.rows[Int($0)]) }
    return try column(of: element).gathered(at: sources)
  }

  /// `count(distinct x)` and `mode`.
  private func frequency(
    _ window: Window,
    _ element: TypedExpression,
    _ layout: WindowLayout,
    _ frames: WindowFrames
  ) throws -> Column {
    let column = try self.column(of: element)
    let order = try order(by: [Self.ascending(element)])
    let ranks = layout.rows.map { column.isValid(Int($0)) ? order.ranks[Int($0)] : nil }
    let count = order.rows.last.map { Int(order.ranks[Int($0)]) + 1 } ?? 0
    if window.aggregate == .countDistinct {
      let frame = DistinctFrame(ranks, rankCount: count)
      let counts = try frames.results(frame, 0, layout, environment.cancellation)
      return .int(FixedColumn(values: counts))
    }
    var rows = Array(repeating: Int64(0), count: count)
    for row in order.rows.reversed() { rows[Int(order.ranks[Int(row)])] = Int64(row) }
    let modes = try frames.results(
      ModeFrame(ranks, rankCount: count),
      nil,
      layout,
      environment.cancellation
    )
    return column.gathered(at: modes.map { $0.map { rows[Int($0)] } ?? Column.nullReference })
  }

  /// `median` and `percentile`.
  private func percentile(
    _ window: Window,
    _ element: TypedExpression,
    _ layout: WindowLayout,
    _ frames: WindowFrames
  ) throws -> Column {
    let column = try self.column(of: element)
    let sorted = SortedPlaces(layout, try order(by: [Self.ascending(element)]), column.isValid)
    let fraction = window.aggregate == .median ? 0.5 : window.options.fraction
    func result(_ count: Int, _ index: (Int) -> Int) -> Value {
      Statistics.percentile(of: count, fraction, type: window.type) {
        column.value(at: Int(sorted.rows[index($0)]))
      }
    }
    guard frames.areGroups else {
      let results = try frames.results(
        RankedFrame(sorted, result),
        .null,
        layout,
        environment.cancellation
      )
      return Column(of: window.type, results)
    }
    var latest = Value.null
    let results = layout.byRow(Value.null) { place, group in
      if place == group.lowerBound {
        let own = sorted.range(of: group)
        latest = result(own.count) { own.lowerBound + $0 }
      }
      return latest
    }
    return Column(of: window.type, results)
  }

  // MARK: All values

  private func values(
    _ window: Window,
    _ element: TypedExpression,
    _ layout: WindowLayout,
    _ frames: WindowFrames
  ) throws -> Column {
    let column = try self.column(of: element).gathered(at: layout.rowNumbers)
    let values = (0..<column.count).map(column.value)
    let results = try frames.results(
      CollectedFrame(window, values, environment.cancellation),
      .null,
      layout,
      environment.cancellation
    )
    return Column(of: window.type, results)
  }
}

/// The number of places that satisfy a condition, for any range.
private struct PlaceCounts {
  private var counts: [UInt32] = [0]

  init(_ count: Int, _ isCounted: (Int) -> Bool) {
    counts.reserveCapacity(count + 1)
    var sum: UInt32 = 0
    for place in 0..<count {
      if isCounted(place) { sum += 1 }
      counts.append(sum)
    }
  }

  @inline(__always)
  func count(_ start: UInt32, _ end: UInt32) -> Int64 {
    Int64(counts[Int(end)]) - Int64(counts[Int(start)])
  }
}

/// The numbers of places with a value, as Doubles, or the pairs of those with both values.
private struct Numbers {
  private(set) var values: [Double] = []
  private(set) var others: [Double] = []
  private let counts: PlaceCounts

  init(_ column: Column, _ layout: WindowLayout) throws {
    let isValid = { (place: Int) in column.isValid(Int(layout.rows[place])) }
    counts = PlaceCounts(layout.rows.count, isValid)
    values = layout.rows.compactMap { column.number(at: Int($0)) }
  }

  init(_ x: Column, _ y: Column, _ layout: WindowLayout) throws {
    let isValid = { (row: Int) in x.isValid(row) && y.isValid(row) }
    counts = PlaceCounts(layout.rows.count) { isValid(Int(layout.rows[$0])) }
    let rows = layout.rows.map(Int.init).filter(isValid)
    values = rows.compactMap(x.number)
    others = rows.compactMap(y.number)
  }

  /// The numbers of a frame.
  func range(_ start: UInt32, _ end: UInt32) -> Range<Int> {
    Int(counts.count(0, start))..<Int(counts.count(0, end))
  }
}

extension Column {
  /// A number as a Double; nil for nil.
  fileprivate func number(at row: Int) -> Double? {
    switch self {
    case .int(let column): column.isValid(row) ? Double(column.values[row]) : nil
    case .double(let column): column.isValid(row) ? column.values[row] : nil
    default: Statistics.number(value(at: row))
    }
  }
}
