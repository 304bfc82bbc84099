import Diagnostics

/// The characters that a chart is drawn with.
struct ChartGlyphs {
  /// A bar to the right by eighths of a character, the last one full; only the last where there are no parts.
  let right: [String]
  /// A bar upwards by eighths of a character, the last one full.
  let up: [String]
  /// What ends a bar to the left or downwards whose last character is half full; nil where nothing does.
  let leftHalf: String?
  let downHalf: String?
  /// What fills the bars of each series, where one is not told from another by its place.
  let fills: [String]
  /// The dots of each series.
  let marks: [String]
  /// The heights of small bars.
  let sparks: [String]
  let vertical: String
  let horizontal: String
  let corner: String
  let crossing: String
  let tick: String
  let sideTick: String
  let dash: String
  /// Whether dots can be finer than characters.
  let hasBraille: Bool

  static let unicode = ChartGlyphs(
    right: ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"],
    up: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"],
    leftHalf: "▐",
    downHalf: "▀",
    fills: ["█", "▒", "▓", "░"],
    marks: ["•", "×", "+", "○", "*", "#"],
    sparks: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"],
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
    sparks: ["_", ".", "-", "=", "+", "*", "#", "@"],
    vertical: "|",
    horizontal: "-",
    corner: "+",
    crossing: "+",
    tick: "+",
    sideTick: "+",
    dash: "-",
    hasBraille: false
  )

  /// The most series that can be told apart where they share places.
  static let mostSeries = 4

  /// What series `index` looks like.
  static func role(_ index: Int) -> TextRole {
    let roles: [TextRole] = [.number, .string, .entity, .error, .keyword, .prompt]
    return roles[index % roles.count]
  }
}
