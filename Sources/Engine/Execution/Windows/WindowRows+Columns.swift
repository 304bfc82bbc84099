import Columns
import Expressions
import Model
import Storage

/// The values of one window for all rows.
extension WindowRows {
  func column(of window: Window) throws -> Column {
    let groups = try numbers(of: window.keys)
    let order = try order(by: window.sort)
    let peers = window.sort.isEmpty ? [] : try numbers(of: window.sort.map(\.expression))
    let parts = WindowParts(groups: groups, order: order, peers: peers)
    switch window.function {
    case .rank, .denseRank, .rowNumber, .ntile:
      var numbers = Array(repeating: Int64(0), count: references.count)
      for part in parts.all {
        for place in 0..<part.count {
          numbers[part.rows[place]] = part.number(window.function, place, of: window.count)
        }
      }
      return .int(FixedColumn(values: numbers))
    case .percentRank:
      var shares = Array(repeating: 0.0, count: references.count)
      for part in parts.all {
        for place in 0..<part.count where part.count > 1 {
          shares[part.rows[place]] = Double(part.starts[place]) / Double(part.count - 1)
        }
      }
      return .double(FixedColumn(values: shares))
    case .lag, .lead, .first, .last, .aggregate:
      return try valueColumn(of: window, parts)
    }
  }

  /// A window with values of the rows.
  private func valueColumn(of window: Window, _ parts: WindowParts) throws -> Column {
    let element = try window.element.map(values)
    let otherwise = try window.otherwise.map(values)
    let keys =
      try window.frame.hasDistance ? window.sort.first.map { try values($0.expression) } : nil
    var results = Array(repeating: Value.null, count: references.count)
    do {
      for part in parts.all {
        try environment.cancellation.check()
        if window.function == .lag || window.function == .lead {
          shift(part, window, element, otherwise, &results)
        } else {
          try WindowFrames(window, part, keys: keys, environment.cancellation)
            .fill(&results, element)
        }
      }
    } catch let failure as EvaluationError {
      let nothing = TypedExpression.literal(.null, .null)
      throw ExecutionError.evaluation(failure, of: window.element ?? nothing, record: nil)
    }
    return Column(of: window.type, results)
  }

  /// `lag` and `lead`: the values of other rows of the group.
  private func shift(
    _ part: WindowPart,
    _ window: Window,
    _ element: [Value]?,
    _ otherwise: [Value]?,
    _ results: inout [Value]
  ) {
    let distance = window.function == .lag ? -window.count : window.count
    for (place, row) in part.rows.enumerated() {
      let (other, overflow) = place.addingReportingOverflow(distance)
      results[row] =
        !overflow && part.rows.indices.contains(other)
        ? element?[part.rows[other]] ?? .null : otherwise?[row] ?? .null
    }
  }

  /// The values of an expression; those of a list are computed together.
  private func values(_ expression: TypedExpression) throws -> [Value] {
    if case .list(let parts) = expression.kind, expression.type == .list(.null) {
      let columns = try parts.map { try self.column(of: $0) }
      return references.indices.map { row in .list(columns.map { $0.value(at: row) }) }
    }
    let column = try self.column(of: expression)
    return references.indices.map { column.value(at: $0) }
  }
}

/// Rows by groups.
struct WindowParts {
  private let rows: [Int]
  private let ends: [Int]
  private let peers: [UInt32]

  /// - Parameters:
  ///   - groups: The group of each row.
  ///   - order: The rows in the order of the window.
  ///   - peers: The number of each row's sort keys; empty if all rows are equal.
  init(groups: [UInt32], order: [Int], peers: [UInt32]) {
    let count = (groups.max().map { Int($0) + 1 }) ?? 0
    var starts = Array(repeating: 0, count: count + 1)
    for group in groups { starts[Int(group) + 1] += 1 }
    for group in 0..<count { starts[group + 1] += starts[group] }
    var places = starts
    var rows = Array(repeating: 0, count: groups.count)
    for row in order {
      let group = Int(groups[row])
      rows[places[group]] = row
      places[group] += 1
    }
    (self.rows, self.ends, self.peers) = (rows, Array(starts.dropFirst()), peers)
  }

  /// The groups one by one.
  var all: some Sequence<WindowPart> {
    zip([0] + ends, ends).lazy.map { start, end in WindowPart(Array(rows[start..<end]), peers) }
  }
}

/// The rows of a group in order.
struct WindowPart {
  let rows: [Int]
  /// The place of the first row with equal keys, by place.
  let starts: [Int]
  /// The place after the last row with equal keys, by place.
  let ends: [Int]
  /// The number of different keys up to a place.
  private let ranks: [Int]

  var count: Int { rows.count }

  init(_ rows: [Int], _ peers: [UInt32]) {
    self.rows = rows
    var starts = Array(repeating: 0, count: rows.count)
    var ends = Array(repeating: rows.count, count: rows.count)
    var ranks = Array(repeating: 1, count: rows.count)
    if !peers.isEmpty {
      for place in rows.indices.dropFirst() {
        let isPeer = peers[rows[place]] == peers[rows[place - 1]]
        starts[place] = isPeer ? starts[place - 1] : place
        ranks[place] = ranks[place - 1] + (isPeer ? 0 : 1)
      }
      for place in rows.indices.dropLast().reversed() {
        let isPeer = starts[place + 1] == starts[place]
        ends[place] = isPeer ? ends[place + 1] : place + 1
      }
    }
    (self.starts, self.ends, self.ranks) = (starts, ends, ranks)
  }

  /// The rank, the number or the part of the row at a place.
  func number(_ function: WindowFunction, _ place: Int, of count: Int) -> Int64 {
    switch function {
    case .rank: return Int64(starts[place] + 1)
    case .denseRank: return Int64(ranks[place])
    case .ntile:
      // The first parts have one row more.
      let (size, rest) = rows.count.quotientAndRemainder(dividingBy: count)
      let larger = rest * (size + 1)
      return Int64(place < larger ? place / (size + 1) : rest + (place - larger) / max(size, 1)) + 1
    default: return Int64(place + 1)
    }
  }
}
