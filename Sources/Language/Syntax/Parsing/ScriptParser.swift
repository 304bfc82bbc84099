public import Diagnostics

/// One piece of a script.
public enum ScriptItem: Sendable {
  /// `fetch Budget`
  case statement(Statement)
  /// `.models`
  case command(CommandLine)
  /// What is wrong, and the stretch that was given up for it.
  case failure([Diagnostic], SourceSpan)
}

/// Walks a script statement by statement, reading no further than it must.
///
/// After a failure it goes on where the next statement seems to begin.
public struct ScriptParser {
  private var parser: Parser

  /// Begins at `offset`, which must lie outside of any token.
  public init(_ source: SourceText, startingAt offset: Int = 0) {
    parser = Parser(source, at: offset)
  }

  /// The next piece; nil at the script's end.
  public mutating func next() -> ScriptItem? {
    switch nextParsed() {
    case .statement(let statement): .statement(statement)
    case .command(let command): .command(command)
    case .failure(let errors, let span, _):
      .failure(errors.map(SyntaxErrorRenderer.diagnostic), span)
    case nil: nil
    }
  }

  /// A piece with its errors as facts.
  enum Parsed {
    case statement(Statement)
    case command(CommandLine)
    /// The errors in the order they were met, and what was open at the last one.
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
      return failure(from: start, resynchronising: true)
    }
  }

  private mutating func failure(from start: Token, resynchronising: Bool = false) -> Parsed {
    let errors = parser.problems
    let open = parser.open.last
    if resynchronising { parser.resynchronise(from: start.span.lowerBound) }
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
