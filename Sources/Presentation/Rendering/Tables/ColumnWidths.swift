/// The widths of the columns of a table, and how many columns fit.
///
/// The widest columns shrink first; then columns are hidden from the right. Numbers shrink after
/// strings, since a cut number would mislead; headings and dates after strings of other columns.
struct ColumnWidths: Equatable {
  /// The requirements of one column, in display columns.
  struct Requirement {
    let title: Int
    let content: Int
    let isNumeric: Bool
    /// Whether strings of other columns shrink first.
    var isDate = false
    /// The limit set by the user.
    var limit: Int?

    /// The width without cuts, up to the limit.
    var natural: Int { limited(max(title, content, 1)) }
    /// The width below which the column should be hidden.
    var least: Int {
      isNumeric ? limited(max(min(content, 20), min(title, 4), 1)) : min(natural, 8)
    }

    /// The width that shows a heading of typical length; strings shrink in favor of it.
    var titled: Int {
      max(limited(min(title, Self.defaultTitle)), isNumeric ? least : min(natural, 4))
    }

    /// The same, with whole dates.
    var dated: Int { isDate ? natural : titled }

    private static let defaultTitle = 12

    private func limited(_ width: Int) -> Int { limit.map { min(width, max($0, 1)) } ?? width }
  }

  /// The widths of the shown columns; the others are hidden.
  let widths: [Int]

  /// A space on each side of a cell and a border after it.
  static let overhead = 3

  /// Fits the columns into `width`; nil for no limit.
  init(_ requirements: [Requirement], width: Int?) {
    guard let width else {
      widths = requirements.map(\.natural)
      return
    }
    var shown = 0
    var used = 1
    for need in requirements {
      used += need.least + Self.overhead
      if shown > 0, used > width { break }
      shown += 1
    }
    let room = max(width - 1 - shown * Self.overhead, shown)
    widths = Self.shrunk(Array(requirements.prefix(shown)), to: room)
  }

  /// The natural widths, limited so that their sum is at most `room`.
  private static func shrunk(_ requirements: [Requirement], to room: Int) -> [Int] {
    let preferred = [requirements.map(\.dated), requirements.map(\.titled)]
    let least =
      preferred.first { $0.reduce(0, +) <= room } ?? requirements.map { min($0.least, room) }
    func widths(limit: Int) -> [Int] {
      zip(requirements, least).map { max(min($0.natural, limit), $1) }
    }
    var fitting = 0
    var tooWide = (requirements.map(\.natural).max() ?? 0) + 1
    while tooWide - fitting > 1 {
      let middle = (fitting + tooWide) / 2
      if widths(limit: middle).reduce(0, +) <= room { fitting = middle } else { tooWide = middle }
    }
    var result = widths(limit: fitting)
    var left = room - result.reduce(0, +)
    for index in result.indices where left > 0 && result[index] < requirements[index].natural {
      result[index] += 1
      left -= 1
    }
    return result
  }
}
