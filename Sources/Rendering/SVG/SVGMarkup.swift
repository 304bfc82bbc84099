import Model

/// The elements that pictures in SVG are made of, a line each.
public enum SVGMarkup {
  /// The first lines of a picture: its size and what it is, with colours for light and dark pages.
  ///
  /// - Parameter rules: What the picture's own classes look like, a line of CSS each; colours are `var(--ink)`,
  ///   `var(--soft)`, `var(--line)`, `var(--paper)` and `var(--head)`.
  public static func head(
    width: Double,
    height: Double,
    title: String,
    rules: [String]
  ) -> [String] {
    let (width, height) = (number(width), number(height))
    return [
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" role="img">
      """,
      "  <title>\(escaped(title))</title>",
      "  <style>",
    ] + (colors + rules).map { "    " + $0 } + ["  </style>"]
  }

  private static let colors = """
    svg { --ink: #1d2733; --soft: #5b6b7c; --line: #8a99a8; --paper: #ffffff; --head: #e8eef5; }
    @media (prefers-color-scheme: dark) {
      svg { --ink: #e6edf3; --soft: #9fb0c0; --line: #7b8a99; --paper: #161b22; --head: #243040; }
    }
    text { font: 12px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: var(--ink); }
    """.split(separator: "\n").map(String.init)

  /// The width that a column of text takes.
  public static let columnWidth = 7.3

  /// A rectangle of a class, with rounded corners where it has a radius.
  public static func rectangle(
    _ x: Double,
    _ y: Double,
    _ width: Double,
    _ height: Double,
    _ kind: String,
    radius: Int? = nil
  ) -> String {
    let sizes = [x, y, width, height].map(number)
    let corners = radius.map { " rx=\"\($0)\"" } ?? ""
    return """
        <rect class="\(kind)" x="\(sizes[0])" y="\(sizes[1])" width="\(sizes[2])" \
      height="\(sizes[3])"\(corners)/>
      """
  }

  /// A text at a place, of a class if it has one.
  public static func text(
    _ text: String,
    _ x: Double,
    _ y: Double,
    _ kind: String?,
    anchor: String? = nil
  ) -> String {
    let attributes =
      (kind.map { " class=\"\($0)\"" } ?? "") + (anchor.map { " text-anchor=\"\($0)\"" } ?? "")
    return "  <text\(attributes) x=\"\(number(x))\" y=\"\(number(y))\">\(escaped(text))</text>"
  }

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
      case _ where scalar.properties.generalCategory == .control: " "
      default: nil
      }
    }
  }
}
