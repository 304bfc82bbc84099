import Model

/// The elements that pictures in SVG are made of, a line each.
public enum SVGMarkup {
  /// The colours on a light or on a dark page.
  public struct Palette: Sendable {
    /// Texts.
    public let ink: String
    /// Texts that matter less.
    public let soft: String
    /// Lines between things and around them.
    public let line: String
    /// What lies below all.
    public let paper: String
    /// What lies below names of boxes, and lines that matter less.
    public let head: String

    static let light = Palette(
      ink: "#1d2733",
      soft: "#5b6b7c",
      line: "#8a99a8",
      paper: "#ffffff",
      head: "#e8eef5"
    )
    static let dark = Palette(
      ink: "#e6edf3",
      soft: "#9fb0c0",
      line: "#7b8a99",
      paper: "#161b22",
      head: "#243040"
    )
  }

  /// The first lines of a picture: its size and what it is, with colours for light and dark pages.
  ///
  /// Every colour stands in its rule: programs other than browsers know neither variables of CSS nor dark pages, and
  /// would paint all black.
  ///
  /// - Parameters:
  ///   - title: What it is, in a few words.
  ///   - summary: What it shows, for those who do not see it; nil where the title says all.
  ///   - shapes: What the picture's own classes look like on every page, a rule of CSS each.
  ///   - colors: Their colours on a page, a rule of CSS each.
  public static func head(
    width: Double,
    height: Double,
    title: String,
    summary: String? = nil,
    shapes: [String],
    colors: (Palette) -> [String]
  ) -> [String] {
    let page = rectangle(0, 0, width, height, "page")
    let (width, height) = (number(width), number(height))
    let words =
      ["  " + Self.title(title)] + (summary.map { ["  <desc>\(escaped($0))</desc>"] } ?? [])
    let dark = (usualColors(.dark) + colors(.dark)).map { "      " + $0 }
    let rules = [font] + shapes + usualColors(.light) + colors(.light)
    return [
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" role="img">
      """
    ] + words + ["  <style>"] + rules.map { "    " + $0 }
      + ["    @media (prefers-color-scheme: dark) {"] + dark + ["    }", "  </style>"]
      + [page]
  }

  private static let font =
    "text { font: 12px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; white-space: pre; }"

  /// The colours of what every picture has: its page, and its texts.
  private static func usualColors(_ palette: Palette) -> [String] {
    [
      ".page { fill: \(palette.paper); }", "text { fill: \(palette.ink); }",
      ".soft { fill: \(palette.soft); }",
    ]
  }

  /// The width that a column of text takes.
  public static let columnWidth = 7.3

  /// A rectangle of a class, with rounded corners where it has a radius; browsers show the hint where the pointer rests.
  public static func rectangle(
    _ x: Double,
    _ y: Double,
    _ width: Double,
    _ height: Double,
    _ kind: String,
    radius: Int? = nil,
    hint: String? = nil
  ) -> String {
    let sizes = [x, y, width, height].map(number)
    let corners = radius.map { " rx=\"\($0)\"" } ?? ""
    return """
        <rect class="\(kind)" x="\(sizes[0])" y="\(sizes[1])" width="\(sizes[2])" \
      height="\(sizes[3])"\(corners)\(hint.map { ">\(title($0))</rect>" } ?? "/>")
      """
  }

  /// A text at a place, of a class if it has one, turned around that place by so many degrees to the right.
  public static func text(
    _ text: String,
    _ x: Double,
    _ y: Double,
    _ kind: String?,
    anchor: String? = nil,
    turned: Int? = nil,
    hint: String? = nil
  ) -> String {
    let (x, y) = (number(x), number(y))
    let attributes =
      (kind.map { " class=\"\($0)\"" } ?? "") + (anchor.map { " text-anchor=\"\($0)\"" } ?? "")
      + (turned.map { " transform=\"rotate(\($0) \(x) \(y))\"" } ?? "")
    let hint = hint.map(title) ?? ""
    return "  <text\(attributes) x=\"\(x)\" y=\"\(y)\">\(hint)\(escaped(text))</text>"
  }

  private static func title(_ text: String) -> String { "<title>\(escaped(text))</title>" }

  /// A number with at most one digit behind the point.
  public static func number(_ value: Double) -> String {
    let tenths = (value * 10).rounded() / 10
    return tenths == tenths.rounded() ? "\(Int(exactly: tenths) ?? 0)" : "\(tenths)"
  }

  /// A text as XML takes it.
  public static func escaped(_ text: String) -> String {
    text.replacingScalars { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      // XML has no way to say them.
      case "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
      case "\u{2028}", "\u{2029}": " "
      case _ where scalar.properties.generalCategory == .control: " "
      default: nil
      }
    }
  }
}
