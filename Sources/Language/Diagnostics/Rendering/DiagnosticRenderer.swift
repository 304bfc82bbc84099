/// Renders diagnostics as text.
///
/// ```
/// report.fetch:3:20: error: no attribute "nme" in Budget
///   3 | fetch Budget where nme == 1
///     |                    ^^^
/// help: did you mean `name`?
/// ```
///
/// Text from sources and data is escaped, so that no message can control the terminal.
public struct DiagnosticRenderer: Sendable {
  /// Whether to use terminal colors.
  public var usesColor: Bool
  /// Whether to mark truncation with `…` instead of `...`.
  public var usesUnicode: Bool
  /// The maximum width of a source line; longer lines are cut around the error.
  public var sourceWidth: Int
  /// The width at which messages and help are broken, at spaces; nil for no limit.
  public var lineWidth: Int?

  /// The maximum length of a message, which may quote a long literal.
  private static let longestMessage = 1000
  /// The columns that a wrapped message under a line has at least, with the margin.
  private static let minMessageWidth = 36
  /// The minimum width of line numbers.
  private static let minNumberWidth = 3

  /// Creates a renderer.
  public init(usesColor: Bool = false, usesUnicode: Bool = true, sourceWidth: Int = 100) {
    self.usesColor = usesColor
    self.usesUnicode = usesUnicode
    self.sourceWidth = sourceWidth
  }

  /// Renders diagnostics in the given order, each line ending with a newline.
  ///
  /// A diagnostic with its own source shows that text. Without a source or a label, only the
  /// message and the help are shown. A source without a name, such as interactive input, is not
  /// named.
  public func render(_ diagnostics: [Diagnostic], in source: SourceText?) -> String {
    diagnostics.flatMap { lines(of: $0, in: $0.source ?? source) }
      .map { $0.rendered(usesColor: usesColor) + "\n" }
      .joined()
  }

  private func lines(of diagnostic: Diagnostic, in source: SourceText?) -> [StyledText] {
    var lines = wrapped(headline(of: diagnostic, in: source), indent: 2)
    if let source, diagnostic.primary != nil {
      lines += excerptLines(of: diagnostic, in: source)
    }
    lines += diagnostic.further.flatMap { wrapped(StyledText(visible($0)), indent: 2) }
    for help in diagnostic.help {
      var line = StyledText("help: ", .help)
      line.append(visible(help))
      lines += wrapped(line, indent: "help: ".count)
    }
    return lines
  }

  private func wrapped(_ line: StyledText, indent: Int) -> [StyledText] {
    guard let lineWidth else { return [line] }
    return line.wrapped(to: lineWidth, indent: StyledText(String(repeating: " ", count: indent)))
  }

  /// `report.fetch:3:20: error: no attribute "nme" in Budget`
  private func headline(of diagnostic: Diagnostic, in source: SourceText?) -> StyledText {
    var place = ""
    if let source, !source.name.isEmpty {
      place = visible(source.name) + ":"
      if let span = diagnostic.primary?.span {
        let location = source.location(of: span.lowerBound)
        place += "\(location.line):\(location.column):"
      }
      place += " "
    }
    var line = StyledText(place, .strong)
    line.append(diagnostic.severity.rawValue + ": ", diagnostic.severity.role)
    line.append(visible(diagnostic.message), .strong)
    return line
  }

  /// The labeled source lines in source order, each with its underlines.
  private func excerptLines(of diagnostic: Diagnostic, in source: SourceText) -> [StyledText] {
    let excerpts = Excerpt.all(of: diagnostic, in: source, width: sourceWidth)
    let greatest = excerpts.map(\.line).max() ?? 0
    let numberWidth = max(Self.minNumberWidth, String(source.firstLine + greatest).utf8.count)
    var lines: [StyledText] = []
    var previous: Int?
    for excerpt in excerpts {
      if let previous, excerpt.line > previous + 1 {
        lines.append(gutter(cutMark, numberWidth, bar: ""))
      }
      lines += self.lines(of: excerpt, in: source, numberWidth: numberWidth)
      previous = excerpt.line
    }
    return lines
  }

  private func lines(
    of excerpt: Excerpt,
    in source: SourceText,
    numberWidth: Int
  ) -> [StyledText] {
    let window = LineWindow(
      of: source.spanOfLine(excerpt.line),
      in: source,
      around: excerpt.focus,
      width: min(sourceWidth, lineWidth.map { $0 - numberWidth - 3 } ?? .max),
      cut: cutMark
    )
    let underlines = Underlines(
      excerpt.labels.map { label in
        Underlines.Mark(
          columns: window.columns(of: label.span),
          message: visible(label.message),
          role: label.role,
          isPrimary: label.isPrimary
        )
      }
    )
    var first = gutter(String(source.firstLine + excerpt.line), numberWidth, bar: " |")
    if !window.text.isEmpty { first.append(" " + window.text) }
    return [first]
      + underlines.rows.flatMap { row in
        var line = gutter("", numberWidth, bar: " | ")
        let start = row.plain.prefix { $0 == " " }.count
        var indent = line
        indent.appendSpaces(min(start, max(0, (lineWidth ?? 0) - Self.minMessageWidth)))
        line.append(row)
        return lineWidth.map { line.wrapped(to: $0, indent: indent) } ?? [line]
      }
  }

  /// `  3 |`
  private func gutter(_ number: String, _ width: Int, bar: String) -> StyledText {
    var gutter = StyledText()
    gutter.appendSpaces(width - number.displayWidth)
    gutter.append(number + bar, .border)
    return gutter
  }

  private var cutMark: String { usesUnicode ? "…" : "..." }

  private func visible(_ text: String) -> String {
    fitted(escapedForTerminal(text), toWidth: Self.longestMessage, ellipsis: cutMark).text
  }
}

extension Diagnostic.Severity {
  var role: TextRole {
    switch self {
    case .error: .error
    case .warning: .warning
    case .note: .note
    }
  }
}
