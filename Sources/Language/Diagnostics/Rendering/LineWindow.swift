/// The visible part of one source line: all of it, or as much as fits around a position.
struct LineWindow {
  /// One displayed grapheme cluster.
  private struct Cell {
    let offset: Int
    let endOffset: Int
    let text: String
    let column: Int
    let width: Int

    var end: Int { column + width }
  }

  /// The printed text, including truncation marks.
  let text: String
  private let cells: [Cell]
  /// How many columns the cells are shifted to the left.
  private let shift: Int
  /// The column after the last visible cell, before shifting.
  private let end: Int

  private static let tabStop = 4

  /// Shows `line` in at most `width` columns so that `focus` is visible.
  init(
    of line: SourceSpan,
    in source: SourceText,
    around focus: SourceSpan,
    width: Int,
    cut: String
  ) {
    let width = max(width, 2 * cut.displayWidth + 1)
    let near = Self.visibleRange(of: focus, in: line, source: source, reach: 8 * width)
    let all = Self.cells(of: near, in: source)
    let total = all.last?.end ?? 0
    let isWhole = near == line && total <= width
    let room = isWhole ? total : width - 2 * cut.displayWidth
    let start = isWhole ? 0 : Self.start(of: room, around: focus, in: all, total: total)
    cells = all.filter { $0.column >= start && $0.end <= start + room }
    let first = cells.first?.column ?? start
    end = cells.last?.end ?? start
    let isCutBefore = near.lowerBound > line.lowerBound || first > 0
    let isCutAfter = near.upperBound < line.upperBound || end < total
    shift = first - (isCutBefore ? cut.displayWidth : 0)
    text =
      (isCutBefore ? cut : "") + cells.map(\.text).joined() + (isCutAfter ? cut : "")
  }

  /// The displayed columns of `span`; at least one, even at the end of the line.
  func columns(of span: SourceSpan) -> Range<Int> {
    let lower = (firstCell { $0.endOffset > span.lowerBound }?.column ?? end) - shift
    let upper = (firstCell { $0.offset >= span.upperBound }?.column ?? end) - shift
    return lower..<max(upper, lower + 1)
  }

  /// The first visible cell that satisfies `isReached`; all later ones must too.
  private func firstCell(where isReached: (Cell) -> Bool) -> Cell? {
    var low = 0
    var high = cells.count
    while low < high {
      let middle = (low + high) / 2
      if isReached(cells[middle]) { high = middle } else { low = middle + 1 }
    }
    return low < cells.count ? cells[low] : nil
  }

  /// The part of `line` that can be visible, to avoid work for very long lines.
  private static func visibleRange(
    of focus: SourceSpan,
    in line: SourceSpan,
    source: SourceText,
    reach: Int
  ) -> SourceSpan {
    func isInsideScalar(_ offset: Int) -> Bool {
      offset > line.lowerBound && offset < line.upperBound
        && source.bytes[offset] & 0xC0 == 0x80
    }
    var lower = max(line.lowerBound, focus.lowerBound - reach)
    var upper = min(line.upperBound, focus.lowerBound + reach)
    while isInsideScalar(lower) { lower -= 1 }
    while isInsideScalar(upper) { upper += 1 }
    return SourceSpan(lower, upper)
  }

  private static func cells(of span: SourceSpan, in source: SourceText) -> [Cell] {
    var cells: [Cell] = []
    var offset = span.lowerBound
    var column = 0
    for character in source.text(in: span) {
      let text =
        character == "\t"
        ? String(repeating: " ", count: tabStop - column % tabStop)
        : escapedForTerminal(String(character))
      let cell = Cell(
        offset: offset,
        endOffset: offset + character.utf8.count,
        text: text,
        column: column,
        width: text.displayWidth
      )
      cells.append(cell)
      offset = cell.endOffset
      column = cell.end
    }
    return cells
  }

  /// The first column of a window of `room` columns centered on `focus`, or starting at `focus` if
  /// that is longer.
  private static func start(
    of room: Int,
    around focus: SourceSpan,
    in cells: [Cell],
    total: Int
  ) -> Int {
    let lower = cells.first { $0.offset >= focus.lowerBound }?.column ?? total
    let upper = cells.first { $0.offset >= focus.upperBound }?.column ?? total
    let before = max(0, room - (upper - lower)) / 2
    return max(0, min(lower - max(before, min(8, room / 4)), total - room))
  }
}
