import Model

/// Writes SVG elements, one a line.
public enum SVGMarkup {
  /// The colors of a light or dark page.
  public struct Palette: Sendable {
    /// Text.
    public let ink: String
    /// Secondary text.
    public let soft: String
    /// Lines and borders.
    public let line: String
    /// The background.
    public let paper: String
    /// The background of box titles, and secondary lines.
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

  /// The start of an SVG document: size, description, and styles for light and dark pages.
  ///
  /// Rules repeat every color, because programs other than browsers know neither CSS variables nor
  /// dark pages and would paint everything black.
  ///
  /// - Parameters:
  ///   - title: A short title.
  ///   - summary: A description for people who cannot see the image; nil if the title suffices.
  ///   - shapes: CSS rules for all pages.
  ///   - colors: CSS rules with the colors of a page.
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
    let dark = (defaultColors(.dark) + colors(.dark)).map { "      " + $0 }
    let rules = [font] + shapes + defaultColors(.light) + colors(.light)
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

  /// The colors of the page and of texts.
  private static func defaultColors(_ palette: Palette) -> [String] {
    [
      ".page { fill: \(palette.paper); }", "text { fill: \(palette.ink); }",
      ".soft { fill: \(palette.soft); }",
    ]
  }

  /// The width of a character.
  public static let columnWidth = 7.3

  /// A rectangle with a CSS class, an optional corner radius and an optional tooltip.
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

  /// A text with an optional CSS class, turned clockwise by `turned` degrees.
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

  /// A number with at most one decimal place.
  public static func number(_ value: Double) -> String {
    let tenths = (value * 10).rounded() / 10
    return tenths == tenths.rounded() ? "\(Int(exactly: tenths) ?? 0)" : "\(tenths)"
  }

  /// Text escaped for XML.
  public static func escaped(_ text: String) -> String {
    text.replacingScalars { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      // XML cannot contain these.
      case "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
      case "\u{2028}", "\u{2029}": " "
      case _ where scalar.properties.generalCategory == .control: " "
      default: nil
      }
    }
  }
}
