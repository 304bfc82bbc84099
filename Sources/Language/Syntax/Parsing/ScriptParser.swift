public import Diagnostics

/// One piece of a script.
public enum ScriptItem: Sendable {
  /// `fetch Budget`
  case statement(Statement)
  /// `.models`
  case command(CommandLine)
  /// The errors, and the text that was skipped.
  case failure([Diagnostic], SourceSpan)
}

/// Reads a script statement by statement, and no further than needed.
///
/// After an error it continues where the next statement seems to start.
public struct ScriptParser {
  private var parser: Parser

  /// Starts at `offset`, which must be outside of any token.
  public init(_ source: SourceText, startingAt offset: Int = 0) {
    parser = Parser(source, at: offset)
  }

  /// The next item; nil at the end.
  public mutating func next() -> ScriptItem? {
    switch nextParsed() {
    case .statement(let statement): .statement(statement)
    case .command(let command): .command(command)
    case .failure(let errors, let span, _):
      .failure(errors.map(SyntaxErrorRenderer.diagnostic), span)
    case nil: nil
    }
  }

  /// An item with unworded errors.
  enum Parsed {
    case statement(Statement)
    case command(CommandLine)
    /// The errors in order, and the innermost open construct at the last one.
    case failure([SyntaxError], SourceSpan, open: OpenConstruct?)
  }

  mutating func nextParsed() -> Parsed? {
    parser.beginStatement()
    let start = parser.peek()
    if start.kind == .end { return nil }
    return parser.isDotCommand(start) ? command(start) : statement(start)
  }

  private mutating func statement(_ start: Token) -> Parsed {
    do throws(SyntaxError) {
      let statement = try parser.statement()
      guard parser.problems.isEmpty else { return failure(from: start) }
      return .statement(statement)
    } catch {
      parser.report(error)
      return failure(from: start, resynchronizing: true)
    }
  }

  private mutating func failure(from start: Token, resynchronizing: Bool = false) -> Parsed {
    let errors = parser.problems
    let open = parser.open.last
    if resynchronizing { parser.resynchronize(from: start.span.lowerBound) }
    let end = parser.previous?.span.upperBound ?? start.span.upperBound
    return .failure(errors, SourceSpan(start.span.lowerBound, end), open: open)
  }

  private mutating func command(_ start: Token) -> Parsed {
    let end = parser.source.spanOfLine(parser.source.lineIndex(of: start.span.lowerBound))
    let span = SourceSpan(start.span.lowerBound, end.upperBound)
    parser.move(to: span.upperBound)
    do throws(SyntaxError) {
      return .command(try CommandLine(parser.source, span))
    } catch {
      return .failure([error], span, open: nil)
    }
  }
}
