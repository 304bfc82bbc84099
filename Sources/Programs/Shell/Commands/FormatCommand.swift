import Diagnostics
import Session
import Syntax

extension DotCommand {
  static let format = DotCommand(
    name: "format",
    arguments: "statement | file",
    wordCounts: 1...Int.max,
    summary: "format a statement, or the script in a file",
    example: ".format fetch Budget where limit>500",
    details: """
      A query wider than \(SyntaxPrinter.defaultWidth) columns gets a line for each clause.
      Comments between statements are kept; a statement that contains a comment is not changed.
      """,
    takesFile: true,
    handler: { call throws(Diagnostic) in
      let line = call.line
      let text = call.runner.source.map { source in
        SourceText(
          name: source.name,
          text: source.text(in: SourceSpan(0, line.rest.span.upperBound))
        )
      }
      guard let text else { throw call.usageFailure }
      return try call.format(text, from: line.rest.span.lowerBound)
    }
  )
}

extension CommandCall {
  /// Prints the statements of `text` from `start` on, or formats the file named there.
  fileprivate func format(_ text: SourceText, from start: Int) throws(Diagnostic) -> RunStatus {
    var parser = ScriptParser(text, startingAt: start)
    var statements: [Statement] = []
    while let item = parser.next() {
      if case .statement(let statement) = item {
        statements.append(statement)
      } else if words.count == 1 {
        return try formatFile(words[0])
      } else if case .failure(let diagnostics, _) = item {
        console.report(console.session.improved(diagnostics, in: text), in: text)
        return .failed
      } else {
        throw usageFailure
      }
    }
    for statement in statements {
      printLines(SyntaxPrinter().text(of: statement, width: SyntaxPrinter.defaultWidth))
    }
    return .succeeded
  }

  private func formatFile(_ path: CommandLine.Word) throws(Diagnostic) -> RunStatus {
    try refuseIfSafe("reads no files")
    let source: SourceText
    let watch = StopWatch()
    do throws(Diagnostic) {
      source = try ScriptFile.read(path.text)
    } catch {
      if Signals.isInterrupted { return console.report(.cancelled, after: watch.elapsed, in: nil) }
      throw Diagnostic(
        error.message,
        at: path.span,
        help: ["`.format` takes a statement, or a file of statements"]
      )
    }
    do throws(DiagnosticList) {
      printLines(try ScriptFormatter.text(of: source))
      return .succeeded
    } catch {
      console.report(error.all, in: source)
      return .failed
    }
  }

  private func printLines(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for line in text.hasSuffix("\n") ? lines.dropLast() : lines[...] {
      console.printLine(StyledText(String(line)))
    }
  }
}
