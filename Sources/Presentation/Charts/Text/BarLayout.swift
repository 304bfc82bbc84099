/// Divides the width of a line among name, bar and value.
///
/// If there is little space, bars get shorter first, then names are cut, then names get separate
/// lines. Numbers are never cut.
struct BarLayout {
  /// The widths of place names and series names; 0 for no names.
  let label: Int
  let series: Int
  /// The width of the values after the bars.
  let value: Int
  /// The width of the bars with the zero line; 0 if they do not fit.
  let bar: Int
  /// Whether names are on a line above the bar.
  let isStacked: Bool
  /// Whether labels can be cut.
  let cutsLabels: Bool

  /// The width before the bars.
  var start: Int { isStacked ? 0 : label + 1 + (series > 0 ? series + 1 : 0) }

  /// The minimum width of a bar with its zero line.
  private static let minBar = 4
  /// Names are cut to the first width in favor of bars, and never below the second.
  private static let defaultNames = 12
  private static let minNames = 6

  /// - Parameters:
  ///   - label, series, value: The wanted widths.
  init(width: Int, label: Int, series: Int, value: Int, cutsLabels: Bool) {
    (self.value, self.cutsLabels) = (value, cutsLabels)
    // Gaps, and a free column at the end.
    let between = 3 + (series > 0 ? 1 : 0)
    let room = width - value - between
    var names = label + series
    if cutsLabels {
      let beside = max(room - max(width / 3, 8), min(Self.defaultNames, room - Self.minBar))
      names = min(names, max(beside, 0))
    }
    isStacked =
      room - names < Self.minBar || names < min(label + series, Self.minNames)
    if isStacked {
      (self.label, self.series) = (width, series > 0 ? width : 0)
      let rest = width - value - 2
      bar = rest < Self.minBar ? 0 : rest
    } else {
      (self.label, self.series) = Self.shared(names, label, series)
      bar = room - names
    }
  }

  /// Both widths if they fit, otherwise with the longer one cut.
  private static func shared(_ room: Int, _ label: Int, _ series: Int) -> (Int, Int) {
    guard label + series > room else { return (label, series) }
    let half = room / 2
    if series <= half { return (room - series, series) }
    return label <= room - half ? (label, room - label) : (room - half, half)
  }
}
