import Synchronization

/// The style of each role on a terminal.
public struct Palette: Sendable, Hashable {
  /// The parameters of the terminal's color sequences (SGR); no entry for plain text.
  private var codes: [TextRole: String]

  /// The palette of the process. The shell chooses it at the start, and users can change it.
  public static var current: Palette {
    get { shared.withLock { $0 } }
    set { shared.withLock { $0 = newValue } }
  }

  private static let shared = Mutex(dark)

  /// For dark backgrounds. Only the sixteen basic colors, which every color scheme keeps readable.
  public static let dark = Palette(codes: [
    .heading: "1", .strong: "1", .border: "2", .dim: "2", .null: "2", .number: "36",
    .string: "32", .keyword: "1;34", .entity: "33", .attribute: "36", .prompt: "1;36",
    .help: "1;36", .error: "1;31", .warning: "1;33", .note: "1;34", .selected: "7",
  ])

  /// For light backgrounds, on which yellow and cyan are hard to read.
  public static let light = Palette(
    codes: dark.codes.merging([
      .number: "34", .entity: "35", .attribute: "34", .prompt: "1;34", .help: "1;34",
      .warning: "1;35", .note: "1;35",
    ]) { $1 }
  )

  /// The parameters of the sequence for `role`; nil for plain text.
  public subscript(role: TextRole) -> String? {
    get { codes[role] }
    set { codes[role] = newValue }
  }

  /// The parameters for a style of names or numbers: `bold,blue` or `1;34`; empty for `plain`. Nil
  /// if a part is unknown.
  public static func code(_ style: String) -> String? {
    if style == "plain" || style == "none" { return "" }
    let parts = style.split(whereSeparator: { ",;+".contains($0) }).map { part -> String? in
      if let number = UInt8(part) { return String(number) }
      return styles.first { $0.name == part }?.code
    }
    let known = parts.compactMap(\.self)
    return known.isEmpty || known.count < parts.count ? nil : known.joined(separator: ";")
  }

  /// The names of styles, with their parameters.
  public static let styles: [(name: String, code: String)] =
    [("bold", "1"), ("dim", "2"), ("italic", "3"), ("underline", "4"), ("reverse", "7")]
    + colors.enumerated().map { ($1, String(30 + $0)) }
    + colors.enumerated().map { ("bright-\($1)", String(90 + $0)) }

  private static let colors = [
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
  ]

  /// The style of `role` in names, as ``code(_:)`` reads it.
  public func style(of role: TextRole) -> String {
    guard let code = codes[role], !code.isEmpty else { return "plain" }
    let names = code.split(separator: ";").map { part in
      Self.styles.first { $0.code == part }?.name
    }
    return names.contains(nil) ? code : names.compactMap(\.self).joined(separator: ",")
  }
}
