import Diagnostics
import Syntax

/// The parameters that a script uses.
struct UsedParameters {
  /// The names without `$`.
  private(set) var names: Set<String> = []
  /// Whether the script reads other scripts, which may use more parameters.
  private(set) var mayBeElsewhere = false

  init(in source: SourceText) {
    var parser = ScriptParser(source)
    while let item = parser.next() {
      switch item {
      case .statement(let statement): note(statement.span, source)
      case .failure(_, let span): note(span, source)
      case .command(let line):
        mayBeElsewhere =
          mayBeElsewhere || (try? DotCommand.find(line))?.name == DotCommand.read.name
      }
    }
  }

  private mutating func note(_ span: SourceSpan, _ source: SourceText) {
    var lexer = Lexer(source, at: span.lowerBound)
    while true {
      let token = lexer.next()
      guard token.kind != .end, token.span.upperBound <= span.upperBound else { return }
      if case .parameter(let name) = token.kind { names.insert(name) }
    }
  }
}
