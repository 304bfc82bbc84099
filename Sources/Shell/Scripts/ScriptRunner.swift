public import Diagnostics
import Foundation
import Session
import Syntax

/// Runs the statements and dot-commands of a text, one after another.
public struct ScriptRunner {
  let console: Console
  /// Whether the first failure ends the run.
  let bails: Bool
  /// How many scripts run this one.
  let depth: Int

  /// A runner for a script of its own.
  public init(console: Console, bails: Bool) {
    self.init(console: console, bails: bails, depth: 0)
  }

  init(console: Console, bails: Bool, depth: Int) {
    self.console = console
    self.bails = bails
    self.depth = depth
  }

  /// Runs `source` to its end, or to what ends it.
  public func run(_ source: SourceText) -> RunStatus {
    var parser = ScriptParser(source)
    var hasFailed = false
    while let item = parser.next() {
      if Signals.isInterrupted { return .interrupted }
      switch run(item, in: source) {
      case .succeeded: continue
      case .failed where bails: return .failed
      case .failed: hasFailed = true
      case .quit(let afterFailure): return .quit(afterFailure: afterFailure || hasFailed)
      case .interrupted, .unreadable: return .interrupted
      }
    }
    return hasFailed ? .failed : .succeeded
  }

  private func run(_ item: ScriptItem, in source: SourceText) -> RunStatus {
    switch item {
    case .statement(let statement):
      StatementRunner(console: console).run(statement, in: source)
    case .command(let line):
      run(line, in: source)
    case .failure(let diagnostics, _):
      fail(diagnostics, in: source)
    }
  }

  private func run(_ line: CommandLine, in source: SourceText) -> RunStatus {
    do throws(Diagnostic) {
      let command = try DotCommand.find(line)
      return try command.run(CommandCall(command: command, line: line, runner: self))
    } catch {
      return fail([error], in: source)
    }
  }

  private func fail(_ diagnostics: [Diagnostic], in source: SourceText) -> RunStatus {
    console.report(diagnostics, in: source)
    return .failed
  }
}
