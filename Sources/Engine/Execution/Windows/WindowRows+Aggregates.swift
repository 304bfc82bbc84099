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
      let numbers = try PlacedNumbers(column(of: element), layout)
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
    let column = try self.column(of: element).gathered(by: layout)
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
    let column = try self.column(of: element).gathered(by: layout)
    switch column {
    case .int(let numbers):
      let sums = PrefixSums(numbers.values, isValid: numbers.isValid)
      if window.aggregate == .avg {
        let counts = PlaceCounts(numbers)
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
      guard window.aggregate == .avg else {
        return try self.column(layout, frames) { sums.double(Int($0), Int($1)).total }
      }
      let counts = PlaceCounts(numbers)
      return try self.column(layout, frames) { start, end in
        sums.double(Int(start), Int(end)).mean(of: counts.count(start, end))
      }
    default: break
    }
    let values = (0..<column.count).map(column.value)
    let results = try results(CombinedFrame(window, values), .null, layout, frames)
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
    let numbers = try PlacedNumbers(x, y, layout)
    let statistics = RangeStatistics(window.aggregate, numbers.values, numbers.others)
    if window.aggregate == .correlation {
      return try column(layout, frames) { statistics.number(of: numbers.range($0, $1)) }
    }
    let lines = try self.values(.null, layout, frames) { start, end -> Value in
      let line = statistics.line(through: numbers.range(start, end))
      return line.coefficients.map { .list($0.map(Value.double)) } ?? .null
    }
    return Column(of: window.type, lines)
  }

  /// A column of numbers of frames.
  @inline(__always)
  private func column(
    _ layout: WindowLayout,
    _ frames: WindowFrames,
    _ number: (_ start: UInt32, _ end: UInt32) -> Double?
  ) throws -> Column {
    // No number of an aggregate is NaN.
    let numbers = try values(Double.nan, layout, frames) { number($0, $1) ?? .nan }
    return .double(FixedColumn(ProgramCompiler.vector(numbers, nil)))
  }

  /// Values of frames, computed once for equal ones in succession, by several threads.
  @inline(__always)
  private func values<Element>(
    _ filler: Element,
    _ layout: WindowLayout,
    _ frames: WindowFrames,
    _ value: (_ start: UInt32, _ end: UInt32) -> Element
  ) throws -> [Element] {
    let cancellation = environment.cancellation
    return try layout.byRow(filler, layout.parts(environment.division)) { part, values in
      var (start, end, latest) = (UInt32.max, UInt32(0), filler)
      for place in part {
        if place % 4096 == 4095 { try cancellation.check() }
        if frames.starts[place] != start || frames.ends[place] != end {
          (start, end) = (frames.starts[place], frames.ends[place])
          latest = value(start, end)
        }
        values.set(place, latest)
      }
    }
  }

  /// The aggregates of sliding frames.
  private func results<Frame: SlidingFrame>(
    _ frame: Frame,
    _ filler: Frame.Result,
    _ layout: WindowLayout,
    _ frames: WindowFrames,
    isDivisible: Bool = true
  ) throws -> [Frame.Result] {
    let division = isDivisible ? environment.division : nil
    return try frames.results(frame, filler, layout, environment.cancellation, division)
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
    let (words, validity) = try words(of: Self.ascending(element), layout)
    let frame = ExtremeFrame(words, validity, isLeast: window.aggregate == .min)
    let best = try results(frame, Column.nullReference, layout, frames)
    let sources = best.map { $0 == Column.nullReference ? $0 : Int64(layout.rows[Int($0)]) }
    return try column(of: element).gathered(at: sources)
  }

  /// The words of a key by place, and the places with a value.
  private func words(
    of key: SortKey,
    _ layout: WindowLayout
  ) throws -> (words: [UInt64], validity: [UInt8]?) {
    let (words, validity) = try words(of: key)
    return (
      layout.rows.map { words[Int($0)] },
      validity.map { validity in layout.rows.map { validity[Int($0)] } }
    )
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
      let counts = try results(DistinctFrame(ranks, rankCount: count), 0, layout, frames)
      return .int(FixedColumn(values: counts))
    }
    var rows = Array(repeating: Int64(0), count: count)
    for row in order.rows.reversed() { rows[Int(order.ranks[Int(row)])] = Int64(row) }
    let modes = try results(ModeFrame(ranks, rankCount: count), nil, layout, frames)
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
    let fraction = window.aggregate == .median ? 0.5 : window.options.fraction
    if window.type == .double, frames.maxLength <= ShortRankedFrame.maxLength {
      let (words, validity) = column.numberWords(at: layout.rows)
      let frame = ShortRankedFrame(
        words,
        validity,
        fraction: fraction,
        length: frames.maxLength
      )
      return .double(FixedColumn(Vector(try results(frame, nil, layout, frames), filler: 0)))
    }
    let sorted = SortedPlaces(
      layout,
      try sortedRows(by: [Self.ascending(element)]),
      column.isValid
    )
    if window.type == .double {
      let numbers = sorted.rows.map { column.number(at: Int($0)) ?? 0 }
      let results = try percentiles(sorted, nil, layout, frames) { count, index in
        Statistics.percentile(of: count, fraction) { numbers[index($0)] }
      }
      return .double(FixedColumn(Vector(results, filler: 0)))
    }
    let results = try percentiles(sorted, Value.null, layout, frames) { count, index in
      Statistics.percentile(of: count, fraction, type: window.type) {
        column.value(at: Int(sorted.rows[index($0)]))
      }
    }
    return Column(of: window.type, results)
  }

  /// The percentiles of frames of any length.
  private func percentiles<Result>(
    _ sorted: SortedPlaces,
    _ filler: Result,
    _ layout: WindowLayout,
    _ frames: WindowFrames,
    _ percentile: @escaping (_ count: Int, _ index: (Int) -> Int) -> Result
  ) throws -> [Result] {
    guard frames.areGroups else {
      return try results(RankedFrame(sorted, percentile), filler, layout, frames)
    }
    // One percentile for each group, which takes less time than sorting: one thread is enough.
    var latest = filler
    return layout.byRow(filler) { place, group in
      if place == group.lowerBound {
        let own = sorted.range(of: group)
        latest = percentile(own.count) { own.lowerBound + $0 }
      }
      return latest
    }
  }

  // MARK: All values

  /// `list` and `text`.
  private func values(
    _ window: Window,
    _ element: TypedExpression,
    _ layout: WindowLayout,
    _ frames: WindowFrames
  ) throws -> Column {
    let column = try self.column(of: element)
    let options = window.options
    let frame = ListedFrame(
      layout,
      column,
      distinct: options.isDistinct ? try order(by: [Self.ascending(element)]).ranks : nil,
      limit: options.limit,
      environment.cancellation
    )
    // The values or bytes of all results are counted, so the frames are not divided.
    guard window.aggregate == .text else {
      let rows = try results(frame, [], layout, frames, isDivisible: false)
      return .list(ListColumn(of: column, rows))
    }
    // As many bytes as lists take.
    let joiner = try TextJoiner(column, options.argument, limit: 16 * ListedFrame.maxKept)
    let codes = try results(JoinedFrame(frame, joiner), nil, layout, frames, isDivisible: false)
    return .string(
      StringColumn(codes: FixedColumn(Vector(codes, filler: 0)), dictionary: joiner.dictionary)
    )
  }
}
