/// The purpose of a piece of text; a ``Palette`` chooses its style.
public enum TextRole: String, Sendable, Hashable, CaseIterable {
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
  /// The chosen candidate of a list.
  case selected
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

  /// Whether the text is empty.
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

  /// The text in lines of at most `width` columns, broken at spaces. Lines after the first start
  /// with `indent`. A longer word gets a whole line.
  public func wrapped(to width: Int, indent: StyledText = StyledText()) -> [StyledText] {
    guard plain.displayWidth > width else { return [self] }
    var lines: [StyledText] = []
    var line = StyledText()
    var hasWord = false
    var gap = StyledText()
    for (word, isSpace) in pieces {
      if isSpace {
        gap.append(word)
        continue
      }
      if hasWord, line.plain.displayWidth + gap.plain.displayWidth + word.plain.displayWidth > width
      {
        lines.append(line)
        line = indent
      } else {
        line.append(gap)
      }
      (gap, hasWord) = (StyledText(), true)
      line.append(word)
    }
    return lines + [line]
  }

  /// Words and the spaces between them, each with its roles.
  private var pieces: [(text: StyledText, isSpace: Bool)] {
    var pieces: [(text: StyledText, isSpace: Bool)] = []
    var start = 0
    let bytes = Array(plain.utf8)
    for run in runs {
      var first = start
      while first < run.end {
        let isSpace = bytes[first] == UInt8(ascii: " ")
        var last = first
        while last < run.end, (bytes[last] == UInt8(ascii: " ")) == isSpace { last += 1 }
        let text = StyledText(String(decoding: bytes[first..<last], as: UTF8.self), run.role)
        if let previous = pieces.last, previous.isSpace == isSpace {
          pieces[pieces.count - 1].text.append(text)
        } else {
          pieces.append((text, isSpace))
        }
        first = last
      }
      start = run.end
    }
    return pieces
  }

  /// The text, with color sequences if `usesColor` is true.
  public func rendered(usesColor: Bool) -> String {
    guard usesColor else { return plain }
    let palette = Palette.current
    var result = ""
    var start = plain.startIndex
    for run in runs {
      let end = plain.utf8.index(plain.utf8.startIndex, offsetBy: run.end)
      if let code = palette[run.role], !code.isEmpty {
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
