import Diagnostics
import Rendering

/// Axes with their marks and labels.
extension ChartSVG {
  /// How names are written below columns: horizontally, or slanted if they would overlap.
  struct NameStyle {
    /// The names; very long ones are cut.
    let names: [String]
    /// Whether the names are slanted.
    let isSlanted: Bool
    /// Where the first column starts, and the height of the names below the axis.
    let left: Double
    let height: Double

    private static let longest = 28
    /// How far a slanted text extends to the left and down, relative to its length.
    private static let slope = 0.71

    /// - Parameter least: The smallest `left`.
    init(_ texts: [String], least: Double) {
      names = texts.map { fitted($0, toWidth: Self.longest).text }
      let widths = names.map(ChartSVG.width)
      let (count, end) = (Double(max(names.count, 1)), ChartSVG.width - ChartSVG.margin)
      let group = (end - least) / count
      isSlanted = widths.contains { $0 > group - SVGMarkup.columnWidth }
      // A name ends at the middle of its column, which moves less than the first column's start.
      let needed = widths.enumerated().map { place, width in
        let share = (Double(place) + 0.5) / count
        return (ChartSVG.margin + width * Self.slope - end * share) / (1 - share)
      }
      left = isSlanted ? max(least, needed.max() ?? 0) : least
      height = isSlanted ? 14 + (widths.max() ?? 0) * Self.slope : 24
    }
  }

  /// A straight line with a CSS class.
  static func stroke(
    _ x1: Double,
    _ y1: Double,
    _ x2: Double,
    _ y2: Double,
    _ kind: String
  ) -> String {
    let ends = [x1, y1, x2, y2].map(SVGMarkup.number)
    return """
        <line class="\(kind)" x1="\(ends[0])" y1="\(ends[1])" x2="\(ends[2])" y2="\(ends[3])"/>
      """
  }

  /// The width of a text.
  static func width(of text: String) -> Double {
    Double(text.displayWidth) * SVGMarkup.columnWidth
  }

  /// The width of the labels of a left axis.
  static func leftAxisWidth(_ scale: AxisScale) -> Double {
    margin + 8 + (scale.ticks.map { width(of: $0.label) }.max() ?? 0)
  }

  /// The labels of a left axis, with grid lines.
  static func leftAxis(_ scale: AxisScale, left: Double, top: Double, height: Double) -> [String] {
    scale.ticks.flatMap { tick in
      let y = top + height * (1 - scale.fraction(of: tick.value))
      return [
        stroke(left, y, width - margin, y, tick.value == 0 ? "axis" : "grid"),
        SVGMarkup.text(tick.label, left - 6, y + 4, "soft", anchor: "end"),
      ]
    }
  }

  /// A mark of a bottom axis.
  struct BottomAxisMark {
    let x: Double
    let label: String
    /// The day of a time of day, written below the label.
    var day: String?
  }

  /// The marks and labels of a bottom axis; labels that would overlap the previous one are omitted.
  static func bottomAxis(
    _ marks: [BottomAxisMark],
    left: Double,
    at y: Double
  ) -> (lines: [String], bottom: Double) {
    let days = marks.compactMap { mark in mark.day.map { (mark.x, $0) } }
    let lines =
      [stroke(left, y, width - margin, y, "axis")]
      + marks.map { stroke($0.x, y, $0.x, y + 4, "axis") }
      + lowerLabels(marks.map { ($0.x, $0.label) }, at: y + 18)
      + lowerLabels(days, at: y + 34)
    return (lines, y + (days.isEmpty ? 24 : 40))
  }

  private static func lowerLabels(_ labels: [(x: Double, text: String)], at y: Double) -> [String] {
    var lines: [String] = []
    var end = 0.0
    for (x, text) in labels {
      let size = width(of: text)
      let middle = min(max(x, margin + size / 2), width - margin - size / 2)
      guard middle - size / 2 > end else { continue }
      lines.append(SVGMarkup.text(text, middle, y, "soft", anchor: "middle"))
      end = middle + size / 2 + 6
    }
    return lines
  }

  /// The names below columns that are `group` wide; with many columns, every second, third …
  static func bottomNames(
    _ style: NameStyle,
    of whole: [String],
    left: Double,
    group: Double,
    at y: Double
  )
    -> [String]
  {
    let step = style.isSlanted ? max(1, Int((14 / group).rounded(.up))) : 1
    return [stroke(left, y, width - margin, y, "axis")]
      + style.names.indices.flatMap { place -> [String] in
        let x = left + group * (Double(place) + 0.5)
        let mark = stroke(x, y, x, y + 4, "axis")
        guard place % step == 0 else { return [mark] }
        let name = style.names[place]
        let hint = self.whole(whole[place], name)
        let label =
          style.isSlanted
          ? SVGMarkup.text(name, x + 4, y + 14, "soft", anchor: "end", turned: -45, hint: hint)
          : SVGMarkup.text(name, x, y + 18, "soft", anchor: "middle", hint: hint)
        return [mark, label]
      }
  }
}
