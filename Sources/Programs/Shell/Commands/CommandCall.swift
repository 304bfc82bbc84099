import Diagnostics
import Files
import Model
import Session
import Storage
import Syntax

/// One use of a command.
struct CommandCall {
  let command: DotCommand
  let line: CommandLine
  /// The script that contains the command.
  let runner: ScriptRunner

  var console: Console { runner.console }
  var session: QuerySession { console.session }
  /// The words after the name.
  var words: [CommandLine.Word] { line.arguments }

  /// The error for wrong arguments.
  var usageFailure: Diagnostic {
    Diagnostic(
      "usage: \(command.usage)",
      at: line.span,
      help: ["`.help \(command.name)` says more"]
    )
  }

  /// Throws in safe mode.
  ///
  /// - Parameter reason: The action that safe mode prevents.
  func refuseIfSafe(_ reason: String) throws(Diagnostic) {
    guard console.settings.isSafe else { return }
    let refusal = FileRefusal.safeMode(reason)
    throw Diagnostic(refusal.message, at: line.span, help: [refusal.help])
  }

  /// Prints columns of values like the result of a query.
  func printColumns(
    _ columns: () throws -> [(name: String, type: ValueType, values: [Value])]
  ) -> RunStatus {
    print {
      let columns = try columns()
      return ListedRows(
        headers: columns.map { ResultHeader(name: $0.name, type: $0.type) },
        columns: columns.map(\.values)
      )
    }
  }

  /// Prints rows like the result of a query.
  func print(_ rows: () throws -> ListedRows) -> RunStatus {
    let watch = StopWatch()
    do {
      session.cancellation.reset()
      let rows = try console.showingProgress { try rows() }
      try ResultPrinter(console: console).print(.rows(rows))
      console.lastResult = .rows(rows)
      return .succeeded
    } catch {
      return console.report(SessionError(error, in: nil), after: watch.elapsed, in: nil)
    }
  }
}

/// Helpers that several commands share.
extension CommandCall {
  /// The name that matches a word: exactly, or ignoring case if only one does.
  func name(_ word: CommandLine.Word, in names: [String]) throws(Diagnostic) -> String {
    if names.contains(word.text) { return word.text }
    let matches = names.filter { $0.lowercased() == word.text.lowercased() }
    if matches.count == 1 { return matches[0] }
    if let waiting = session.waitingDeclarations.first(where: { $0.name == word.text }) {
      throw Diagnostic(
        waiting.text,
        at: word.span,
        help: ["declare the missing types first"]
      )
    }
    throw Diagnostic(
      "there is no model `\(word.text)`",
      at: word.span,
      help: [didYouMean(nearestNames(to: word.text, in: names)) ?? "`.models` lists the models"]
    )
  }

  /// Runs `body` and reports its error.
  func reporting(_ body: () throws(SessionError) -> RunStatus) -> RunStatus {
    do throws(SessionError) {
      return try body()
    } catch {
      return console.report(error, after: nil, in: nil)
    }
  }

  /// Runs `body`, and reports an error without a position at `word`.
  func placing(
    at word: CommandLine.Word,
    _ body: () throws(SessionError) -> Void
  ) throws(Diagnostic) -> RunStatus {
    do throws(SessionError) {
      try body()
      return .succeeded
    } catch .failed(let findings) where findings.count == 1 && findings[0].primary == nil {
      throw Diagnostic(findings[0].message, at: word.span, help: findings[0].help)
    } catch {
      return console.report(error, after: nil, in: nil)
    }
  }
}
