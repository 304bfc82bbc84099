import Columns
import Expressions
import Model
import Storage

/// The values of one window for all rows.
extension WindowRows {
  func column(of window: Window) throws -> Column {
    let layout = try layout(of: window)
    try environment.cancellation.check()
    switch window.function {
    case .rank:
      return numbers(layout) { Int64(layout.peerStarts[$0]) - Int64($1.lowerBound) + 1 }
    case .rowNumber:
      return numbers(layout) { Int64($0 - $1.lowerBound + 1) }
    case .denseRank:
      var rank: Int64 = 0
      return numbers(layout) { place, group in
        if place == group.lowerBound { rank = 0 }
        if Int(layout.peerStarts[place]) == place { rank += 1 }
        return rank
      }
    case .ntile:
      return numbers(layout) { Self.part($0 - $1.lowerBound, of: $1.count, parts: window.count) }
    case .percentRank:
      let shares = layout.byRow(0.0) { place, group in
        let before = Int(layout.peerStarts[place]) - group.lowerBound
        return group.count > 1 ? Double(before) / Double(group.count - 1) : 0
      }
      return .double(FixedColumn(values: shares))
    case .lag, .lead: return try shifted(window, layout)
    case .first, .last:
      guard let element = window.element else { return .int(FixedColumn(values: [])) }
      let frames = try frames(of: window, layout)
      let isFirst = window.function == .first
      let sources = layout.byRow(Column.nullReference) { place, _ in
        let (start, end) = (frames.starts[place], frames.ends[place])
        return start < end
          ? Int64(layout.rows[Int(isFirst ? start : end - 1)]) : Column.nullReference
      }
      return try column(of: element).gathered(at: sources)
    case .aggregate:
      do {
        return try aggregate(window, layout, frames(of: window, layout))
      } catch let failure as EvaluationError {
        let nothing = TypedExpression.literal(.null, .null)
        throw ExecutionError.evaluation(failure, of: window.element ?? nothing, record: nil)
      }
    }
  }

  func frames(of window: Window, _ layout: WindowLayout) throws -> WindowFrames {
    let key =
      try window.frame.hasDistance ? window.sort.first.map { try column(of: $0.expression) } : nil
    return WindowFrames(window, layout, key: key?.gathered(at: layout.rowNumbers))
  }

  @inline(__always)
  private func numbers(
    _ layout: WindowLayout,
    _ number: (_ place: Int, _ group: Range<Int>) -> Int64
  ) -> Column {
    .int(FixedColumn(values: layout.byRow(0, number)))
  }

  /// The number of the part of a row; the first parts have one row more.
  private static func part(_ place: Int, of count: Int, parts: Int) -> Int64 {
    let (size, rest) = count.quotientAndRemainder(dividingBy: parts)
    let larger = rest * (size + 1)
    return Int64(place < larger ? place / (size + 1) : rest + (place - larger) / max(size, 1)) + 1
  }

  /// `lag` and `lead`: the values of other rows of the group, or the replacements of the rows
  /// themselves.
  private func shifted(_ window: Window, _ layout: WindowLayout) throws -> Column {
    guard let element = window.element else { return .int(FixedColumn(values: [])) }
    let distance = window.function == .lag ? -window.count : window.count
    let values = try column(of: element)
    var replacements = 0
    var all = values
    if let otherwise = window.otherwise {
      let builder = makeColumnBuilder(continuing: values)
      guard builder.append(contentsOf: try column(of: otherwise)) else { throw MismatchedColumn() }
      (replacements, all) = (references.count, builder.column)
    }
    let sources = layout.byRow(Column.nullReference) { place, group in
      let (other, overflow) = place.addingReportingOverflow(distance)
      if !overflow, group.contains(other) { return Int64(layout.rows[other]) }
      return replacements == 0
        ? Column.nullReference : Int64(replacements) + Int64(layout.rows[place])
    }
    return all.gathered(at: sources)
  }
}
