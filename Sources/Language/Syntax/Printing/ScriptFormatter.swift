public import Diagnostics

/// Formats a script; keeps comments and single blank lines between statements.
///
/// A statement that contains a comment is not changed, because the syntax tree has no comments.
public struct ScriptFormatter {
  private let source: SourceText
  private let width: Int
  private var output = ""
  /// The end of the last statement.
  private var position = 0

  /// Creates a formatter that breaks statements wider than `width`.
  public init(_ source: SourceText, width: Int = SyntaxPrinter.defaultWidth) {
    self.source = source
    self.width = width
  }

  /// The formatted script; throws syntax errors.
  public static func text(of source: SourceText) throws(DiagnosticList) -> String {
    var formatter = ScriptFormatter(source)
    return try formatter.formattedText()
  }

  private mutating func formattedText() throws(DiagnosticList) -> String {
    var parser = ScriptParser(source)
    var failures: [Diagnostic] = []
    while let item = parser.next() {
      switch item {
      case .statement(let statement): add(text(of: statement), at: statement.span)
      case .command(let command): add(source.text(in: command.span), at: command.span)
      case .failure(let diagnostics, _): failures += diagnostics
      }
    }
    guard failures.isEmpty else { throw DiagnosticList(failures) }
    addComments(upTo: source.bytes.count)
    return output.isEmpty ? "" : output + "\n"
  }

  private func text(of statement: Statement) -> String {
    var lexer = Lexer(source, at: statement.span.lowerBound, keepsComments: true)
    while true {
      let token = lexer.next()
      if token.kind == .end || token.span.lowerBound >= statement.span.upperBound { break }
      if token.kind == .comment { return source.text(in: statement.span) }
    }
    return SyntaxPrinter().text(of: statement, width: width)
  }

  private mutating func add(_ text: String, at span: SourceSpan) {
    let lineBreak = addComments(upTo: span.lowerBound)
    begin(after: lineBreak)
    output += text
    position = span.upperBound
  }

  /// Adds the comments before `end`; returns the line break after them.
  @discardableResult
  private mutating func addComments(upTo end: Int) -> Token.LineBreak {
    var lexer = Lexer(source, at: position, keepsComments: true)
    var lineBreak = Token.LineBreak.none
    while true {
      let token = lexer.next()
      lineBreak = max(lineBreak, token.lineBreak)
      if token.kind == .end || token.span.lowerBound >= end { return max(lineBreak, .line) }
      guard token.kind == .comment else { continue }
      let comment = source.text(in: token.span)
      if lineBreak == .none, !output.isEmpty { output += "  " } else { begin(after: lineBreak) }
      output += comment.trimmedAtEnd
      lineBreak = .none
    }
  }

  private mutating func begin(after lineBreak: Token.LineBreak) {
    guard !output.isEmpty else { return }
    output += lineBreak == .blankLine ? "\n\n" : "\n"
  }
}

extension String {
  /// The text without white space at its end.
  fileprivate var trimmedAtEnd: String {
    String(self[..<(lastIndex { !$0.isWhitespace }.map(index(after:)) ?? startIndex)])
  }
}
