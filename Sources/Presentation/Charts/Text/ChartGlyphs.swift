import Diagnostics

/// The characters of a chart.
struct ChartGlyphs {
  /// Horizontal bars in eighths of a character; only the full one without fractions.
  let right: [String]
  /// Vertical bars in eighths of a character.
  let up: [String]
  /// The half-full ends of bars to the left and downwards; nil if there are none.
  let leftHalf: String?
  let downHalf: String?
  /// The fill of each series, where position does not identify it.
  let fills: [String]
  /// The dot of each series.
  let marks: [String]
  let vertical: String
  let horizontal: String
  let corner: String
  let crossing: String
  let tick: String
  let sideTick: String
  let dash: String
  /// Whether a character can show several dots.
  let hasBraille: Bool

  static let unicode = ChartGlyphs(
    right: ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"],
    up: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"],
    leftHalf: "▐",
    downHalf: "▀",
    fills: ["█", "▒", "▓", "░"],
    marks: ["•", "×", "+", "○", "*", "#"],
    vertical: "│",
    horizontal: "─",
    corner: "└",
    crossing: "┼",
    tick: "┬",
    sideTick: "┤",
    dash: "–",
    hasBraille: true
  )

  static let ascii = ChartGlyphs(
    right: ["#"],
    up: ["#"],
    leftHalf: nil,
    downHalf: nil,
    fills: ["#", "=", "o", "."],
    marks: ["*", "x", "+", "o", "#", "@"],
    vertical: "|",
    horizontal: "-",
    corner: "+",
    crossing: "+",
    tick: "+",
    sideTick: "+",
    dash: "-",
    hasBraille: false
  )

  /// The most series that can be distinguished at one place.
  static let maxSeries = 4

  /// The style of series `index`.
  static func role(_ index: Int) -> TextRole {
    let roles: [TextRole] = [.number, .string, .entity, .error, .keyword, .prompt]
    return roles[index % roles.count]
  }
}
