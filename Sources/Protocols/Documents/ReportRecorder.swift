public import Diagnostics
import Foundation
import Model
import Rendering
public import Session
public import Shell
public import Syntax

/// Collects the statements of a script, its comments and all results as parts of a page.
public final class ReportRecorder: OutputReceiver {
  private let console: Console
  private let assistant: BlockAssistant
  private var parts: [String] = []
  /// The end of the last statement of each script that runs, by its name.
  private var positions: [String: Int] = [:]
  private var title: String?
  private var statementCount = 0
  /// The number of statements that failed.
  public private(set) var failureCount = 0

  /// Creates a page for what a console runs.
  public init(_ console: Console) {
    self.console = console
    assistant = BlockAssistant(console: console)
  }

  private var html: OutcomeHTML { OutcomeHTML(.page, console.session) }

  /// Shows a statement, after the comments before it.
  public func begin(_ span: SourceSpan, in source: SourceText) {
    statementCount += 1
    addComments(of: source)
    positions[source.name] = span.upperBound
    parts.append(StatementHTML.element(source.text(in: span), assistant))
  }

  /// Shows the comments after the last statement.
  public func end(_ source: SourceText) {
    console.flush()
    addComments(of: source)
    positions[source.name] = nil
  }

  /// Shows an outcome.
  public func take(
    _ outcome: StatementOutcome,
    of statement: Statement,
    in source: SourceText
  ) throws {
    parts.append(try html.elements(outcome, name: "result-\(statementCount)"))
  }

  /// Shows text.
  public func take(_ text: String) { parts.append(html.text(text)) }

  /// Shows errors and warnings.
  public func take(_ diagnostics: [Diagnostic], in source: SourceText?) {
    if diagnostics.contains(where: { $0.severity == .error }) { failureCount += 1 }
    parts.append(html.findings(diagnostics, in: source))
  }

  // MARK: Comments

  /// Adds the comments before the next statement as Markdown.
  private func addComments(of source: SourceText) {
    var lexer = Lexer(source, at: positions[source.name] ?? 0, keepsComments: true)
    var text = ""
    while true {
      let token = lexer.next()
      guard token.kind == .comment || token.symbol == .semicolon else { break }
      guard token.kind == .comment else { continue }
      if token.lineBreak == .blankLine { text += "\n" }
      text += Self.content(of: source.text(in: token.span)) + "\n"
    }
    guard !text.allSatisfy(\.isWhitespace) else { return }
    if title == nil, let heading = text.firstMatch(of: /(?:^|\n)#\s+([^\n]+)/) {
      title = String(heading.1)
    }
    parts.append(MarkdownHTML.elements(text))
  }

  /// The text of a comment without its marks; empty for the line that names the interpreter.
  private static func content(of comment: String) -> String {
    if comment.hasPrefix("#!") { return "" }
    if comment.hasPrefix("//") {
      let text = comment.dropFirst(2)
      return String(text.first == " " ? text.dropFirst() : text)
    }
    return comment.dropFirst(2).dropLast(2).split(separator: "\n").map { line in
      let text = line.trimmed
      return text.hasPrefix("* ") && line.first == " " ? String(text.dropFirst(2)) : text
    }.joined(separator: "\n")
  }

  // MARK: The page

  /// The whole page.
  public func page(name: String) -> String {
    let settings = console.session.settings
    let moment = ValueText(timeZone: settings.timeZone).string(.date(settings.clock()))
    let stores = console.stores.stores.map { $0.path ?? $0.name }.joined(separator: ", ")
    let foot = "\(stores) · \(moment) · Martlet \(ProgramVersion.number)"
    let heading = title == nil ? "<h1>\(htmlEscaped(name))</h1>\n" : ""
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(htmlEscaped(title ?? name))</title>
      <style>
      \(Self.resource(PackageResources.page_css))</style>
      </head>
      <body>
      <main>
      \(heading)\(parts.joined())</main>
      <footer>\(htmlEscaped(foot))</footer>
      <script>
      \(Self.resource(PackageResources.page_js))</script>
      </body>
      </html>

      """
  }

  private static func resource(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
