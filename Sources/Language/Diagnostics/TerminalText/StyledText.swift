/// The purpose of a piece of text; ``StyledText`` chooses its style.
public enum TextRole: Sendable, Hashable, CaseIterable {
  case plain
  /// Column headings, names of models.
  case heading
  /// Lines of boxes, gutters.
  case border
  /// Footers, hints, remarks.
  case dim
  /// Nil values.
  case null
  case number
  case string
  case keyword
  case entity
  case attribute
  case prompt
  /// The word "error" and its underlines.
  case error
  case warning
  case note
  case help
  /// The message of a diagnostic.
  case strong

  /// The parameters of the terminal's color sequence (SGR); nil for none.
  ///
  /// Only the sixteen basic colors, which every color scheme keeps readable.
  var ansiCode: String? {
    switch self {
    case .plain: nil
    case .heading, .strong: "1"
    case .border, .dim, .null: "2"
    case .number: "36"
    case .string: "32"
    case .keyword: "1;34"
    case .entity: "33"
    case .attribute: "36"
    case .prompt, .help: "1;36"
    case .error: "1;31"
    case .warning: "1;33"
    case .note: "1;34"
    }
  }
}

/// Text in pieces with roles, rendered with or without terminal colors.
///
/// Escape text from data or users before appending it.
public struct StyledText: Sendable, Hashable {
  /// A run of one role that ends at a UTF-8 offset.
  private struct Run: Sendable, Hashable {
    var end: Int
    let role: TextRole
  }

  /// The text without any styling.
  public private(set) var plain = ""
  private var runs: [Run] = []

  /// Creates an empty text.
  public init() {}

  /// Creates a text with one piece.
  public init(_ text: String, _ role: TextRole = .plain) {
    append(text, role)
  }

  /// Whether there is no text.
  public var isEmpty: Bool { plain.isEmpty }

  /// Appends text.
  public mutating func append(_ text: String, _ role: TextRole = .plain) {
    guard !text.isEmpty else { return }
    plain += text
    extendRuns(role)
  }

  /// Appends another text.
  public mutating func append(_ other: StyledText) {
    let offset = plain.utf8.count
    plain += other.plain
    runs += other.runs.map { Run(end: offset + $0.end, role: $0.role) }
  }

  /// Appends spaces; none if `count` is negative.
  public mutating func appendSpaces(_ count: Int) {
    guard count > 0 else { return }
    plain += String(repeating: " ", count: count)
    extendRuns(.plain)
  }

  /// The text, with color sequences if `usesColor` is true.
  public func rendered(usesColor: Bool) -> String {
    guard usesColor else { return plain }
    var result = ""
    var start = plain.startIndex
    for run in runs {
      let end = plain.utf8.index(plain.utf8.startIndex, offsetBy: run.end)
      if let code = run.role.ansiCode {
        result += "\u{1B}[\(code)m\(plain[start..<end])\u{1B}[0m"
      } else {
        result += plain[start..<end]
      }
      start = end
    }
    return result
  }

  private mutating func extendRuns(_ role: TextRole) {
    if let last = runs.last, last.role == role {
      runs[runs.count - 1].end = plain.utf8.count
    } else {
      runs.append(Run(end: plain.utf8.count, role: role))
    }
  }
}
