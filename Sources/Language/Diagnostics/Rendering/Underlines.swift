/// The rows under a source line: underlines and their messages.
struct Underlines {
  /// One underlined range of columns.
  struct Mark {
    let columns: Range<Int>
    let message: String
    let role: TextRole
    let isPrimary: Bool

    fileprivate var stroke: Character { isPrimary ? "^" : "-" }
  }

  /// From left to right; a primary mark follows a secondary one with the same start.
  private let marks: [Mark]

  init(_ marks: [Mark]) {
    self.marks = marks.sorted {
      ($0.columns.lowerBound, $0.isPrimary ? 1 : 0) < ($1.columns.lowerBound, $1.isPrimary ? 1 : 0)
    }
  }

  /// The underlines with the last mark's message, then one row for each other message, under the
  /// start of its mark.
  var rows: [StyledText] {
    var first = strokes
    var hanging = marks
    if let last = hanging.last, !last.message.isEmpty {
      first.append(" " + last.message, last.role)
      hanging.removeLast()
    }
    hanging.removeAll { $0.message.isEmpty }
    return [first] + hanging.indices.reversed().map { connectorRow(hanging[0...$0]) }
  }

  /// `-----   ^^^`
  private var strokes: StyledText {
    let width = marks.map(\.columns.upperBound).max() ?? 0
    var page: [Mark?] = Array(repeating: nil, count: width)
    for mark in marks.filter({ !$0.isPrimary }) + marks.filter(\.isPrimary) {
      for column in mark.columns { page[column] = mark }
    }
    var row = StyledText()
    for mark in page {
      row.append(String(mark?.stroke ?? " "), mark?.role ?? .plain)
    }
    return row
  }

  /// The message of the last of `marks`, with a line down from each mark that is explained later.
  private func connectorRow(_ marks: ArraySlice<Mark>) -> StyledText {
    guard let last = marks.last else { return StyledText() }
    var row = StyledText()
    for mark in marks.dropLast() where mark.columns.lowerBound < last.columns.lowerBound {
      let gap = mark.columns.lowerBound - row.plain.utf8.count
      guard gap >= 0 else { continue }
      row.appendSpaces(gap)
      row.append("|", mark.role)
    }
    row.appendSpaces(last.columns.lowerBound - row.plain.utf8.count)
    row.append(last.message, last.role)
    return row
  }
}
