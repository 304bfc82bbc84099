/// How the columns of a line with a bar are shared.
///
/// Where there is little room, bars get shorter first, then the names are cut, then these stand in lines of their own.
/// Numbers are not cut.
struct BarLayout {
  /// The columns of the names of places and of series; 0 for no names.
  let label: Int
  let series: Int
  /// The columns of the values behind the bars.
  let value: Int
  /// The columns of the bars and their line at zero; 0 where there is no room for bars.
  let bar: Int
  /// Whether what names a bar stands in a line above it.
  let isStacked: Bool
  /// Whether labels are names, which may be cut.
  let cutsLabels: Bool

  /// The columns before the bars.
  var start: Int { isStacked ? 0 : label + 1 + (series > 0 ? series + 1 : 0) }

  /// A bar with its line at zero is never shorter.
  private static let leastBar = 4
  /// Names are cut to no less than this for the sake of bars, and to no less than the second at all.
  private static let usualNames = 12
  private static let leastNames = 6

  /// - Parameters:
  ///   - label, series, value: The columns that each of them would like.
  init(width: Int, label: Int, series: Int, value: Int, cutsLabels: Bool) {
    (self.value, self.cutsLabels) = (value, cutsLabels)
    // Between the parts, and a column that stays free at the end.
    let between = 3 + (series > 0 ? 1 : 0)
    let room = width - value - between
    var names = label + series
    if cutsLabels {
      let beside = max(room - max(width / 3, 8), min(Self.usualNames, room - Self.leastBar))
      names = min(names, max(beside, 0))
    }
    isStacked =
      room - names < Self.leastBar || names < min(label + series, Self.leastNames)
    if isStacked {
      (self.label, self.series) = (width, series > 0 ? width : 0)
      let rest = width - value - 2
      bar = rest < Self.leastBar ? 0 : rest
    } else {
      (self.label, self.series) = Self.shared(names, label, series)
      bar = room - names
    }
  }

  /// Both as they would like, or the longer one cut.
  private static func shared(_ room: Int, _ label: Int, _ series: Int) -> (Int, Int) {
    guard label + series > room else { return (label, series) }
    let half = room / 2
    if series <= half { return (room - series, series) }
    return label <= room - half ? (label, room - label) : (room - half, half)
  }
}
