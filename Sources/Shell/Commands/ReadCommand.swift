import Diagnostics
import Session
import Syntax

extension DotCommand {
  static let read = DotCommand(
    name: "read",
    arguments: "file",
    wordCounts: 1...1,
    summary: "run the statements and commands in a file",
    details: "Errors name the file; the first one ends it, unless the run goes on after failures.",
    takesFile: true,
    handler: { call throws(Diagnostic) in
      guard call.runner.depth < ScriptRunner.maximumDepth else {
        throw Diagnostic(
          "scripts read one another more than \(ScriptRunner.maximumDepth) deep",
          at: call.line.span
        )
      }
      let watch = StopWatch()
      let source: SourceText
      do throws(Diagnostic) {
        source = try ScriptFile.read(call.words[0].text)
      } catch {
        if Signals.isInterrupted {
          return call.console.report(.cancelled, after: watch.elapsed, in: nil)
        }
        throw Diagnostic(error.message, at: call.words[0].span)
      }
      let runner = ScriptRunner(
        console: call.console,
        bails: call.runner.bails,
        depth: call.runner.depth + 1
      )
      return runner.run(source)
    }
  )
}

extension ScriptRunner {
  /// How deep scripts may read one another.
  static let maximumDepth = 16
}
